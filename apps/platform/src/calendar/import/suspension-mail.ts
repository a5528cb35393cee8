import { escapeHtml } from '@atrium/kit/pages/page.ts';
import { findAccount } from '../../auth/queries.ts';
import type { Job, Jobs } from '../../background/jobs.ts';
import type { Db } from '../../database/db.ts';
import { system } from '../../database/principal.ts';
import type { Tx } from '../../database/transaction.ts';
import { isRefusal } from '../../mail/count-mails.ts';
import { layout } from '../../mail/layout.ts';
import { findLetterhead } from '../../mail/letterhead.ts';
import type { Mailer } from '../../mail/mailer.ts';
import type { FirmAddresses } from '../../tenants/domains/firm-addresses.ts';
import { findSuspension } from '../connections/suspension.ts';

const queue = 'calendar-suspension-mail';

type Request = { tenantUuid: string; userUuid: string; connectionUuid: string };
type Options = { db: Db; jobs: Jobs; mailer: Mailer; addresses: FirmAddresses };

const messages = {
  SPANISH: {
    lang: 'es',
    hello: 'Hola',
    subject: 'Su calendario espera una decisión',
    lead: (count: number) =>
      `De su calendario conectado desaparecieron de una vez muchos eventos. Con ellos se cancelarían ${count} reuniones futuras, por lo que nada se ha cancelado todavía.`,
    ask: 'Vea las reuniones en la página de su calendario y decida: cancelarlas, o conservarlas y escribir de nuevo sus eventos. Hasta entonces no se toman cambios del calendario.',
  },
  ENGLISH: {
    lang: 'en',
    hello: 'Hello',
    subject: 'Your calendar waits for a decision',
    lead: (count: number) =>
      `Many events disappeared from your connected calendar at once. This would cancel ${count} future meetings, so nothing has been canceled yet.`,
    ask: 'See the meetings on your calendar page and decide: cancel them, or keep them and write their events anew. Until then no changes are taken from the calendar.',
  },
};

export type SuspensionMail = ReturnType<typeof createSuspensionMail>;

/** Mails a person whose import was suspended; somebody who has decided meanwhile is not written to. */
export function createSuspensionMail({ db, jobs, mailer, addresses }: Options) {
  const job: Job<Request> = { name: queue, run: send };

  async function send({ tenantUuid, userUuid, connectionUuid }: Request, jobId: string) {
    const found = await db.asTenant(tenantUuid, system, async (tx) => {
      const account = await findAccount(tx, { tenantUuid, userUuid });
      const letterhead = await findLetterhead(tx, tenantUuid, addresses);
      const suspension = await findSuspension(tx, connectionUuid);
      return account?.isActive && letterhead && suspension
        ? { account, letterhead, suspension }
        : null;
    });
    if (!found) return;
    const { account, letterhead, suspension } = found;
    const { theme, sender } = letterhead;
    const text = account.language === 'ENGLISH' ? messages.ENGLISH : messages.SPANISH;
    const lines = [`${text.hello} ${account.displayName},`, text.lead(suspension.total), text.ask];
    const { lang, subject } = text;
    const frame = { lang, subject, preview: text.lead(suspension.total), theme };
    const message = {
      ...sender,
      kind: 'CALENDAR_SUSPENDED' as const,
      to: account.email,
      subject,
      text: [...lines, theme.tenantName].join('\n\n'),
      html: layout(
        frame,
        lines.map((line) => `<p style="margin:0 0 16px">${escapeHtml(line)}</p>`),
      ),
      messageId: `<${jobId}@atrium>`,
    };
    await mailer.send(message).catch((error: unknown) => {
      if (!isRefusal(error)) throw error;
    });
  }

  const enqueue = (tx: Tx, request: Request) => jobs.enqueue(tx, queue, request);
  return { job, enqueue };
}
