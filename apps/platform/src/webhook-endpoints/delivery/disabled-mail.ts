import { escapeHtml } from '@atrium/kit/pages/page.ts';
import type { Job, JobData, Jobs } from '../../background/jobs.ts';
import type { Db } from '../../database/db.ts';
import { system } from '../../database/principal.ts';
import type { Tx } from '../../database/transaction.ts';
import type { Mailer } from '../../mail/mailer.ts';
import { listAdministrators } from '../../staff/queries.ts';
import { findTenant } from '../../tenants/queries.ts';
import { findEndpoint } from '../queries.ts';

const queue = 'webhook-disabled-mail';

type Request = JobData & { endpointUuid: string; staffUuid: string };
type Options = { db: Db; jobs: Jobs; mailer: Mailer };

const words = {
  SPANISH: {
    lang: 'es',
    hello: 'Hola',
    subject: 'Un webhook se ha desactivado',
    lead: (url: string) =>
      `Durante cinco días han fallado todos los mensajes a ${url}, por lo que ya no se le envía nada.`,
    ask: 'Cuando funcione de nuevo, actívelo y repita los mensajes desde la página de webhooks.',
  },
  ENGLISH: {
    lang: 'en',
    hello: 'Hello',
    subject: 'A webhook was disabled',
    lead: (url: string) =>
      `All messages to ${url} have failed for five days, so nothing more is sent to it.`,
    ask: 'When it works again, enable it and replay the messages on the page of webhooks.',
  },
};

export type DisabledMail = ReturnType<typeof createDisabledMail>;

/** Mails the administrators of a tenant that an endpoint was disabled; one enabled meanwhile is not told of. */
export function createDisabledMail({ db, jobs, mailer }: Options) {
  const job: Job<Request> = { name: queue, run: send };

  async function send({ tenantUuid, endpointUuid, staffUuid }: Request, jobId: string) {
    const found = await db.asTenant(tenantUuid, system, async (tx) => {
      const endpoint = await findEndpoint(tx, endpointUuid);
      const tenant = await findTenant(tx, tenantUuid);
      const person = (await listAdministrators(tx)).find((each) => each.staffUuid === staffUuid);
      return endpoint?.disabledReason && tenant && person ? { endpoint, tenant, person } : null;
    });
    if (!found) return;
    const { endpoint, tenant, person } = found;
    const text = person.language === 'ENGLISH' ? words.ENGLISH : words.SPANISH;
    // The part that follows the host of an address may be a secret of the receiver.
    const lines = [
      `${text.hello} ${person.name},`,
      text.lead(new URL(endpoint.url).host),
      text.ask,
      tenant.name,
    ];
    const paragraphs = lines.map((line) => `<p>${escapeHtml(line)}</p>`).join('\n');
    await mailer.send({
      tenantUuid,
      to: person.email,
      subject: text.subject,
      text: lines.join('\n\n'),
      html: `<!doctype html><html lang="${text.lang}"><body>\n${paragraphs}\n</body></html>`,
      messageId: `<${jobId}@atrium>`,
    });
  }

  /** Enqueues a mail to each administrator. */
  async function enqueue(tx: Tx, endpointUuid: string): Promise<void> {
    const { tenantUuid } = tx;
    for (const { staffUuid } of await listAdministrators(tx))
      await jobs.enqueue(tx, queue, { tenantUuid, endpointUuid, staffUuid });
  }

  return { job, enqueue };
}
