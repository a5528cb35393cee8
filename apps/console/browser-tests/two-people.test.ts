import { chromiumPath } from '@atrium/platform/test-support/browser.ts';
import type { Client } from '@atrium/platform/test-support/client.ts';
import type { BrowserContext, Page, Request } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { type ConsoleWorld, consoleWorld, password, settle } from './console-world.ts';

if (!chromiumPath) {
  test('Two people in one browser are not tested: there is no Chromium here', ({ skip }) => skip());
}

/** Lets a page hear nothing of other tabs and see no note of theirs, as one that was asleep. */
const hearNothing = () => {
  Object.assign(globalThis, {
    BroadcastChannel: class {
      postMessage() {}
      close() {}
    },
  });
  addEventListener('storage', (event) => event.stopImmediatePropagation(), { capture: true });
  const noteName = 'atrium-session';
  const { getItem, setItem, removeItem } = Storage.prototype;
  let own = getItem.call(localStorage, noteName);
  Object.assign(Storage.prototype, {
    getItem(this: Storage, name: string) {
      return this === localStorage && name === noteName ? own : getItem.call(this, name);
    },
    setItem(this: Storage, name: string, text: string) {
      if (this === localStorage && name === noteName) own = text;
      setItem.call(this, name, text);
    },
    removeItem(this: Storage, name: string) {
      if (this === localStorage && name === noteName) own = null;
      else removeItem.call(this, name);
    },
  });
};
const uuidOf = ({ identity }: Client) => identity['x-user-id'] ?? '';

/** Returns what people do in the tabs of one browser. */
function peopleIn({ origin, letSignIn }: ConsoleWorld) {
  /** Signs somebody in on a page that is at the sign-in page. */
  async function signIn(page: Page, client: Client) {
    await page.getByLabel('Correo').fill(await letSignIn(client));
    await page.getByLabel('Contraseña', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Iniciar sesión', exact: true }).click();
  }

  /** Opens a tab at an address and signs somebody in there. */
  async function tabOf(context: BrowserContext, client: Client, path: string) {
    const page = await context.newPage();
    await page.goto(`${origin}/sign-in?next=${encodeURIComponent(path)}`);
    await signIn(page, client);
    await page.locator('main#main h1').waitFor();
    await settle(page);
    return page;
  }

  /** Asks in a tab for a new token by the cookie, as somebody. */
  const refreshAs = (page: Page, client: Client) =>
    page.evaluate(async (userUuid) => {
      const body = JSON.stringify({ cookie: true, userUuid });
      const headers = { 'content-type': 'application/json' };
      return (await fetch('/api/auth/refresh', { method: 'POST', headers, body })).status;
    }, uuidOf(client));

  return { refreshAs, signIn, tabOf };
}

describe.runIf(chromiumPath)('Two people in one browser', async () => {
  const world = chromiumPath
    ? await consoleWorld({ ACCESS_TOKEN_SECONDS: '5' }, { hasAnalytics: false })
    : undefined;
  if (!world) return;
  const { w, origin, open } = world;
  const [firm, foreign] = [await w.tenant('Andes Patrimonio'), await w.tenant('Otra Firma')];

  const { refreshAs, signIn, tabOf } = peopleIn(world);

  const whoAsks = (request: Request) => request.headers()['x-user-id'];
  const emailOf = ({ identity }: Client) => identity['x-user-email'] ?? '';
  const sentence = (page: Page) => page.getByText('Otra persona inició sesión en este navegador');
  const forms = {
    '/people/new': (page: Page) => page.getByLabel('Apellido paterno'),
    '/meetings/new': (page: Page) => page.getByLabel('Título'),
  };
  const made = () =>
    w.db.asPlatform(
      (tx) => tx<{ count: number }[]>`
        select (select count(*)::int from contacts) + (select count(*)::int from meetings) as count`,
    );

  describe.each([
    ['of the same firm', firm, '/people/new'],
    ['of another firm', foreign, '/meetings/new'],
  ] as const)('the second one %s', (_title, secondFirm, path) => {
    test('are told apart at once: the first one’s tab ends, nothing of it is sent as the second', async () => {
      const [a, b] = [await firm.as('TENANT_STAFF'), await secondFirm.as('TENANT_STAFF')];
      const { page: blank, context } = await open('/sign-in');
      await blank.close();
      const first = await tabOf(context, a, path);
      const field = forms[path];
      await field(first).fill('Cruzada');
      const before = await made();
      const asked: Request[] = [];
      first.on('request', (request) => void asked.push(request));

      const second = await tabOf(context, b, '/people');
      await sentence(first).waitFor();
      expect(await first.getByText('Cruzada').count()).toBe(0);
      expect(asked.filter((each) => whoAsks(each) === uuidOf(b))).toEqual([]);
      expect(await made()).toEqual(before);

      // The second one goes on, on a page without anything of the first.
      await first.getByRole('button', { name: 'Continuar como la otra persona' }).click();
      await first.locator('main#main h1').waitFor({ timeout: 60_000 });
      expect(new URL(first.url()).pathname).toBe('/');
      await first.goto(`${origin}${path}`);
      await expect.poll(() => field(first).inputValue()).toBe('');
      await settle(second);
      await context.close();
    });
  });

  test('a tab that hears of it before it sees what the other tab noted leaves the second one’s session to be found', async () => {
    const [a, b] = [await firm.as('TENANT_STAFF'), await foreign.as('TENANT_STAFF')];
    const { page: other, context } = await open('/sign-in');
    const first = await tabOf(context, a, '/people');
    // Until when the session may idle is noted anew by what moves on the page.
    const notedIn = async (page: Page) => {
      const note = await page.evaluate(() => localStorage.getItem('atrium-session'));
      return (JSON.parse(note ?? 'null') as { userUuid: string } | null)?.userUuid;
    };
    const user = { userUuid: uuidOf(b), tenantUuid: foreign.tenantUuid };
    await other.evaluate(
      (signed) => {
        new BroadcastChannel('atrium-session').postMessage({ signed });
      },
      { accessToken: '', user },
    );
    await sentence(first).waitFor();
    expect(await notedIn(first)).toBe(uuidOf(a));
    await context.close();
  });

  test('a tab that heard of nothing asks for its own session, and sends nothing as the other', async () => {
    const [a, b] = [await firm.as('TENANT_STAFF'), await foreign.as('TENANT_STAFF')];
    const { page: first, context } = await open('/sign-in?next=%2Fpeople%2Fnew');
    await first.addInitScript(hearNothing);
    await first.reload();
    await signIn(first, a);
    await first.getByLabel('Nombre', { exact: false }).first().fill('Doble');
    await first.getByLabel('Apellido paterno').fill('Cruzada');
    const before = await made();
    const asked: Request[] = [];
    first.on('request', (request) => void asked.push(request));
    const second = await tabOf(context, b, '/people');
    const elsewhere = await w.anonymous.post('/api/auth/login', { email: emailOf(a), password });
    const authorization = `Bearer ${elsewhere.body.accessToken}`;
    expect((await a.with({ authorization }).delete('/api/auth/sessions')).status).toBe(204);

    // It asks when it is to save, or before, by itself.
    await first.keyboard.press('Control+Enter');
    await sentence(first).waitFor();
    const refreshes = asked.filter((each) => each.url().endsWith('/api/auth/refresh'));
    expect(refreshes.length).toBeGreaterThan(0);
    for (const each of refreshes)
      expect(each.postDataJSON()).toMatchObject({
        userUuid: uuidOf(a),
        tenantUuid: firm.tenantUuid,
      });
    expect(asked.filter((each) => whoAsks(each) === uuidOf(b))).toEqual([]);
    expect(await made()).toEqual(before);

    // The second one was not signed out by it, and the first finds what was typed after signing in again.
    expect(await refreshAs(second, b)).toBe(200);
    await signIn(first, a);
    await expect.poll(() => first.getByLabel('Apellido paterno').inputValue()).toBe('Cruzada');
    await context.close();
  });
});

describe.runIf(chromiumPath)('Two people in one browser, whose tokens last', async () => {
  const world = chromiumPath ? await consoleWorld({}, { hasAnalytics: false }) : undefined;
  if (!world) return;
  const firm = await world.w.tenant();
  const { refreshAs, signIn, tabOf } = peopleIn(world);

  test('signing out of a tab that heard of nothing leaves the other person signed in', async () => {
    const [a, b] = [await firm.as('TENANT_STAFF'), await firm.as('TENANT_STAFF')];
    const { page: first, context } = await world.open('/sign-in?next=%2Fpeople');
    await first.addInitScript(hearNothing);
    await first.reload();
    await signIn(first, a);
    await first.getByRole('heading', { name: 'Personas' }).waitFor();
    const second = await tabOf(context, b, '/people');
    await first.getByRole('button', { name: /^Cuenta/ }).click();
    const answer = first.waitForResponse((each) => each.url().endsWith('/api/auth/logout'));
    await first.getByRole('menuitem', { name: 'Cerrar sesión' }).click();
    expect((await answer).status()).toBe(409);
    expect(await refreshAs(second, b)).toBe(200);
    await context.close();
  });
});
