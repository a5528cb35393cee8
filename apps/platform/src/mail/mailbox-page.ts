import type { Server } from '@atrium/kit/server.ts';
import { Type } from 'typebox';
import { notFound, Problem } from '../problems.ts';
import { escapeHtml } from './html.ts';
import type { Mail, Mailbox } from './mailbox.ts';

const options = { config: { public: true, rateLimit: false as const }, schema: { hide: true } };
const sandbox =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data: https: http:; frame-src 'self'";

/**
 * The development mailbox in a browser and as JSON. Registered in development only. Its mails hold
 * links that set passwords, so it answers no page of another name that was led to this machine.
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
  app.get('/dev/mailbox.json', options, () => mailbox.list());

  app.get('/dev/mailbox', options, async (_request, reply) => {
    return reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', sandbox)
      .send(page(await mailbox.list()));
  });

  app.get(
    '/dev/mailbox/:id',
    { ...options, schema: { hide: true, params: Type.Object({ id: Type.String() }) } },
    async (request, reply) => {
      const mail = await mailbox.find(request.params.id);
      if (!mail) throw notFound('message');
      return reply
        .type('text/html; charset=utf-8')
        .header('content-security-policy', sandbox)
        .send(mail.html);
    },
  );
}

function page(mails: Mail[]): string {
  const rows = mails.map(
    ({ id, to, subject, date }) =>
      `<li><a href="/dev/mailbox/${id}"><b>${escapeHtml(subject)}</b><span>${escapeHtml(to)}</span><time>${escapeHtml(date)}</time></a></li>`,
  );
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Mailbox</title><style>
body{font:16px/1.5 system-ui,sans-serif;max-width:48rem;margin:2rem auto;padding:0 1rem;color:#1d2733;background:#f6f7f9}
ul{list-style:none;padding:0}a{display:grid;gap:.1rem;padding:.8rem 1rem;margin:.5rem 0;background:#fff;border:1px solid #dfe4ea;border-radius:.5rem;color:inherit;text-decoration:none}
a:hover{border-color:#2f5d8a}span,time{color:#5b6775;font-size:.9rem}</style>
<h1>Mailbox</h1><p>Every message of this development platform, newest first. <a style="display:inline;padding:0;border:0;background:none;text-decoration:underline" href="/dev/mailbox.json">JSON</a></p>
<ul>${rows.join('') || '<p>No messages yet.</p>'}</ul></html>`;
}
