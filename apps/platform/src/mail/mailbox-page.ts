import { escapeHtml } from '@atrium/kit/pages/escape-html.ts';
import { type Page, page } from '@atrium/kit/pages/page.ts';
import { sendPage } from '@atrium/kit/pages/send-page.ts';
import type { Server } from '@atrium/kit/server.ts';
import { Type } from 'typebox';
import { notFound, orNotFound, Problem } from '../problems.ts';
import { defaultPath } from '../tenants/branding/defaults.ts';
import type { Mail, Mailbox } from './mailbox.ts';

const options = { config: { public: true, rateLimit: false as const }, schema: { hide: true } };
const bodyPolicy =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data: https: http:; frame-ancestors 'self'; sandbox allow-popups allow-popups-to-escape-sandbox";

const head = { lang: 'en', iconUrl: defaultPath('faviconPng32'), script: '/dev/mailbox.js' };
const ById = Type.Object({ id: Type.String() });
const ByPart = Type.Object({ id: Type.String(), part: Type.Integer({ minimum: 0 }) });

/**
 * Serves the mailbox of development as a page and as JSON. Its mails hold links that set passwords,
 * so it answers no page of another name that was led to this machine.
 */
export async function mailboxPage(server: Server, mailbox: Mailbox) {
  await server.register(async (app) => {
    app.addHook('onRequest', async (request) => {
      if (!(await request.namesThisMachine()))
        throw new Problem('FORBIDDEN', 'The mailbox answers at localhost only');
    });
    routes(app, mailbox);
  });
}

function routes(app: Server, mailbox: Mailbox) {
  const find = (id: string): Promise<Mail> => orNotFound(mailbox.find(id), 'message');

  app.get('/dev/mailbox.json', options, () => mailbox.list());
  app.get('/dev/mailbox.js', options, async (_request, reply) =>
    reply.type('text/javascript; charset=utf-8').send(script),
  );
  app.get('/dev/mailbox', options, async (_request, reply) =>
    sendPage(reply, 200, listPage(await mailbox.list())),
  );

  app.get(
    '/dev/mailbox/:id',
    { ...options, schema: { hide: true, params: ById } },
    async (request, reply) => {
      const { html, policy } = mailPage(await find(request.params.id));
      return sendPage(reply, 200, { html, policy: `${policy}; frame-src 'self'` });
    },
  );

  app.get(
    '/dev/mailbox/:id/body',
    { ...options, schema: { hide: true, params: ById } },
    async (request, reply) => {
      const { html } = await find(request.params.id);
      return reply
        .type('text/html; charset=utf-8')
        .headers({ 'content-security-policy': bodyPolicy, 'x-frame-options': 'SAMEORIGIN' })
        .send(html.replace('<head>', '<head><base target="_blank">'));
    },
  );

  app.get(
    '/dev/mailbox/:id/attachments/:part',
    { ...options, schema: { hide: true, params: ByPart } },
    async ({ params }, reply) => {
      const attachment = (await find(params.id)).attachments[params.part];
      if (!attachment) throw notFound('attachment');
      const name = encodeURIComponent(attachment.filename || 'attachment');
      return reply
        .type('application/octet-stream')
        .header('content-disposition', `attachment; filename*=UTF-8''${name}`)
        .send(Buffer.from(attachment.content, 'base64'));
    },
  );
}

function listPage(mails: Mail[]): Page {
  const rows = mails.map(
    ({ id, to, subject, date, attachments }) =>
      `<li><a href="/dev/mailbox/${id}"><strong>${escapeHtml(subject)}</strong>${timeOf(date)}<span>${escapeHtml(to)}</span>${attachments.length > 0 ? '<span>with attachment</span>' : ''}</a></li>`,
  );
  const list =
    rows.length > 0 ? `<ul class="rows">${rows.join('')}</ul>` : '<p>No messages yet.</p>';
  return page(
    { ...head, title: 'Mailbox' },
    `<main class="wide"><h1>Mailbox</h1><p class="soft">Every message of this development platform, newest first. <a href="/dev/mailbox.json">As JSON</a></p>${list}</main>`,
  );
}

function mailPage(mail: Mail): Page {
  const { id, from, replyTo, to, subject, date, attachments, html, text } = mail;
  const files = attachments.map(
    ({ filename, contentType, content }, at) =>
      `<a href="/dev/mailbox/${id}/attachments/${at}">${escapeHtml(filename || contentType)}</a> <span class="soft">${Math.ceil((content.length * 3) / 4096)} KB</span>`,
  );
  const facts = [
    ['From', escapeHtml(from)],
    ...(replyTo ? [['Replies to', escapeHtml(replyTo)]] : []),
    ['To', escapeHtml(to)],
    ['Sent', timeOf(date)],
    ...(files.length > 0 ? [['Attached', files.join('<br>')]] : []),
  ];
  const list = facts.map(([term, value]) => `<dt>${term}</dt><dd>${value}</dd>`).join('');
  const content = html
    ? `<iframe class="sheet" src="/dev/mailbox/${id}/body" title="The message" sandbox="allow-popups allow-popups-to-escape-sandbox"></iframe>`
    : `<p>${escapeHtml(text).replaceAll('\n', '<br>')}</p>`;
  return page(
    { ...head, title: subject },
    `<main class="wide"><p><a href="/dev/mailbox">← All messages</a></p><h1>${escapeHtml(subject)}</h1><dl>${list}</dl>${content}</main>`,
  );
}

/** Returns a time that the page's script turns into the reader's own; in UTC without it. */
function timeOf(date: string): string {
  const instant = new Date(date);
  if (Number.isNaN(instant.valueOf())) return `<span>${escapeHtml(date)}</span>`;
  const text = `${instant.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
  return `<time datetime="${instant.toISOString()}">${text}</time>`;
}

const script = `for (const time of document.querySelectorAll('time'))
  time.textContent = new Date(time.dateTime).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' });
`;
