import { hashOpaqueToken } from '../auth/opaque-token.ts';
import type { Tx } from '../database/transaction.ts';
import { recordEvent } from '../events.ts';
import {
  findReplyAddressLink,
  markReplyAddressConfirmed,
  type ReplyAddressLink,
} from './queries.ts';

/**
 * Confirms a reply address by the link that was mailed to it, in a platform transaction. Twice is as
 * once. Undefined for a link that does not stand.
 */
export async function confirmReplyAddress(
  tx: Tx,
  token: string,
): Promise<ReplyAddressLink | undefined> {
  const tokenHash = hashOpaqueToken(token);
  const isFirst = await markReplyAddressConfirmed(tx, tokenHash);
  const link = await findReplyAddressLink(tx, tokenHash);
  if (!link || !isFirst) return link;
  const { tenantUuid } = link;
  await recordEvent(tx, {
    eventType: 'tenant.mail_updated',
    tenantUuid,
    entityType: 'TENANT',
    entityId: tenantUuid,
    attributes: { change: 'REPLY_TO_CONFIRMED' },
  });
  return link;
}
