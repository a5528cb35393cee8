import type { Ask } from './authorize.ts';
import { html, page } from './html.ts';

type Look = { title: string; accent: string };

/** Says who is connecting, what for, and the accounts to choose from. */
export function consentPage(
  { title, accent }: Look,
  ask: Ask,
  accounts: { email: string; name: string }[],
): string {
  const hint = ask.login_hint?.toLowerCase() ?? '';
  const known = accounts.some(({ email }) => email === hint);
  const carried = Object.entries(ask).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
  );
  const choices = accounts.map(
    ({ email, name }, at) => html`<label><input type="radio" name="account" value="${email}"
      ${(known ? email === hint : !hint && at === 0) && html`checked`}>${name} <small>${email}</small></label>`,
  );
  return page(
    `Sign in: ${title}`,
    accent,
    html`<main><p class="soft">${title}</p>
<h1>${ask.client_id} wants to read and change a calendar</h1>
<form method="post">
<fieldset><legend>Whose?</legend>${carried}${choices}
<label><input type="radio" name="account" value="" ${(accounts.length === 0 || (hint !== '' && !known)) && html`checked`}>another account
<input type="email" name="other" value="${known ? '' : hint}" placeholder="name@example.com" aria-label="E-mail address of another account"></label></fieldset>
<div class="choices"><button class="full" name="decision" value="allow">Allow</button>
<button name="decision" value="deny" formnovalidate>Deny</button></div>
</form>
<details><summary>What it asks for</summary><ul class="soft">${(ask.scope ?? '').split(' ').map((each) => html`<li>${each}</li>`)}</ul></details>
<p class="note">This is a simulated calendar provider: it asks for no password, and nothing leaves this machine.</p></main>`,
  );
}

/** Said to the person, since an untrusted redirect address must not be followed. */
export function refusedPage({ title, accent }: Look, why: string): string {
  return page(
    `Refused: ${title}`,
    accent,
    html`<main><p class="soft">${title}</p><h1>This request cannot be answered</h1><p>${why}</p></main>`,
  );
}
