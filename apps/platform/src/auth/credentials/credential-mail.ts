import { escapeHtml } from '@atrium/kit/pages/page.ts';
import type { Tx } from '../../database/transaction.ts';
import { layout } from '../../mail/layout.ts';
import { createLoginMails, type LoginMailOptions } from '../login-mails.ts';
import type { Person } from '../person.ts';
import { findCredential, listTenantAdmins } from './queries.ts';

const words = {
  SPANISH: {
    lang: 'es',
    hello: 'Hola',
    subject: 'Nueva credencial en',
    lead: (name: string) =>
      `Se creó la credencial «${name}», con la que un programa entra a los datos de su firma.`,
    ask: 'Si nadie de su firma debía crearla, elimínela y avise de inmediato.',
  },
  ENGLISH: {
    lang: 'en',
    hello: 'Hello',
    subject: 'A new credential at',
    lead: (name: string) =>
      `The credential “${name}” was created: a program reaches the data of your firm with it.`,
    ask: 'If nobody of your firm was to create it, delete it and tell your firm at once.',
  },
} as const;

type Request = Person & { credentialUuid: string };

export type CredentialMail = ReturnType<typeof createCredentialMail>;

/** Mails the administrators of a tenant that a credential was made, so that nobody makes one unnoticed. */
export function createCredentialMail(options: LoginMailOptions) {
  const mails = createLoginMails<Request>(
    options,
    'credential-mail',
    async (tx, { credentialUuid }, { account, theme }) => {
      const credential = await findCredential(tx, credentialUuid);
      if (!credential) return undefined;
      const text = account.language === 'ENGLISH' ? words.ENGLISH : words.SPANISH;
      const subject = `${text.subject} ${theme.tenantName}`;
      const lead = text.lead(credential.name);
      const lines = [`${text.hello} ${account.displayName},`, lead, text.ask];
      const html = lines.map((line) => `<p style="margin:0 0 16px">${escapeHtml(line)}</p>`);
      return {
        to: account.email,
        subject,
        text: [...lines, theme.tenantName].join('\n\n'),
        html: layout({ lang: text.lang, subject, preview: lead, theme }, html),
      };
    },
  );

  /** Enqueues a mail to each administrator. */
  async function enqueue(tx: Tx, credentialUuid: string): Promise<void> {
    for (const person of await listTenantAdmins(tx))
      await mails.enqueue(tx, { ...person, credentialUuid });
  }

  return { job: mails.job, enqueue };
}
