import type { Tx } from '../database/transaction.ts';
import { recordEvent } from '../events.ts';
import { queueMail } from '../mail/outbox/queue-mails.ts';
import { lockMailSettings, saveMailSettings } from './queries.ts';
import { type MailSettingsAnswer, type MailSettingsChanges, toView } from './schemas.ts';

const names = ['replyTo', 'senderName'] as const;

/**
 * Changes what is stated of how a tenant's mails name their sender. A reply address is mailed a link,
 * by which its owner confirms it, when it is set and whenever it is stated again until then.
 */
export async function updateMailSettings(
  tx: Tx,
  stated: MailSettingsChanges,
  language: string,
): Promise<MailSettingsAnswer> {
  const { tenantUuid } = tx;
  const before = await lockMailSettings(tx);
  const wanted = {
    senderName: stated.senderName === undefined ? before.senderName : stated.senderName,
    replyTo: stated.replyTo === undefined ? before.replyTo : stated.replyTo,
  };
  const changed = names.filter((name) => wanted[name] !== before[name]);
  const after = changed.length > 0 ? await saveMailSettings(tx, wanted) : before;
  if (stated.replyTo && !after.isConfirmed)
    await queueMail(tx, { kind: 'REPLY_ADDRESS', address: stated.replyTo, language });
  if (changed.length > 0)
    await recordEvent(tx, {
      eventType: 'tenant.mail_updated',
      entityType: 'TENANT',
      entityId: tenantUuid,
      attributes: { changedFields: changed.join() },
    });
  return toView(after);
}
