import { chromiumPath } from '@atrium/platform/test-support/browser.ts';
import { codeOf } from '@atrium/platform/test-support/second-factor-world.ts';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { consoleWorld, password } from './console-world.ts';

if (!chromiumPath) {
  test('The own account is not tested: there is no Chromium here', ({ skip }) => skip());
}

describe.runIf(chromiumPath)('The own account', async () => {
  const world = chromiumPath ? await consoleWorld({}, { hasAnalytics: false }) : undefined;
  if (!world) return;
  const tenant = await world.w.tenant('Andes Patrimonio');
  const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
  const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

  /** Opens the sign-in page on its way to the own account. */
  async function open() {
    const opened = await world?.open('/sign-in?next=/settings');
    if (!opened) throw new Error('There is no world');
    return opened;
  }

  async function typePair(page: Page, email: string, secret = password) {
    await page.getByLabel('Correo').fill(email);
    await page.getByLabel('Contraseña', { exact: true }).fill(secret);
    await button(page, 'Iniciar sesión').click();
  }
  const arrived = (page: Page) =>
    page.getByRole('heading', { name: 'Mi cuenta', level: 1 }).waitFor();

  async function leave(page: Page) {
    await page.getByRole('button', { name: /^Cuenta de/ }).click();
    await page.getByRole('menuitem', { name: 'Cerrar sesión' }).click();
    await page.getByLabel('Correo').waitFor();
    await page.goto(`${world?.origin}/sign-in?next=/settings`);
  }

  test('asks for a code of the app or a recovery code at the next sign-in, once they are set up', async () => {
    const email = await world.letSignIn(await tenant.as('TENANT_STAFF'));
    const { page, context } = await open();
    await typePair(page, email);
    await arrived(page);
    const factor = section(page, 'Segundo factor');
    await button(page, 'Configurar aplicación').click();
    const secret = (await page.getByRole('dialog').locator('code').innerText()).replaceAll(' ', '');
    await page.getByLabel('Código de 6 dígitos').fill('000000');
    await button(page, 'Confirmar').click();
    await page.getByText('El código no es correcto.').waitFor();
    await page.getByLabel('Código de 6 dígitos').fill(codeOf(secret));
    await button(page, 'Confirmar').click();
    const codes = page.getByRole('dialog', { name: 'Códigos de recuperación' });
    await codes.waitFor();
    await expect.poll(() => codes.getByRole('listitem').count()).toBe(10);
    const recovery = await codes.getByRole('listitem').first().innerText();
    await button(page, 'Ya los guardé').click();
    await factor.getByText('Activo').waitFor();
    await factor.getByText('Le quedan 10 códigos').waitFor();

    await leave(page);
    await typePair(page, email);
    await page.getByRole('heading', { name: 'Confirme que es usted' }).waitFor();
    await page.getByLabel('Código', { exact: true }).fill('000000');
    await button(page, 'Confirmar').click();
    await page
      .getByRole('alert')
      .getByText('El código o la llave de acceso no es correcto')
      .waitFor();
    // The code of this step set the app up, and works once.
    await page.getByLabel('Código', { exact: true }).fill(codeOf(secret, 1));
    await button(page, 'Confirmar').click();
    await arrived(page);

    await leave(page);
    await typePair(page, email);
    await button(page, 'Usar un código de recuperación').click();
    await page.getByLabel('Código de recuperación').fill(recovery);
    await button(page, 'Confirmar').click();
    await arrived(page);
    await factor.getByText('Le quedan 9 códigos').waitFor();
    await factor.getByRole('button', { name: 'Nuevos códigos de recuperación' }).click();
    await page.getByRole('dialog').getByLabel('Contraseña actual').fill(password);
    await page
      .getByRole('dialog')
      .getByRole('button', { name: 'Nuevos códigos de recuperación' })
      .click();
    await codes.waitFor();
    expect(await codes.getByText(recovery, { exact: true }).count()).toBe(0);
    await button(page, 'Ya los guardé').click();
    await factor.getByRole('button', { name: 'Quitar' }).click();
    await page.getByRole('dialog').getByLabel('Contraseña actual').fill(password);
    await page.getByRole('dialog').getByRole('button', { name: 'Quitar' }).click();
    await factor.getByText('Sin configurar').waitFor();
    await context.close();
  });

  test('has passkeys, which sign in alone or after the password', async () => {
    const email = await world.letSignIn(await tenant.as('TENANT_STAFF'));
    const { page, context } = await open();
    const devtools = await context.newCDPSession(page);
    await devtools.send('WebAuthn.enable');
    await devtools.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    });
    await typePair(page, email);
    await arrived(page);
    await button(page, 'Agregar llave').click();
    await page.getByLabel('Nombre de la llave').fill('Laptop de la oficina');
    await button(page, 'Continuar').click();
    await section(page, 'Llaves de acceso').getByText('Laptop de la oficina').waitFor();

    await leave(page);
    await button(page, 'Entrar con llave de acceso').click();
    await arrived(page);
    await leave(page);
    await typePair(page, email);
    await button(page, 'Usar llave de acceso').click();
    await arrived(page);

    await button(page, 'Quitar llave').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Quitar llave' }).click();
    await page.getByText('Todavía no tiene ninguna.').waitFor();
    await context.close();
  });

  test('makes a token that is shown once, reaches what was ticked, and is ended', async () => {
    const { page, context } = await world.signIn(await tenant.as('TENANT_STAFF'));
    await page.goto(`${world.origin}/settings`);
    await button(page, 'Nuevo token').click();
    await page.getByLabel('Para qué es').fill('Informe de los lunes');
    await page.getByLabel('Personas: Leer').check();
    await button(page, 'Crear token').click();
    const token = await page.getByLabel('Token', { exact: true }).inputValue();
    await button(page, 'Ya lo guardé').click();
    const program = world.w.anonymous.with({ authorization: `Bearer ${token}` });
    expect((await program.get('/api/contacts')).status).toBe(200);
    expect((await program.get('/api/households')).status).toBe(403);
    const own = section(page, 'Tokens para programas');
    await own.getByText('Informe de los lunes').waitFor();
    await button(page, 'Terminar token').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Terminar token' }).click();
    await own.getByText('No tiene ninguno.').waitFor();
    expect((await program.get('/api/contacts')).status).toBe(401);
    await context.close();
  });

  test('ends other sessions, and all of them but this one when the password changes', async () => {
    const email = await world.letSignIn(await tenant.as('TENANT_STAFF'));
    const signIn = () =>
      world.w.anonymous
        .post('/api/auth/login', { email, password })
        .then(({ body }) =>
          world.w.anonymous.with({ authorization: `Bearer ${body.accessToken}` }),
        );
    const [one, two] = [await signIn(), await signIn()];
    const { page, context } = await open();
    await typePair(page, email);
    await arrived(page);
    const sessions = section(page, 'Sesiones abiertas');
    await sessions.getByText('Esta sesión').waitFor();
    const before = await sessions.getByRole('listitem').count();
    expect(before).toBeGreaterThanOrEqual(3);
    await sessions.getByRole('button', { name: 'Cerrar', exact: true }).first().click();
    await expect.poll(() => sessions.getByRole('listitem').count()).toBe(before - 1);
    const states = async () =>
      (await Promise.all([one, two].map((each) => each.get('/api/auth/me')))).map(
        ({ status }) => status,
      );

    const own = section(page, 'Contraseña');
    await own.getByLabel('Contraseña actual').fill('not the password');
    await own.getByLabel('Contraseña nueva').fill('a much longer password');
    await button(page, 'Cambiar contraseña').click();
    await own.getByText('La contraseña no es correcta.').waitFor();
    await own.getByLabel('Contraseña actual').fill(password);
    await button(page, 'Cambiar contraseña').click();
    await page.getByText('Contraseña cambiada.').waitFor();
    expect(await states()).toEqual([401, 401]);
    await leave(page);
    await typePair(page, email, 'a much longer password');
    await arrived(page);
    await context.close();
  });

  test('comes first where the firm requires a second factor that is not set up', async () => {
    const strict = await world.w.tenant('Firma estricta');
    const staff = await strict.as('TENANT_STAFF');
    const admin = await strict.as('TENANT_ADMIN');
    const policy = `/api/tenants/${staff.identity['x-tenant-uuid']}/security`;
    // An administrator without a second factor could not come back to the policy.
    expect((await admin.put(policy, { secondFactor: 'REQUIRED' })).status).toBe(200);
    const email = await world.letSignIn(staff);
    const { page, context } = await world.open('/people');
    await typePair(page, email);
    await arrived(page);
    await page.getByRole('alert').getByText('Su firma exige un segundo factor').waitFor();
    await button(page, 'Configurar aplicación').click();
    const secret = (await page.getByRole('dialog').locator('code').innerText()).replaceAll(' ', '');
    await page.getByLabel('Código de 6 dígitos').fill(codeOf(secret));
    await button(page, 'Confirmar').click();
    await button(page, 'Ya los guardé').click();
    await page.getByRole('link', { name: 'Personas' }).first().click();
    await page.getByRole('heading', { name: 'Personas', level: 1 }).waitFor();
    await context.close();
  });
});
