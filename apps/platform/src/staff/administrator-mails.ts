import { escapeHtml } from '@atrium/kit/pages/page.ts';
import type { Job, JobData, Jobs } from '../background/jobs.ts';
import type { Db } from '../database/db.ts';
import { system } from '../database/principal.ts';
import type { Tx } from '../database/transaction.ts';
import { isRefusal } from '../mail/count-mails.ts';
import { layout } from '../mail/layout.ts';
import { findLetterhead } from '../mail/letterhead.ts';
import type { MailKind } from '../mail/mail-kinds.ts';
import type { Mailer } from '../mail/mailer.ts';
import type { FirmAddresses } from '../tenants/domains/firm-addresses.ts';
import { listAdministrators } from './queries.ts';

export type AdministratorMailOptions = {
  db: Db;
  jobs: Jobs;
  mailer: Mailer;
  addresses: FirmAddresses;
};

type Words = { subject: string; lead: string; ask: string };
/** The words of a mail, once in each language. */
export type AdministratorWords = { SPANISH: Words; ENGLISH: Words };
type Addressed<Request> = Request & { staffUuid: string };

const hello = { SPANISH: 'Hola', ENGLISH: 'Hello' };

/**
 * Makes a queue of mails to the administrators of a tenant. `compose` says it in both languages when
 * the mail is sent, or nothing when there is nothing to tell any more.
 */
export function createAdministratorMails<Request extends JobData>(
  { db, jobs, mailer, addresses }: AdministratorMailOptions,
  { queue, kind }: { queue: string; kind: MailKind },
  compose: (tx: Tx, request: Request) => Promise<AdministratorWords | undefined>,
) {
  const job: Job<Addressed<Request>> = { name: queue, run: send };

  async function send(request: Addressed<Request>, jobId: string): Promise<void> {
    const { tenantUuid, staffUuid } = request;
    const message = await db.asTenant(tenantUuid, system, async (tx) => {
      const letterhead = await findLetterhead(tx, tenantUuid, addresses);
      const person = (await listAdministrators(tx)).find((each) => each.staffUuid === staffUuid);
      const words = letterhead && person && (await compose(tx, request));
      if (!words) return undefined;
      const { theme, sender } = letterhead;
      const language = person.language === 'ENGLISH' ? 'ENGLISH' : 'SPANISH';
      const { subject, lead, ask } = words[language];
      const lines = [`${hello[language]} ${person.name},`, lead, ask];
      const lang = language === 'ENGLISH' ? 'en' : 'es';
      return {
        ...sender,
        kind,
        to: person.email,
        subject,
        text: [...lines, theme.tenantName].join('\n\n'),
        html: layout(
          { lang, subject, preview: lead, theme },
          lines.map((line) => `<p style="margin:0 0 16px">${escapeHtml(line)}</p>`),
        ),
        messageId: `<${jobId}@atrium>`,
      };
    });
    if (!message) return;
    await mailer.send(message).catch((error: unknown) => {
      if (!isRefusal(error)) throw error;
    });
  }

  /** Enqueues a mail to each administrator. */
  async function enqueue(tx: Tx, request: Request): Promise<void> {
    for (const { staffUuid } of await listAdministrators(tx, request.tenantUuid))
      await jobs.enqueue(tx, queue, { ...request, staffUuid });
  }

  return { job, enqueue };
}
