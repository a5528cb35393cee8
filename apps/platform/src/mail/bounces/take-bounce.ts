import type { Db } from '../../database/db.ts';
import { system } from '../../database/principal.ts';
import { insertRefused } from '../refused-addresses.ts';
import { tellRefused } from '../tell-refused.ts';
import type { BounceAddresses } from './bounce-addresses.ts';
import { findSentMail, markBounced } from './queries.ts';
import { readDeliveryStatus } from './read-delivery-status.ts';

/**
 * Takes a mail by which a mail system says that one of ours did not arrive: the mail counts as refused, and
 * nothing more goes to an address that nobody has. IGNORED where it says nothing of the kind, or names no mail
 * of ours by its token; undefined of a mail from anybody else.
 */
export async function takeBounce(
  db: Db,
  bounces: BounceAddresses,
  mail: Buffer,
): Promise<'RECORDED' | 'IGNORED' | undefined> {
  const status = readDeliveryStatus(mail);
  if (!status) return undefined;
  const mailUuid = status.state === 'FAILED' ? bounces.findMail(mail) : undefined;
  const sent = mailUuid && (await db.asPlatform((tx) => findSentMail(tx, mailUuid)));
  if (status.state !== 'FAILED' || !sent) return 'IGNORED';
  await db.asTenant(sent.tenantUuid, system, async (tx) => {
    const sentTo = await markBounced(tx, sent.mailUuid);
    await tellRefused(tx, sent.mailUuid);
    if (sentTo && status.isOfAddress) await insertRefused(tx, sentTo);
  });
  return 'RECORDED';
}
