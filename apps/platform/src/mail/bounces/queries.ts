import type { Tx } from '../../database/transaction.ts';

/** Finds a mail of any tenant that was tried. A platform transaction's query. */
export async function findSentMail(tx: Tx, mailUuid: string) {
  const [mail] = await tx<{ tenantUuid: string; mailUuid: string }[]>`
    select tenant_uuid, mail_uuid from mails
     where mail_uuid = ${mailUuid} and tries > 0 and state <> 'DROPPED'`;
  return mail;
}

/** Marks a mail as refused, and returns where it went. */
export async function markBounced(tx: Tx, mailUuid: string): Promise<string | null | undefined> {
  const [mail] = await tx<{ sentTo: string | null }[]>`
    update mails
       set state = 'REFUSED', reason = 'BOUNCED',
           settled_at = case when state = 'REFUSED' then settled_at else now() end
     where mail_uuid = ${mailUuid} returning sent_to`;
  return mail?.sentTo;
}
