import { randomUUIDv7 } from 'node:crypto';
import type { Tx } from '../database/transaction.ts';
import { recordEvent } from '../events.ts';
import { insertPartner } from './queries.ts';
import type { NewPartner, PartnerRow } from './schemas.ts';

/** Creates a partner of the tenant. */
export async function createPartner(tx: Tx, input: NewPartner): Promise<PartnerRow> {
  const partner = await insertPartner(tx, randomUUIDv7(), input);
  await recordEvent(tx, {
    eventType: 'partner.created',
    entityType: 'PARTNER',
    entityId: partner.partnerUuid,
  });
  return partner;
}
