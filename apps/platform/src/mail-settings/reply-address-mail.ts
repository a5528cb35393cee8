import { escapeHtml } from '@atrium/kit/pages/page.ts';
import { hashOpaqueToken, newOpaqueToken } from '../auth/opaque-token.ts';
import type { Job, JobData, Jobs } from '../background/jobs.ts';
import type { Db } from '../database/db.ts';
import { system } from '../database/principal.ts';
import type { Tx } from '../database/transaction.ts';
import { isRefusal } from '../mail/count-mails.ts';
import { button, layout } from '../mail/layout.ts';
import { findLetterhead } from '../mail/letterhead.ts';
import type { Mailer } from '../mail/mailer.ts';
import { findMailSettings } from '../mail/sender-queries.ts';
import type { FirmAddresses } from '../tenants/domains/firm-addresses.ts';
import { setReplyAddressToken } from './queries.ts';
import { replyAddressPath } from './reply-address-page.ts';

const queue = 'reply-address-mail';
const linkDays = 7;

type Request = JobData & { language: string; replyTo: string };
type Options = { db: Db; jobs: Jobs; mailer: Mailer; addresses: FirmAddresses };

const words = {
  SPANISH: {
    lang: 'es',
    subject: (firm: string) => `Confirme esta dirección para ${firm}`,
    lead: (firm: string) => `${firm} quiere que las respuestas a sus correos lleguen aquí.`,
    ask: 'Abra el enlace y confirme en los próximos 7 días. Si no lo esperaba, ignore este mensaje: nada cambia.',
    button: 'Confirmar la dirección',
  },
  ENGLISH: {
    lang: 'en',
    subject: (firm: string) => `Confirm this address for ${firm}`,
    lead: (firm: string) => `${firm} wants answers to its mails to arrive here.`,
    ask: 'Open the link and confirm within 7 days. If you did not expect this, ignore it: nothing changes.',
    button: 'Confirm the address',
  },
};

export type ReplyAddressMail = ReturnType<typeof createReplyAddressMail>;

/** Mails the link by which the owner of a reply address confirms it, while it is still the firm's. */
export function createReplyAddressMail({ db, jobs, mailer, addresses }: Options) {
  const job: Job<Request> = { name: queue, run: send };

  async function send(request: Request, jobId: string): Promise<void> {
    const { tenantUuid } = request;
    const message = await db.asTenant(tenantUuid, system, (tx) => compose(tx, request));
    if (!message) return;
    await mailer.send({ ...message, messageId: `<${jobId}@atrium>` }).catch((error: unknown) => {
      if (!isRefusal(error)) throw error;
    });
  }

  async function compose(tx: Tx, { tenantUuid, language, replyTo }: Request) {
    const settings = await findMailSettings(tx, tenantUuid);
    const letterhead = await findLetterhead(tx, tenantUuid, addresses);
    if (!letterhead || settings.replyTo !== replyTo || settings.isConfirmed) return undefined;
    const { theme, sender, origin } = letterhead;
    const token = newOpaqueToken();
    await setReplyAddressToken(tx, { tokenHash: hashOpaqueToken(token), days: linkDays });
    const link = `${origin}${replyAddressPath}?token=${token}`;
    const text = language === 'ENGLISH' ? words.ENGLISH : words.SPANISH;
    const [subject, lead] = [text.subject(theme.tenantName), text.lead(theme.tenantName)];
    return {
      ...sender,
      kind: 'REPLY_ADDRESS' as const,
      to: replyTo,
      subject,
      text: [lead, link, text.ask, theme.tenantName].join('\n\n'),
      html: layout({ lang: text.lang, subject, preview: lead, theme }, [
        `<p style="margin:0 0 24px">${escapeHtml(lead)}</p>`,
        button(link, text.button, theme, 'full'),
        `<p class="soft" style="margin:16px 0 0;font-size:14px;line-height:1.5;color:#5b6775">${text.ask}</p>`,
      ]),
    };
  }

  const enqueue = (tx: Tx, request: Request) => jobs.enqueue(tx, queue, request);
  return { job, enqueue };
}
