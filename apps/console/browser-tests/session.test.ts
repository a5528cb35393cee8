import { chromiumPath } from '@atrium/platform/test-support/browser.ts';
import { describe, expect, test } from 'vitest';
import { consoleWorld, password, settle, visit } from './console-world.ts';

if (!chromiumPath) {
  test('Signing in is not tested: there is no Chromium here', ({ skip }) => skip());
}

describe.runIf(chromiumPath)('Signing in to the console', async () => {
  const world = chromiumPath ? await consoleWorld({ ACCESS_TOKEN_SECONDS: '5' }) : undefined;
  if (!world) return;
  const tenant = await world.w.tenant('Andes Patrimonio');
  const staff = await tenant.as('TENANT_STAFF');
  const email = await world.letSignIn(staff);

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
    const refreshes: string[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/api/auth/refresh')) refreshes.push(request.url());
    });
    await page.reload();
    await page.locator('main#main h1').waitFor();
    expect(refreshes).toHaveLength(1);
    // Several reads at once find the token expired, and share one refresh.
    const expires = performance.now() + 5_200;
    await expect.poll(() => performance.now()).toBeGreaterThan(expires);
    faults.length = 0;
    await visit(page, '/people');
    await page.getByRole('heading', { name: 'Personas' }).waitFor();
    await settle(page);
    expect(refreshes).toHaveLength(2);
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
