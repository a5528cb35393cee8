import { escapeHtml } from '@atrium/kit/pages/escape-html.ts';
import { type Page, page } from '@atrium/kit/pages/page.ts';
import { sendPage } from '@atrium/kit/pages/send-page.ts';
import type { Server } from '@atrium/kit/server.ts';
import type { Config } from '../config.ts';
import { isLoopback, publicAddress } from '../http/own-hosts.ts';
import { Problem } from '../problems.ts';
import { defaultPath } from '../tenants/branding/defaults.ts';

const path = '/dev/webhooks';
const mostKept = 100;
const options = { config: { public: true, rateLimit: false as const }, schema: { hide: true } };

type Received = {
  receivedAt: string;
  headers: Record<'webhook-id' | 'webhook-timestamp' | 'webhook-signature', string>;
  /** The text as it came, of which the signature was made. */
  body: string;
};

/** Returns whether this start has a receiver of webhooks: one for development that this machine alone reaches. */
export const hasDevReceiver = ({ development, host }: Config): boolean =>
  development && isLoopback(host);

/** Returns the address of the receiver, for an endpoint that shows what arrives. */
export const devReceiverUrl = (config: Config): string => `${publicAddress(config)}${path}`;

/**
 * A receiver of webhooks with a page that shows the newest messages, for development only. It keeps
 * them in memory, and answers no page of another name that was led to this machine.
 */
export async function devReceiver(server: Server): Promise<void> {
  const received: Received[] = [];

  await server.register(async (app) => {
    app.addHook('onRequest', async (request) => {
      if (!(await request.namesThisMachine()))
        throw new Problem('FORBIDDEN', 'The receiver answers at localhost only');
    });

    app.removeAllContentTypeParsers();
    app.addContentTypeParser('*', { parseAs: 'string' }, async (_: unknown, text: string) => text);
    app.post(path, { ...options, bodyLimit: 65_536 }, async (request, reply) => {
      const header = (name: string) => String(request.headers[name] ?? '').slice(0, 1_000);
      received.unshift({
        receivedAt: new Date().toISOString(),
        headers: {
          'webhook-id': header('webhook-id'),
          'webhook-timestamp': header('webhook-timestamp'),
          'webhook-signature': header('webhook-signature'),
        },
        body: String(request.body ?? ''),
      });
      received.splice(mostKept);
      return reply.code(204).send(null);
    });

    app.get(`${path}.json`, options, async () => received);
    app.get(path, options, async (_request, reply) => sendPage(reply, 200, listPage(received)));
  });
}

function listPage(received: readonly Received[]): Page {
  const rows = received.map(({ receivedAt, headers, body }) => {
    const facts = [
      ['Received', receivedAt],
      ['webhook-id', headers['webhook-id']],
      ['webhook-signature', headers['webhook-signature']],
      ['Body', body],
    ];
    const list = facts
      .map(([term = '', text = '']) => `<dt>${term}</dt><dd>${escapeHtml(text)}</dd>`)
      .join('');
    return `<h2>${escapeHtml(typeOf(body))}</h2><dl>${list}</dl>`;
  });
  const content = rows.length > 0 ? rows.join('') : '<p>No messages yet.</p>';
  return page(
    { lang: 'en', iconUrl: defaultPath('faviconPng32'), title: 'Webhooks' },
    `<main class="wide"><h1>Webhooks</h1><p class="soft">The newest ${mostKept} messages that webhook endpoints sent to this page since the start. <a href="${path}.json">As JSON</a></p>${content}</main>`,
  );
}

/** Returns the type of a message; whoever posts here may send anything. */
function typeOf(body: string): string {
  return /^\{"type"\s*:\s*"([\w.]{1,100})"/.exec(body)?.[1] ?? 'Something else';
}
