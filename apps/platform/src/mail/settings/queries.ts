import type { Tx } from '../../database/transaction.ts';

/** How a tenant's mails name their sender, and where answers to them go. */
export type MailSettingsRow = {
  senderName: string | null;
  replyTo: string | null;
  isConfirmed: boolean;
};

const unset: MailSettingsRow = { senderName: null, replyTo: null, isConfirmed: false };

const columns = (tx: Tx) =>
  tx`sender_name, reply_to, reply_to is not null and confirmed_at is not null as is_confirmed`;

export async function findMailSettings(tx: Tx, tenantUuid: string): Promise<MailSettingsRow> {
  const [row] = await tx<MailSettingsRow[]>`
    select ${columns(tx)} from tenant_mail where tenant_uuid = ${tenantUuid}`;
  return row ?? unset;
}

/** Returns the settings of the transaction's tenant, locked until it ends. */
export async function lockMailSettings(tx: Tx): Promise<MailSettingsRow> {
  await tx`
    insert into tenant_mail (tenant_uuid) values (${tx.tenantUuid}) on conflict do nothing`;
  const [row] = await tx<MailSettingsRow[]>`
    select ${columns(tx)} from tenant_mail where tenant_uuid = ${tx.tenantUuid} for update`;
  return row ?? unset;
}

/** Stores the settings; another reply address than before is not confirmed, and its link is void. */
export async function saveMailSettings(
  tx: Tx,
  { senderName, replyTo }: Pick<MailSettingsRow, 'senderName' | 'replyTo'>,
): Promise<void> {
  await tx`
    update tenant_mail
       set sender_name = ${senderName}, reply_to = ${replyTo},
           confirmed_at = case when reply_to = ${replyTo} then confirmed_at end,
           token_hash = case when reply_to = ${replyTo} then token_hash end
     where tenant_uuid = ${tx.tenantUuid}`;
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

/** Whose reply address a link confirms, and whether it is confirmed already. */
export type ReplyAddressLink = {
  tenantUuid: string;
  replyTo: string;
  isConfirmed: boolean;
};

/** Returns what a link confirms while it stands; a platform transaction's query. */
export async function findReplyAddressLink(tx: Tx, tokenHash: Buffer) {
  const [link] = await tx<ReplyAddressLink[]>`
    select m.tenant_uuid, m.reply_to, m.confirmed_at is not null as is_confirmed
      from tenant_mail m join tenants t using (tenant_uuid)
     where m.token_hash = ${tokenHash} and m.token_expires_at > now() and m.reply_to is not null
       and t.deleted_at is null`;
  return link;
}

/** Confirms the reply address by its link; false when it was confirmed, or changed, before. */
export async function confirmReplyAddressRow(tx: Tx, tokenHash: Buffer): Promise<boolean> {
  const { count } = await tx`
    update tenant_mail set confirmed_at = now()
     where token_hash = ${tokenHash} and token_expires_at > now() and reply_to is not null
       and confirmed_at is null`;
  return count > 0;
}
