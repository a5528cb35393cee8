import { endAllHeld } from '../auth/end-held.ts';
import { pickStated } from '../changed-fields.ts';
import type { Tx } from '../database/transaction.ts';
import { recordEvent } from '../events.ts';
import { orNotFound } from '../problems.ts';
import { lockPartner, staffOf, updatePartnerRow } from './queries.ts';
import type { PartnerChanges, PartnerRow } from './schemas.ts';

/** Changes a partner; of one that is switched off the staff hold nothing any more. Throws NOT_FOUND. */
export async function updatePartner(
  tx: Tx,
  partnerUuid: string,
  input: PartnerChanges,
): Promise<PartnerRow> {
  const before = await orNotFound(lockPartner(tx, partnerUuid), 'partner');
  const stated = pickStated(input, ['name', 'isActive']);
  if (Object.keys(stated).length === 0) return before;
  const partner = await updatePartnerRow(tx, partnerUuid, stated);
  if (!partner) return before;
  if (!partner.isActive) await endAllHeld(tx, staffOf(tx, partnerUuid));
  await recordEvent(tx, {
    eventType: 'partner.updated',
    entityType: 'PARTNER',
    entityId: partnerUuid,
    attributes: { isActive: String(partner.isActive) },
  });
  return partner;
}
