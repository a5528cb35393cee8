import { accountEntity } from '../../auth/account-entity.ts';
import { findAccount } from '../../auth/queries.ts';
import type { Tx } from '../../database/transaction.ts';
import { recordEvent } from '../../events.ts';
import { switchMorningMailOff } from './queries.ts';

/** Ends somebody's morning mails, as the person's own preferences do; again, it changes nothing. */
export async function unsubscribe(tx: Tx, userUuid: string): Promise<void> {
  const { tenantUuid } = tx;
  if (!(await switchMorningMailOff(tx, userUuid))) return;
  const account = await findAccount(tx, { tenantUuid, userUuid });
  if (!account) return;
  await recordEvent(tx, {
    eventType: 'auth.profile_updated',
    entityType: accountEntity(account),
    entityId: userUuid,
    attributes: { changedFields: 'preferences' },
  });
}
