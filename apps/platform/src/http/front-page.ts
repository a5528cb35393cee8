import { escapeHtml, type Page, page } from '@atrium/kit/pages/page.ts';
import { sendPage } from '@atrium/kit/pages/send-page.ts';
import type { Server } from '@atrium/kit/server.ts';
import type { FastifyReply } from 'fastify';
import type { Config } from '../config.ts';
import { Problem } from '../problems.ts';
import { isLoopback } from './own-hosts.ts';

/** A line of the front page: what it is about, and HTML that says where it is. */
type Row = [term: string, html: string];

type Options = { config: Config; iconUrl: string; hasMailbox: boolean };

/** What a browser sees at `/`: what runs here, and where its parts are. Others get a 404. */
export async function frontPage(app: Server, { config, iconUrl, hasMailbox }: Options) {
  const options = { config: { public: true, rateLimit: false as const }, schema: { hide: true } };
  const front = titled('Atrium', iconUrl, frontText(config, hasMailbox));

  app.get('/', options, async (request, reply) => {
    reply.header('vary', 'accept');
    if (request.headers.accept?.includes('text/html')) return sendPage(reply, 200, front);
    throw new Problem('NOT_FOUND', 'There is nothing at this address');
  });
}

/** The answer to a browser that asks for what is not there. */
export function sendNotFoundPage(reply: FastifyReply, iconUrl: string) {
  const text =
    '<p>There is nothing at this address. <a href="/">The front page</a> says what there is.</p>';
  return sendPage(reply, 404, titled('Not found', iconUrl, text));
}

function frontText(config: Config, hasMailbox: boolean): string {
  const rows: Row[] = [
    [
      'Sign in',
      '<code>POST /api/auth/login</code> with <code>email</code> and <code>password</code>',
    ],
    ['Reference', '<a href="/docs">/docs</a>, every operation, to read and to try'],
    ['Contract', '<a href="/openapi.json">/openapi.json</a>, OpenAPI 3.1'],
    ...(config.development ? developmentRows(config, hasMailbox) : []),
  ];
  const list = rows.map(([term, text]) => `<dt>${term}</dt><dd>${text}</dd>`).join('');
  return `<p>The platform that wealth managers run their firm on answers here.</p><dl>${list}</dl>`;
}

function developmentRows({ dataDir, calendar }: Config, hasMailbox: boolean): Row[] {
  const simulated = calendar.providers.filter(({ baseUrl }) =>
    isLoopback(new URL(baseUrl).hostname),
  );
  const calendars = simulated.map(
    ({ alias, baseUrl }): Row => [
      `Calendar (${escapeHtml(alias)})`,
      `<a href="${escapeHtml(baseUrl)}">${escapeHtml(baseUrl)}</a>, simulated`,
    ],
  );
  return [
    ['Sign-ins', `kept in <code>${escapeHtml(dataDir)}/bootstrap-credentials.json</code>`],
    ...(hasMailbox
      ? [['Mailbox', '<a href="/dev/mailbox">/dev/mailbox</a>, every mail sent'] satisfies Row]
      : []),
    ...calendars,
  ];
}

function titled(title: string, iconUrl: string, text: string): Page {
  return page({ lang: 'en', title, iconUrl }, `<main class="wide"><h1>${title}</h1>${text}</main>`);
}
