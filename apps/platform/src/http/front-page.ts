import { readFileSync } from 'node:fs';
import type { Server } from '@atrium/kit/server.ts';
import type { FastifyReply } from 'fastify';
import type { Config } from '../config.ts';
import { escapeHtml } from '../mail/html.ts';
import { Problem } from '../problems.ts';
import { isLoopback } from './own-hosts.ts';

const policy =
  "default-src 'none'; style-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'";
const stylesheet = readFileSync(new URL('pages.css', import.meta.url), 'utf8');

/** A line of the front page: what it is about, and HTML that says where it is. */
type Row = [term: string, html: string];

/** What a browser sees at `/`: what runs here, and where its parts are. Others get a 404. */
export async function frontPage(app: Server, config: Config, hasMailbox: boolean) {
  const options = { config: { public: true, rateLimit: false as const }, schema: { hide: true } };
  const page = html('Atrium', frontText(config, hasMailbox));

  app.get('/', options, async (request, reply) => {
    reply.header('vary', 'accept');
    if (request.headers.accept?.includes('text/html')) return sendPage(reply, page);
    throw new Problem('NOT_FOUND', 'There is nothing at this address');
  });
  app.get('/pages.css', options, async (_request, reply) =>
    reply.type('text/css; charset=utf-8').header('cache-control', 'max-age=300').send(stylesheet),
  );
}

/** The answer to a browser that asks for what is not there. */
export function sendNotFoundPage(reply: FastifyReply) {
  const text =
    '<p>There is nothing at this address. <a href="/">The front page</a> says what there is.</p>';
  return sendPage(reply.code(404), html('Not found', text));
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

function html(title: string, text: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>${title}</title><link rel="stylesheet" href="/pages.css"></head><body><main><h1>${title}</h1>${text}</main></body></html>`;
}

function sendPage(reply: FastifyReply, page: string) {
  return reply
    .type('text/html; charset=utf-8')
    .headers({ 'content-security-policy': policy, 'cache-control': 'no-store' })
    .serializer(String)
    .send(page);
}
