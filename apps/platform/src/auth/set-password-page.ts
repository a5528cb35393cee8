import { escapeHtml, type Page, page, preferredLanguage } from '@atrium/kit/pages/page.ts';
import { sendPage } from '@atrium/kit/pages/send-page.ts';
import type { Server } from '@atrium/kit/server.ts';
import { type Static, Type } from 'typebox';
import type { Config } from '../config.ts';
import type { Db } from '../database/db.ts';
import type { Tx } from '../database/transaction.ts';
import { defaultPath } from '../tenants/branding/defaults.ts';
import { findTheme, firmOf, headOf, type Theme } from '../tenants/branding/theme.ts';
import { findSecurityPolicy } from '../tenants/security/queries.ts';
import { hashOpaqueToken } from './opaque-token.ts';
import { findPasswordLink } from './queries.ts';
import { type PasswordLanguage, passwordMessages } from './set-password-messages.ts';

const Query = Type.Object({ token: Type.Optional(Type.String({ maxLength: 200 })) });

/** The person a link belongs to, as far as the page shows it. Without an e-mail the link no longer works. */
type Reader = { language: PasswordLanguage; theme?: Theme; email?: string; leastLength?: number };

/** Serves the page behind a mailed link, in the theme of the reader's firm and in the reader's language. */
export async function setPasswordPage(app: Server, { config, db }: { config: Config; db: Db }) {
  const rateLimit = { max: config.rateLimits.publicBrandingPerMinute };
  const options = { config: { public: true, rateLimit }, schema: { hide: true } };

  app.get<{ Querystring: Static<typeof Query> }>(
    '/set-password',
    { ...options, schema: { hide: true, querystring: Query } },
    async (request, reply) => {
      const preferred = preferredLanguage(request.headers['accept-language'], ['es', 'en']);
      const { token } = request.query;
      const origin = await request.ownOrigin();
      const found = token && (await db.asPlatform((tx) => findReader(tx, token, origin)));
      return sendPage(reply, 200, passwordPage(found || { language: preferred }));
    },
  );

  app.get('/set-password.js', options, async (_request, reply) =>
    reply.type('text/javascript; charset=utf-8').send(script),
  );
}

async function findReader(tx: Tx, token: string, origin: string): Promise<Reader | undefined> {
  const link = await findPasswordLink(tx, hashOpaqueToken(token));
  const theme = link && (await findTheme(tx, link.tenantUuid, origin));
  if (!link || !theme) return undefined;
  const language = link.language === 'ENGLISH' ? 'en' : 'es';
  const { passwordMinLength } = await findSecurityPolicy(tx, link.tenantUuid);
  const valid = link.isValid ? { email: link.email } : {};
  return { language, theme, leastLength: passwordMinLength, ...valid };
}

function passwordPage({ language, theme, email, leastLength = 8 }: Reader): Page {
  const messages = messagesFor(language, leastLength);
  const title = email ? messages.title : messages.invalidTitle;
  const body = `${theme ? firmOf(theme) : ''}
<main data-messages="${escapeHtml(JSON.stringify(messages))}"><h1>${title}</h1>
<p id="lead" class="soft">${email ? `${messages.for} ${escapeHtml(email)}` : messages.invalid}</p>
<form id="choose" ${email ? '' : 'hidden'}>
<input type="text" autocomplete="username" value="${escapeHtml(email ?? '')}" hidden>
<p id="rule">${messages.rule}</p>
<label>${messages.password}<input id="password" type="password" autocomplete="new-password" minlength="${leastLength}" maxlength="100" aria-describedby="rule" required></label>
<label>${messages.again}<input id="again" type="password" autocomplete="new-password" required></label>
<button class="full">${messages.save}</button></form>
<form id="renew" ${email ? 'hidden' : ''}>
<label>${messages.email}<input id="email" type="email" autocomplete="email" maxlength="254" required></label>
<button class="full">${messages.renew}</button></form>
<p id="said" role="status"></p></main>`;
  const icon = theme ? headOf(theme) : { iconUrl: defaultPath('faviconPng32') };
  const named = theme ? `${title} · ${theme.tenantName}` : title;
  return page({ ...icon, lang: language, title: named, script: '/set-password.js' }, body);
}

function messagesFor(language: PasswordLanguage, leastLength: number) {
  const { rule, length, ...others } = passwordMessages[language];
  const filled = (text: string) => text.replace('{least}', String(leastLength));
  return { ...others, rule: filled(rule), length: filled(length) };
}

// The token is only ever in the mailed address and in this script, which takes it out of the address.
const script = `const token = new URLSearchParams(location.search).get('token') ?? '';
history.replaceState(null, '', location.pathname);
const part = (selector) => document.querySelector(selector);
const messages = JSON.parse(part('main').dataset.messages);
const post = (path, body) => fetch(path, {
  method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body),
}).catch(() => undefined);

function say(text, isFault) {
  part('#said').textContent = text;
  part('#said').className = isFault ? 'fault' : '';
}

function show(title, lead, isRenewable) {
  part('h1').textContent = title;
  part('#lead').textContent = lead;
  part('#choose').hidden = true;
  part('#renew').hidden = !isRenewable;
  say('');
}

part('#choose').addEventListener('submit', async (event) => {
  event.preventDefault();
  const password = part('#password').value;
  if (password !== part('#again').value) return say(messages.differ, true);
  const button = event.target.querySelector('button');
  button.disabled = true;
  const answer = await post('/api/auth/password-reset/confirm', { token, password });
  button.disabled = false;
  if (answer?.status === 204) return show(messages.doneTitle, messages.done, false);
  const problem = await answer?.json().catch(() => undefined);
  if (problem?.code === 'PASSWORD_LINK_INVALID') return show(messages.invalidTitle, messages.invalid, true);
  const fault = problem?.errors?.[0];
  if (fault?.code === 'IS_EMAIL') return say(messages.isEmail, true);
  say(fault?.field === 'password' ? messages.length : messages.retry, true);
});

part('#renew').addEventListener('submit', async (event) => {
  event.preventDefault();
  const button = event.target.querySelector('button');
  button.disabled = true;
  const answer = await post('/api/auth/password-reset', { email: part('#email').value });
  button.disabled = false;
  if (answer?.ok) part('#renew').hidden = true;
  say(answer?.ok ? messages.sent : messages.retry, !answer?.ok);
});
`;
