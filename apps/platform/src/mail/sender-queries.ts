import type { Tx } from '../database/transaction.ts';

/** How a tenant's mails name their sender, and where answers to them go. */
export type MailSettingsRow = {
  senderName: string | null;
  replyTo: string | null;
  /** True when the owner of the reply address has confirmed it: it is used from then on. */
  isConfirmed: boolean;
};

export async function findMailSettings(tx: Tx, tenantUuid: string): Promise<MailSettingsRow> {
  const [row] = await tx<MailSettingsRow[]>`
    select sender_name, reply_to,
           reply_to is not null and confirmed_at is not null as is_confirmed
      from tenant_mail where tenant_uuid = ${tenantUuid}`;
  return row ?? { senderName: null, replyTo: null, isConfirmed: false };
}
