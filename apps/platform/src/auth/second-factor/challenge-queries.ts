import type { Tx } from '../../database/transaction.ts';
import type { Person } from '../person.ts';

const mostTries = 5;

/** Opens the challenge of a sign-in for five minutes; `sealedSso` is what a provider handed out before. */
export async function insertChallenge(
  tx: Tx,
  { tenantUuid, userUuid }: Person,
  challengeHash: Buffer,
  sealedSso: string | null,
): Promise<void> {
  await tx`
    insert into sign_in_challenges (tenant_uuid, user_uuid, challenge_hash, sealed_sso, expires_at)
    values (${tenantUuid}, ${userUuid}, ${challengeHash}, ${sealedSso}, now() + interval '5 minutes')`;
}

/** Finds whose sign-in a challenge belongs to, over all tenants; nobody's once it is spent or late. */
export async function findChallenge(tx: Tx, challengeHash: Buffer) {
  const [owner] = await tx<(Person & { sealedSso: string | null })[]>`
    select tenant_uuid, user_uuid, sealed_sso from sign_in_challenges
     where challenge_hash = ${challengeHash} and expires_at > now()`;
  return owner;
}

/** Counts a wrong answer; the fifth spends the challenge. */
export async function countTry(tx: Tx, challengeHash: Buffer): Promise<void> {
  await tx`
    update sign_in_challenges set tries = tries + 1 where challenge_hash = ${challengeHash}`;
  await tx`
    delete from sign_in_challenges
     where challenge_hash = ${challengeHash} and tries >= ${mostTries}`;
}

export async function deleteChallenge(tx: Tx, challengeHash: Buffer): Promise<void> {
  await tx`delete from sign_in_challenges where challenge_hash = ${challengeHash}`;
}
