import type { Tx } from '../../database/transaction.ts';
import { toLanguage } from '../languages.ts';
import { defineMail, type MailContext, type MailDefinition } from './define-mail.ts';
import type { Reader } from './due-mail.ts';

/** Selects the people who are told of what concerns a whole firm. */
export const administrators = (tx: Tx, tenantUuid: string) => tx`
  select a.tenant_uuid, a.user_uuid, a.email, a.display_name as name, a.language
    from staff_members s join accounts a on a.tenant_uuid = s.tenant_uuid and a.user_uuid = s.staff_uuid
   where s.tenant_uuid = ${tenantUuid} and s.deleted_at is null and s.is_active
     and s.staff_type = 'ADMIN' and s.partner_uuid is null and a.deleted_at is null and a.is_active
   order by s.staff_uuid limit 100`;

/** What a mail to administrators says, in each language. */
type Words = Record<Reader['language'], { subject: string; lead: string; ask: string }>;

/** Defines a mail to the administrators of a tenant; no words where there is nothing to tell any more. */
export function defineAdministratorMail<About = object>(
  say: (tx: Tx, about: About, context: MailContext<About>) => Promise<Words | undefined>,
): MailDefinition<never> {
  return defineMail<About>({
    findReader: async (tx, { personUuid }) => {
      const [row] = await tx<(Omit<Reader, 'language'> & { language: string })[]>`
        select email, name, language from (${administrators(tx, tx.tenantUuid)}) a
         where user_uuid = ${personUuid}`;
      return row && { ...row, language: toLanguage(row.language) };
    },
    write: async (tx, context) => {
      const words = await say(tx, context.about, context);
      if (!words) return undefined;
      const { subject, lead, ask } = words[context.reader.language];
      return { subject, name: context.reader.name, lead, notes: [ask] };
    },
  });
}
