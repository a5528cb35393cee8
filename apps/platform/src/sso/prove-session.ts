import type { LoginMeans } from '../auth/login.ts';
import { markProved } from '../auth/proof/queries.ts';
import type { AccountWithPassword } from '../auth/queries.ts';
import { recordEvent } from '../events.ts';
import { actorOf } from '../http/actor-of.ts';
import { RefusedSignIn } from './refused-sign-in.ts';
import type { BegunSignIn } from './states.ts';

/** Takes a sign-in anew at the provider as the proof of a session. Throws RefusedSignIn for another person's. */
export async function proveSession(
  { db }: Pick<LoginMeans, 'db'>,
  account: AccountWithPassword,
  { userUuid, sessionUuid }: NonNullable<BegunSignIn['proof']>,
): Promise<void> {
  if (account.userUuid !== userUuid) throw new RefusedSignIn('SSO_NOT_PROVED');
  const { tenantUuid } = account;
  await db.asTenant(tenantUuid, actorOf(account), async (tx) => {
    await markProved(tx, { tenantUuid, sessionUuid });
    await recordEvent(tx, {
      eventType: 'auth.proved',
      entityType: 'SESSION',
      entityId: sessionUuid,
      attributes: { method: 'SSO' },
    });
  });
}
