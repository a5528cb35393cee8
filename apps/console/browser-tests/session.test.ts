import { cpSync, globSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { chromiumPath } from '@atrium/platform/test-support/browser.ts';
import { startIdentityProvider } from '@atrium/platform/test-support/identity-provider.ts';
import type { Page, Request } from 'playwright-core';
import { afterAll, describe, expect, test } from 'vitest';
import { consoleWorld, password, settle, visit } from './console-world.ts';

if (!chromiumPath) {
  test('Signing in is not tested: there is no Chromium here', ({ skip }) => skip());
}

/** The console as it is built, in a folder from which a test can take files. */
const consoleDir = mkdtempSync(join(tmpdir(), 'atrium-console-'));
afterAll(() => rmSync(consoleDir, { recursive: true, force: true }));
const settings = { ACCESS_TOKEN_SECONDS: '5', RATE_LIMITS: 'on', CONSOLE_DIR: consoleDir };

describe.runIf(chromiumPath)('Signing in to the console', async () => {
  const world = chromiumPath ? await consoleWorld(settings, { hasAnalytics: false }) : undefined;
  if (!world) return;
  const tenant = await world.w.tenant('Andes Patrimonio');
  const staff = await tenant.as('TENANT_STAFF');
  cpSync(join(import.meta.dirname, '../dist'), consoleDir, { recursive: true });
  const bar = (page: Page, text: string) => page.getByRole('status').getByText(text);

  test('has the look of the firm at its own address, outlives a token amid work, and leads back when it is over', async () => {
    const firm = await world.w.tenant('Patrimonio Cordillera');
    const [adviser, admin] = [await firm.as('TENANT_STAFF'), await firm.as('TENANT_ADMIN')];
    const of = `/api/tenants/${firm.tenantUuid}`;
    const domain = `${firm.code.toLowerCase()}.localhost`;
    const colors = { neutral: '#5f6b6d', primary: '#7a1f4b', sidebar: '#1d2b2a' };
    expect((await admin.post(`${of}/domains`, { domain, active: true })).status).toBe(200);
    const useDefault = { neutral: false, primary: false, sidebar: false };
    const branded = await admin.post(`${of}/branding/confirm`, { colors, useDefault });
    expect(branded.status).toBe(200);
    const email = await world.letSignIn(adviser);
    const home = world.origin.replace('localhost', domain);
    const { page, context } = await world.open(`${home}/people?stage=NEW`);
    const address = () => page.url().slice(home.length);
    const act = page.getByRole('button', { name: 'Iniciar sesión', exact: true });
    const signIn = async (secret: string) => {
      await page.getByLabel('Correo').fill(email);
      await page.getByLabel('Contraseña', { exact: true }).fill(secret);
      await act.click();
    };

    // The firm is known by the host alone: nobody has said who they are.
    await page.getByRole('main').getByText('Patrimonio Cordillera', { exact: true }).waitFor();
    await act.waitFor();
    expect(await act.evaluate((each) => getComputedStyle(each).backgroundColor)).toBe(
      'rgb(122, 31, 75)',
    );
    await signIn('not the password');
    await page.getByText('El correo o la contraseña no son correctos.').waitFor();
    await signIn(password);
    await page.getByRole('heading', { name: 'Personas' }).waitFor();
    expect(address()).toBe('/people?stage=NEW');

    await visit(page, '/people/new');
    const name = page.getByLabel('Apellido paterno');
    await name.fill('Fuenzalida');
    let bearer = '';
    const refreshes: Request[] = [];
    const places: string[] = [];
    page.on('framenavigated', (frame) => void places.push(new URL(frame.url()).pathname));
    page.on('request', (request) => {
      bearer = request.headers().authorization ?? bearer;
      if (request.url().endsWith('/api/auth/refresh')) refreshes.push(request);
    });
    await visit(page, '/people');
    const holder = adviser.with({ authorization: bearer });
    const codeOf = async () => (await holder.get('/api/auth/me')).body.code;
    await expect.poll(codeOf, { interval: 250 }).toBe('TOKEN_EXPIRED');
    // Several reads at once find the token expired, and share one refresh.
    await page.getByRole('link', { name: 'Grupos familiares' }).first().click();
    await page.getByRole('heading', { name: 'Grupos familiares', level: 1 }).waitFor();
    await settle(page);
    await Promise.all(refreshes.map((request) => request.response()));
    const sentAt = refreshes.map((request) => request.timing().startTime);
    expect(sentAt.length).toBeGreaterThanOrEqual(1);
    const gaps = sentAt.slice(1).map((at, index) => at - (sentAt[index] ?? 0));
    expect(Math.min(...gaps)).toBeGreaterThan(2_500);
    await visit(page, '/people/new');
    await expect.poll(() => name.inputValue()).toBe('Fuenzalida');
    expect(places).not.toContain('/sign-in');

    await page.getByLabel('Nombre', { exact: false }).first().fill('Isabel');
    await page.getByLabel('Teléfono', { exact: true }).fill('+56 9 8765 4321');
    const elsewhere = await world.w.anonymous.post('/api/auth/login', { email, password });
    const authorization = `Bearer ${elsewhere.body.accessToken}`;
    const ended = await adviser.with({ authorization }).delete('/api/auth/sessions');
    expect(ended.status).toBe(204);
    await page.keyboard.press('Control+Enter');
    await page.getByText('Su sesión terminó. Inicie sesión para seguir').first().waitFor();
    await signIn(password);
    await expect.poll(() => name.inputValue()).toBe('Fuenzalida');
    expect(address()).toBe('/people/new');
    await page.getByRole('button', { name: 'Crear persona' }).click();
    await page.getByRole('heading', { name: 'Isabel Fuenzalida', level: 1 }).waitFor();
    await context.close();
  });

  test('outlives a reload, and nothing of it can be read by scripts', async () => {
    const { page, context } = await world.signIn(staff);
    await page.reload();
    await page.locator('main#main h1').waitFor();
    const readable = await page.evaluate(() => [
      document.cookie,
      JSON.stringify({ ...localStorage, ...sessionStorage }),
    ]);
    expect(readable[0]).toBe('');
    expect(readable[1]).not.toMatch(/eyJ|@/);
    await context.close();
  });

  test('keeps the language that was chosen before it for who says so', async () => {
    const person = await tenant.as('TENANT_STAFF');
    const { page, context } = await world.open('/sign-in');
    await page.getByRole('button', { name: /^Idioma:/ }).click();
    await page.getByRole('menuitem', { name: 'English' }).click();
    await page.getByLabel('E-mail').fill(await world.letSignIn(person));
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.keyboard.press('Enter');
    await page.getByText('El español es el idioma de su cuenta.').waitFor();
    // The question stays where the answer could not be kept.
    const own = '**/api/auth/me';
    await page.route(own, (route) =>
      route.request().method() === 'PUT' ? route.fulfill({ status: 500 }) : route.continue(),
    );
    const keep = page.getByRole('button', { name: 'Keep English' });
    await keep.click();
    await page.getByText('The language could not be saved.').waitFor();
    await page.unroute(own);
    await keep.click();
    await keep.waitFor({ state: 'detached' });
    await page.getByRole('heading', { name: 'Today', level: 1 }).waitFor();
    // Tokens are short here, that of the test too: the database is asked.
    const language = () =>
      world.w.db.asPlatform(
        (tx) => tx`
          select platform_language from staff_members
           where staff_uuid = ${person.identity['x-user-id'] ?? ''}`,
      );
    await expect.poll(language).toEqual([{ platformLanguage: 'ENGLISH' }]);
    await context.close();
  });

  test('is renewed by a mailed link in the language of the person, which ends it wherever it was', async () => {
    const person = await tenant.as('TENANT_STAFF');
    expect((await person.put('/api/auth/me', { platformLanguage: 'ENGLISH' })).status).toBe(200);
    const [email, locale, secret] = [
      await world.letSignIn(person),
      'en-US',
      'another long password',
    ];
    const old = await world.signIn(person, { locale }, '/households');
    await old.page.getByRole('heading', { name: 'Households', level: 1 }).waitFor();

    const { page, context } = await world.open('/sign-in', { locale });
    const button = (name: string) => page.getByRole('button', { name, exact: true });
    await page.getByRole('link', { name: 'Forgot your password?' }).click();
    // Signing in, which is shown until this page is loaded, has a field of the same name.
    await button('Send link').waitFor();
    await page.getByLabel('E-mail').fill(email);
    await button('Send link').click();
    await page.getByText(`If ${email} has an account`).waitFor();
    const mail = () => world.w.mails.find(({ to }) => to === email);
    await expect.poll(mail).toBeTruthy();
    expect(mail()?.subject).toBe('A new password for Andes Patrimonio');
    expect(mail()?.html).toMatch(/<html[^>]* lang="en"/);
    const link = /http\S+(\/set-password\S+)/.exec(mail()?.text ?? '')?.[1];
    const set = async (to: string) => {
      await page.goto(`${world.origin}${link}`);
      await page.getByLabel('New password').fill(to);
      await page.getByLabel('Repeat the password').fill(to);
      expect(page.url()).not.toContain('token');
      await button('Save password').click();
    };
    await set(secret);
    await page.locator('main#main h1').waitFor();

    await old.page.reload();
    const signIn = async (typed: string) => {
      await old.page.getByLabel('E-mail').fill(email);
      await old.page.getByLabel('Password', { exact: true }).fill(typed);
      await old.page.getByRole('button', { name: 'Sign in', exact: true }).click();
    };
    await signIn(password);
    await old.page.getByText('The e-mail or password is incorrect.').waitFor();
    await signIn(secret);
    await old.page.getByRole('heading', { name: 'Households', level: 1 }).waitFor();
    await old.context.close();

    await page.goto(`${world.origin}${link}`);
    await page.getByRole('heading', { name: 'This link is no longer valid' }).waitFor();
    await context.close();
  });

  test('ends in every tab at once, and Back shows nothing of it', async () => {
    const { page, context } = await world.signIn(staff);
    await visit(page, '/people');
    const other = await context.newPage();
    await other.goto(`${world.origin}/people`);
    await other.getByRole('heading', { name: 'Personas' }).waitFor();
    await page.getByRole('button', { name: /^Cuenta de/ }).click();
    await page.getByRole('menuitem', { name: 'Cerrar sesión' }).click();
    for (const each of [page, other]) await each.getByLabel('Correo').waitFor();
    await page.goBack();
    await page.getByLabel('Correo').waitFor();
    expect(await page.getByRole('heading', { name: 'Personas' }).count()).toBe(0);
    await other.goto('about:blank');
    await other.goBack();
    await other.getByLabel('Correo').waitFor();
    expect(await other.evaluate(() => Object.keys({ ...localStorage, ...sessionStorage }))).toEqual(
      [],
    );
    await context.close();
  });

  test('ends after the idle time of the firm, which every tab counts and no reload renews', async () => {
    const firm = await world.w.tenant('Firma puntual');
    const [admin, adviser] = [await firm.as('TENANT_ADMIN'), await firm.as('TENANT_STAFF')];
    const policy = `/api/tenants/${admin.identity['x-tenant-uuid']}/security`;
    expect((await admin.put(policy, { idleMinutes: 5 })).status).toBe(200);
    const { page, context } = await world.signIn(adviser);
    await context.clock.install();
    await page.goto(`${world.origin}/people/new`);
    const name = page.getByLabel('Apellido paterno');
    await name.fill('Fuenzalida');
    const other = await context.newPage();
    await other.goto(`${world.origin}/people`);
    await other.getByRole('heading', { name: 'Personas' }).waitFor();

    await context.clock.fastForward('04:00');
    const noteOf = (each: Page) => each.evaluate(() => localStorage.getItem('atrium-session'));
    const before = await noteOf(page);
    await other.keyboard.press('Shift');
    // What a tab notes comes to the others a moment later, which is no time of theirs.
    await expect.poll(() => noteOf(page)).not.toBe(before);
    await context.clock.fastForward('04:00');
    await expect.poll(() => name.inputValue()).toBe('Fuenzalida');
    await context.clock.fastForward('05:01');
    for (const each of [page, other]) {
      await bar(each, 'Cerramos su sesión porque no hubo actividad').waitFor();
      expect(await each.getByText('Fuenzalida').count()).toBe(0);
    }
    await other.close();

    // Signed in again, the person is where they were, with what they had typed.
    const again = async () => {
      await page.getByLabel('Correo').fill(adviser.identity['x-user-email'] ?? '');
      await page.getByLabel('Contraseña', { exact: true }).fill(password);
      await page.getByRole('button', { name: 'Iniciar sesión', exact: true }).click();
      await expect.poll(() => name.inputValue()).toBe('Fuenzalida');
    };
    await again();
    expect(new URL(page.url()).pathname).toBe('/people/new');
    const now = await page.evaluate(() => Date.now());
    await context.clock.setSystemTime(now + 6 * 60_000);
    await page.reload();
    await bar(page, 'Cerramos su sesión porque no hubo actividad').waitFor();
    await again();
    await context.close();
  });

  test('says how long to wait after too many tries, and counts it down', async () => {
    const pair = { email: 'nobody@example.com', password: 'not the password' };
    for (let time = 0; time < 10; time++) await world.w.anonymous.post('/api/auth/login', pair);
    const { page, context } = await world.open('/sign-in');
    await context.clock.install();
    await page.reload();
    await page.getByLabel('Correo').fill(pair.email);
    await page.getByLabel('Contraseña', { exact: true }).fill(pair.password);
    const act = page.getByRole('button', { name: 'Iniciar sesión', exact: true });
    await act.click();
    await page
      .getByRole('alert')
      .getByText(/Demasiados intentos. Espere \d+ segundos?/)
      .first()
      .waitFor();
    // A reader speaks the first count alone.
    expect(
      await page.getByRole('alert').locator('[aria-hidden="true"]', { hasText: 'Espere' }).count(),
    ).toBe(1);
    expect(await act.isDisabled()).toBe(true);
    await context.clock.fastForward('01:01');
    await page.getByRole('alert').getByText('Puede intentarlo de nuevo.').waitFor();
    expect(await act.isDisabled()).toBe(false);
    await context.close();
  });

  test('asks for the e-mail first, and leads to the provider of the firm and back', async () => {
    const provider = await startIdentityProvider();
    const firm = await world.w.tenant();
    const admin = await firm.as('TENANT_ADMIN');
    const [domain, path] = ['sso.example', `/api/tenants/${firm.tenantUuid}/sso`];
    const connection = { isActive: true, issuer: provider.issuer, clientId: 'console' };
    expect((await admin.put(path, { ...connection, emailDomains: [domain] })).status).toBe(200);
    const email = `eva@${domain}`;
    await firm.staff({ userEmail: email, email });
    const { page, context } = await world.open('/sign-in?error=SSO_EMAIL_DOMAIN');
    await page.getByRole('alert').getByText('correo confirmado').waitFor();
    // Who comes back from the provider too late begins anew in the same place.
    await page.goto(`${world.origin}/api/auth/sso/callback?state=late&code=late`);
    await page.getByRole('alert').getByText('tardó demasiado').waitFor();
    const secret = page.getByLabel('Contraseña', { exact: true });
    const inReach = () => secret.evaluate((each) => (each as HTMLInputElement).tabIndex === 0);
    expect(await inReach()).toBe(false);
    await page.getByLabel('Correo').fill('nobody@nowhere.example');
    await expect.poll(inReach).toBe(true);
    // Who goes on with Enter, and no password yet, is led to its field.
    await page.getByLabel('Correo').press('Enter');
    const isThere = () => secret.evaluate((each) => each === document.activeElement);
    await expect.poll(isThere).toBe(true);
    const toProvider = page.getByRole('button', { name: 'Entrar con el proveedor de su firma' });
    expect(await toProvider.count()).toBe(0);
    await page.getByLabel('Correo').fill(email);
    await toProvider.waitFor();
    await page.getByRole('button', { name: 'Iniciar sesión', exact: true }).click();
    await page.locator('main#main h1').waitFor();
    expect(new URL(page.url()).pathname + new URL(page.url()).hash).toBe('/');
    await page.reload();
    await page.locator('main#main h1').waitFor();
    await context.close();
    provider.stop();
  });

  test('shows without a network that there is none, and lets nothing be written', async () => {
    const { page, context } = await world.signIn(staff);
    await visit(page, '/people/new');
    const save = page.getByRole('button', { name: 'Crear persona' });
    await context.setOffline(true);
    await bar(page, 'Sin conexión').waitFor();
    await expect.poll(() => save.isDisabled()).toBe(true);
    // What is there to be read is asked for again when the network is back, what is missing too.
    await page.getByRole('link', { name: 'Grupos familiares' }).click();
    await page.getByRole('heading', { name: 'Sin conexión', level: 1 }).waitFor();
    await context.setOffline(false);
    await page.getByRole('heading', { name: 'Grupos familiares', level: 1 }).waitFor();
    await bar(page, 'Sin conexión').waitFor({ state: 'hidden' });
    await context.setOffline(true);
    await visit(page, '/households?q=nobody');
    const told = page.getByText('No hay conexión con el servidor');
    await page.getByRole('alert').filter({ has: told }).first().waitFor();
    await context.setOffline(false);
    await expect.poll(() => told.count()).toBe(0);
    await context.close();
  });

  test('outlives a new release, whose files have other names', async () => {
    const { page, context } = await world.signIn(staff);
    const missing = globSync(join(consoleDir, 'assets/board-*.js*'));
    expect(missing.length).toBeGreaterThan(0);
    const aside = (path: string) => join(consoleDir, basename(path));
    const put = (isThere: boolean) => {
      for (const path of missing)
        renameSync(...((isThere ? [aside(path), path] : [path, aside(path)]) as [string, string]));
    };
    put(false);
    const loads: string[] = [];
    page.on('load', () => void loads.push(page.url()));
    await visit(page, '/people/pipeline').catch(() => undefined);
    await page.getByRole('heading', { name: 'Algo falló', level: 1 }).waitFor();
    await expect.poll(() => loads.length).toBe(1);
    put(true);
    await page.getByRole('button', { name: 'Volver a cargar' }).click();
    await page.getByRole('heading', { name: 'Etapas', level: 1 }).waitFor();
    await context.close();
  });
});
