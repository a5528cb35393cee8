import type { Tx } from '../database/transaction.ts';
import { findMailSettings, type MailSettingsRow } from '../mail/sender-queries.ts';

/** Returns the settings of the transaction's tenant, locked until it ends. */
export async function lockMailSettings(tx: Tx): Promise<MailSettingsRow> {
  const { tenantUuid } = tx;
  await tx`insert into tenant_mail (tenant_uuid) values (${tenantUuid}) on conflict do nothing`;
  await tx`select from tenant_mail where tenant_uuid = ${tenantUuid} for update`;
  return findMailSettings(tx, tenantUuid);
}

/** Stores the settings; another reply address than before is not confirmed, and its link is void. */
export async function saveMailSettings(
  tx: Tx,
  { senderName, replyTo }: Pick<MailSettingsRow, 'senderName' | 'replyTo'>,
): Promise<MailSettingsRow> {
  await tx`
    update tenant_mail
       set sender_name = ${senderName}, reply_to = ${replyTo},
           confirmed_at = case when reply_to = ${replyTo} then confirmed_at end,
           token_hash = case when reply_to = ${replyTo} then token_hash end
     where tenant_uuid = ${tx.tenantUuid}`;
  return findMailSettings(tx, tx.tenantUuid);
}

/** Keeps the hash of the link that confirms the reply address, in place of an earlier one. */
export async function setReplyAddressToken(
  tx: Tx,
  { tokenHash, days }: { tokenHash: Buffer; days: number },
): Promise<void> {
  await tx`
    update tenant_mail
       set token_hash = ${tokenHash}, token_expires_at = now() + ${days} * interval '1 day'
     where tenant_uuid = ${tx.tenantUuid}`;
}

/** Says which reply address a link confirms, and whether it is confirmed already. */
export type ReplyAddressLink = { tenantUuid: string; replyTo: string; isConfirmed: boolean };

/** Returns what a link confirms while it stands; a platform transaction's query. */
export async function findReplyAddressLink(tx: Tx, tokenHash: Buffer) {
  const [link] = await tx<ReplyAddressLink[]>`
    select m.tenant_uuid, m.reply_to, m.confirmed_at is not null as is_confirmed
      from tenant_mail m join tenants t using (tenant_uuid)
     where m.token_hash = ${tokenHash} and m.token_expires_at > now() and m.reply_to is not null
       and t.deleted_at is null`;
  return link;
}

/** Confirms the reply address of a live tenant by its link; false when it is confirmed already, or another by now. */
export async function markReplyAddressConfirmed(tx: Tx, tokenHash: Buffer): Promise<boolean> {
  const { count } = await tx`
    update tenant_mail m set confirmed_at = now() from tenants t
     where m.token_hash = ${tokenHash} and m.token_expires_at > now() and m.reply_to is not null
       and m.confirmed_at is null and t.tenant_uuid = m.tenant_uuid and t.deleted_at is null`;
  return count > 0;
}
