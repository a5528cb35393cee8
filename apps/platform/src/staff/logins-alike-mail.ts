import type { Tx } from '../database/transaction.ts';
import { defineAdministratorMail } from '../mail/outbox/administrators.ts';

/**
 * Tells the administrators of a tenant which of its logins have an address that is another login's too, when
 * both are written in one form.
 */
export const loginsAlikeMail = defineAdministratorMail(async (tx) => {
  const emails = (await listConflicts(tx)).join(', ');
  if (!emails) return undefined;
  return {
    SPANISH: {
      subject: 'Correos de acceso repetidos',
      lead: `Estos correos de acceso de su firma son, escritos de otra forma, también los de otro acceso: ${emails}.`,
      ask: 'Ambos siguen funcionando tal como están escritos. Dé a uno de los dos otro correo.',
    },
    ENGLISH: {
      subject: 'Repeated sign-in e-mails',
      lead: `These sign-in e-mails in your firm are, in another spelling, also those of another login: ${emails}.`,
      ask: 'Both continue to work as they are written. Give one of the two another e-mail.',
    },
  };
});

async function listConflicts(tx: Tx): Promise<string[]> {
  const rows = await tx<{ email: string }[]>`
    select a.email from login_conflicts c join accounts a using (tenant_uuid, user_uuid)
     where a.deleted_at is null order by a.email limit 50`;
  return rows.map(({ email }) => email);
}
