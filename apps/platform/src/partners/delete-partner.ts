import type { Tx } from '../database/transaction.ts';
import { recordEvent } from '../events.ts';
import { notFound, Problem } from '../problems.ts';
import { hasLiveStaff, lockPartner, softDeletePartner } from './queries.ts';

/** Deletes a partner softly. Throws NOT_FOUND, or PARTNER_HAS_STAFF while somebody works for it. */
export async function deletePartner(tx: Tx, partnerUuid: string): Promise<void> {
  if (!(await lockPartner(tx, partnerUuid))) throw notFound('partner');
  if (await hasLiveStaff(tx, partnerUuid)) throw new Problem('PARTNER_HAS_STAFF');
  await softDeletePartner(tx, partnerUuid);
  await recordEvent(tx, {
    eventType: 'partner.deleted',
    entityType: 'PARTNER',
    entityId: partnerUuid,
  });
}
