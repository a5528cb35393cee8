import type { World } from './world.ts';

/** Makes the last proof of a person's sessions, the sign-in too, as old as a proof may not be. */
export async function ageProof({ db }: Pick<World, 'db'>, userUuid: string): Promise<void> {
  await db.asPlatform(
    (tx) => tx`
      update sessions set proved_at = now() - interval '10 minutes' where user_uuid = ${userUuid}`,
  );
}
