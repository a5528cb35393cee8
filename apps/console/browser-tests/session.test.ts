import { cpSync, globSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { chromiumPath } from '@atrium/platform/test-support/browser.ts';
import type { Page } from 'playwright-core';
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
  const email = await world.letSignIn(staff);
  cpSync(join(import.meta.dirname, '../dist'), consoleDir, { recursive: true });
  const bar = (page: Page, text: string) => page.getByRole('status').getByText(text);

  test('tells a wrong pair, takes the right one, and leads back to where the person was going', async () => {
    const { page, context } = await world.open('/people?stage=NEW');
    await page.getByLabel('Correo').fill(email);
    await page.getByLabel('Contraseña', { exact: true }).fill('not the password');
    await page.getByRole('button', { name: 'Iniciar sesión', exact: true }).click();
    await page.getByText('El correo o la contraseña no son correctos.').waitFor();
    await page.getByLabel('Contraseña', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Iniciar sesión', exact: true }).click();
    await page.getByRole('heading', { name: 'Personas' }).waitFor();
    expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe('/people?stage=NEW');
    await context.close();
  });

  test('outlives the access token and a reload, and nothing of it can be read by scripts', async () => {
    const { page, context, faults } = await world.signIn(staff);
    const refreshes: number[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/api/auth/refresh')) refreshes.push(performance.now());
    });
    await page.reload();
    await page.locator('main#main h1').waitFor();
    expect(refreshes.length).toBeGreaterThanOrEqual(1);
    // Several reads at once find the token expired, and share one refresh.
    const expires = performance.now() + 5_200;
    await expect.poll(() => performance.now()).toBeGreaterThan(expires);
    faults.length = 0;
    await visit(page, '/people');
    await page.getByRole('heading', { name: 'Personas' }).waitFor();
    await settle(page);
    expect(refreshes.length).toBeGreaterThanOrEqual(2);
    const gaps = refreshes.slice(1).map((at, index) => at - (refreshes[index] ?? 0));
    expect(Math.min(...gaps)).toBeGreaterThan(2_500);
    const readable = await page.evaluate(() => [
      document.cookie,
      JSON.stringify({ ...localStorage, ...sessionStorage }),
    ]);
    expect(readable[0]).toBe('');
    expect(readable[1]).not.toMatch(/eyJ|@/);
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
    await other.keyboard.press('Shift');
    await context.clock.fastForward('04:00');
    await expect.poll(() => name.inputValue()).toBe('Fuenzalida');
    await context.clock.fastForward('05:01');
    for (const each of [page, other]) {
      await bar(each, 'Cerramos la sesión porque no hubo actividad').waitFor();
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
    await bar(page, 'Cerramos la sesión porque no hubo actividad').waitFor();
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
      .waitFor();
    expect(await act.isDisabled()).toBe(true);
    await context.clock.fastForward('01:01');
    await page.getByRole('alert').getByText('Puede intentarlo de nuevo.').waitFor();
    expect(await act.isDisabled()).toBe(false);
    await context.close();
  });

  test('shows without a network that there is none, and lets nothing be written', async () => {
    const { page, context } = await world.signIn(staff);
    await visit(page, '/people/new');
    const save = page.getByRole('button', { name: 'Guardar y seguir' });
    await context.setOffline(true);
    await bar(page, 'Sin conexión').waitFor();
    expect(await save.isDisabled()).toBe(true);
    // What is there to be read is asked for again when the network is back, what is missing too.
    await page.getByRole('link', { name: 'Grupos familiares' }).click();
    await page.getByRole('heading', { name: 'Sin conexión', level: 1 }).waitFor();
    await context.setOffline(false);
    await page.getByRole('heading', { name: 'Grupos familiares', level: 1 }).waitFor();
    await bar(page, 'Sin conexión').waitFor({ state: 'hidden' });
    await context.setOffline(true);
    await visit(page, '/households?q=nobody');
    await page.getByRole('alert').getByText('No hay conexión con el servidor').waitFor();
    await context.setOffline(false);
    await page.getByText('No hay conexión con el servidor').waitFor({ state: 'hidden' });
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

  test('is renewed by a mailed link, which ends the old password', async () => {
    const { page, context } = await world.open('/sign-in');
    await page.getByRole('link', { name: '¿Olvidó su contraseña?' }).click();
    await page.getByLabel('Correo').fill(email);
    const before = world.w.mails.length;
    await page.getByRole('button', { name: 'Enviar enlace' }).click();
    await page.getByText(`Si ${email} tiene una cuenta`).waitFor();
    await expect.poll(() => world.w.mails.length).toBeGreaterThan(before);
    const link = /http\S+(\/set-password\S+)/.exec(world.w.mails.at(-1)?.text ?? '')?.[1];
    await page.goto(`${world.origin}${link}`);
    await page.getByLabel('Contraseña nueva').fill('another long password');
    await page.getByLabel('Repita la contraseña').fill('another long password');
    expect(page.url()).not.toContain('token');
    await page.getByRole('button', { name: 'Guardar contraseña' }).click();
    await page.getByRole('heading', { name: 'Contraseña guardada' }).waitFor();
    const old = await world.w.anonymous.post('/api/auth/login', { email, password });
    expect(old.status).toBe(401);
    await page.goto(`${world.origin}${link}`);
    await page.getByLabel('Contraseña nueva').fill('a third long password');
    await page.getByLabel('Repita la contraseña').fill('a third long password');
    await page.getByRole('button', { name: 'Guardar contraseña' }).click();
    await page.getByRole('heading', { name: 'Este enlace ya no sirve' }).waitFor();
    await context.close();
  });
});
