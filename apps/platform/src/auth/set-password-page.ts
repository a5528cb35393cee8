import { escapeHtml, type Page, page, preferredLanguage } from '@atrium/kit/pages/page.ts';
import { sendPage } from '@atrium/kit/pages/send-page.ts';
import type { Server } from '@atrium/kit/server.ts';
import { type Static, Type } from 'typebox';
import type { Config } from '../config.ts';
import type { Db } from '../database/db.ts';
import type { Tx } from '../database/transaction.ts';
import { defaultPath } from '../tenants/branding/defaults.ts';
import { findLook, firmOf, headOf, type Look } from '../tenants/branding/theme.ts';
import { hashOpaqueToken } from './opaque-token.ts';
import { findPasswordLink } from './queries.ts';
import { type PasswordLanguage, passwordWords } from './set-password-words.ts';

const Query = Type.Object({ token: Type.Optional(Type.String({ maxLength: 200 })) });

/** Whose link it is, as far as the page shows it; without a person the link no longer works. */
type Reader = { language: PasswordLanguage; look?: Look; email?: string };

/** The page behind a mailed link, in the look of the reader's firm and in the reader's language. */
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
  const look = link && (await findLook(tx, link.tenantUuid, origin));
  if (!link || !look) return undefined;
  const language = link.language === 'ENGLISH' ? 'en' : 'es';
  return { language, look, ...(link.isValid ? { email: link.email } : {}) };
}

function passwordPage({ language, look, email }: Reader): Page {
  const words = passwordWords[language];
  const title = email ? words.title : words.invalidTitle;
  const body = `${look ? firmOf(look) : ''}
<main data-words="${escapeHtml(JSON.stringify(words))}"><h1>${title}</h1>
<p id="lead" class="soft">${email ? `${words.for} ${escapeHtml(email)}` : words.invalid}</p>
<form id="choose" ${email ? '' : 'hidden'}>
<input type="text" autocomplete="username" value="${escapeHtml(email ?? '')}" hidden>
<p id="rule">${words.rule}</p>
<label>${words.password}<input id="password" type="password" autocomplete="new-password" minlength="8" maxlength="100" aria-describedby="rule" required></label>
<label>${words.again}<input id="again" type="password" autocomplete="new-password" required></label>
<button class="full">${words.save}</button></form>
<form id="renew" ${email ? 'hidden' : ''}>
<label>${words.email}<input id="email" type="email" autocomplete="email" maxlength="254" required></label>
<button class="full">${words.renew}</button></form>
<p id="said" role="status"></p></main>`;
  const icon = look ? headOf(look) : { iconUrl: defaultPath('faviconPng32') };
  const named = look ? `${title} · ${look.tenantName}` : title;
  return page({ ...icon, lang: language, title: named, script: '/set-password.js' }, body);
}

// The token is only ever in the mailed address and in this script, which takes it out of the address.
const script = `const token = new URLSearchParams(location.search).get('token') ?? '';
history.replaceState(null, '', location.pathname);
const part = (selector) => document.querySelector(selector);
const words = JSON.parse(part('main').dataset.words);
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
  if (password !== part('#again').value) return say(words.differ, true);
  const button = event.target.querySelector('button');
  button.disabled = true;
  const answer = await post('/api/auth/password-reset/confirm', { token, password });
  button.disabled = false;
  if (answer?.status === 204) return show(words.doneTitle, words.done, false);
  const problem = await answer?.json().catch(() => undefined);
  if (problem?.code === 'PASSWORD_LINK_INVALID') return show(words.invalidTitle, words.invalid, true);
  const fault = problem?.errors?.[0];
  if (fault?.code === 'IS_EMAIL') return say(words.isEmail, true);
  say(fault?.field === 'password' ? words.length : words.retry, true);
});

part('#renew').addEventListener('submit', async (event) => {
  event.preventDefault();
  const button = event.target.querySelector('button');
  button.disabled = true;
  const answer = await post('/api/auth/password-reset', { email: part('#email').value });
  button.disabled = false;
  if (answer?.ok) part('#renew').hidden = true;
  say(answer?.ok ? words.sent : words.retry, !answer?.ok);
});
`;
