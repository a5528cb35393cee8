import { join } from 'node:path';
import { ageProof } from '@atrium/platform/test-support/age-proof.ts';
import { svg } from '@atrium/platform/test-support/branding-studio.ts';
import { chromiumPath } from '@atrium/platform/test-support/browser.ts';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { consoleWorld, password, settle, visit } from './console-world.ts';

const { SCREENSHOTS } = process.env;

if (!chromiumPath) {
  test('The settings of a firm are not tested: there is no Chromium here', ({ skip }) => skip());
}

describe.runIf(chromiumPath)('An administrator of a firm', async () => {
  const world = chromiumPath ? await consoleWorld({}, { hasAnalytics: false }) : undefined;
  if (!world) return;
  const tenant = await world.w.tenant('Andes Patrimonio');
  const admin = await tenant.as('TENANT_ADMIN');
  const { page } = await world.signIn(admin, {}, '/settings/team');
  /** Keeps a picture of the page, where SCREENSHOTS names a folder. */
  const look = async (name: string) => {
    if (!SCREENSHOTS) return;
    await settle(page);
    await page.screenshot({ path: join(SCREENSHOTS, `${name}.png`) });
    await page.setViewportSize({ width: 390, height: 844 });
    await settle(page);
    await page.screenshot({ path: join(SCREENSHOTS, `${name}-390.png`) });
    await page.setViewportSize({ width: 1280, height: 800 });
    await settle(page);
  };
  const button = (name: string, within: Pick<Page, 'getByRole'> = page) =>
    within.getByRole('button', { name, exact: true });
  const dialog = (name: string) => page.getByRole('dialog', { name });

  test('invites a colleague, who gets a link of their own, and takes leave of them', async () => {
    const email = `laura.${crypto.randomUUID().slice(0, 8)}@andes.example`;
    await button('Invitar').click();
    const form = dialog('Invitar a un colega');
    await look('invite');
    await form.getByLabel('Nombre', { exact: false }).first().fill('Laura');
    await form.getByLabel('Apellido paterno').fill('Vidal');
    await form.getByLabel('Correo para entrar').fill(email);
    await button('Invitar', form).click();
    await page.getByText(`La invitación va en camino a ${email}`).waitFor();
    await form.waitFor({ state: 'detached' });
    const linked = () =>
      world.w.mails.filter(({ to, text }) => to === email && text.includes('/set-password'));
    await expect.poll(() => linked().length).toBe(1);

    await page.getByRole('link', { name: 'Laura Vidal' }).click();
    const sheet = dialog('Laura Vidal');
    await look('member');
    await button('Deja la firma', sheet).click();
    const leave = dialog('Laura Vidal deja la firma');
    await leave.getByText('No tiene nada por entregar.').waitFor();
    await look('leave');
    await button('Dar de baja', leave).click();
    await page.getByText('Laura Vidal dejó la firma').waitFor();
    await page.getByRole('link', { name: 'Laura Vidal' }).waitFor({ state: 'detached' });
  });

  test('changes the rules for signing in after proving who they are', async () => {
    await visit(page, '/settings/security');
    await ageProof(world.w, admin.identity['x-user-id'] ?? '');
    const minutes = page.getByLabel('Minutos sin uso');
    await minutes.fill('3');
    await button('Guardar').click();
    await page.getByRole('alert').getByText('Minutos sin uso').waitFor();
    await look('security');
    await minutes.fill('45');
    await button('Guardar').click();
    const proof = dialog('Confirme que es usted');
    await proof.getByLabel('Contraseña', { exact: true }).fill(password);
    await button('Confirmar', proof).click();
    await page.getByText('Guardado').waitFor();
    const { body } = await admin.get(`/api/tenants/${tenant.tenantUuid}/security`);
    expect(body.idleMinutes).toBe(45);
  });

  test('makes a key whose secret is shown once, and a webhook that is tested', async () => {
    await visit(page, '/settings/developers');
    await button('Nueva clave').click();
    const form = dialog('Nueva clave');
    await form.getByLabel('Para qué es').fill('Informe mensual');
    await form.getByRole('checkbox', { name: 'Personas: Leer' }).check();
    await look('credential');
    await button('Crear clave', form).click();
    const once = dialog('Su clave');
    expect(await once.getByLabel('Secreto').inputValue()).toMatch(/^\S{20,}$/);
    await button('Ya lo guardé', once).click();
    await page.getByText('Informe mensual').waitFor();
    await once.waitFor({ state: 'detached' });

    await button('Nuevo webhook').click();
    const hook = dialog('Nuevo webhook');
    await hook.getByLabel('Dirección').fill('https://hooks.invalid/atrium');
    await button('Crear webhook', hook).click();
    await button('Ya lo guardé', dialog('Secreto de firma')).click();
    await page.getByRole('link', { name: /hooks\.invalid/ }).click();
    const sheet = dialog('Webhook');
    await button('Enviar prueba', sheet).click();
    await sheet.getByText(/La prueba no llegó/).waitFor();
    await look('endpoint');
  });

  test('publishes colours and a logo, which the page takes at once', async () => {
    await visit(page, '/settings/branding');
    await page.getByLabel('Color principal', { exact: true }).fill('#ffd400');
    const choose = async (buffer: Buffer) => {
      const chooser = page.waitForEvent('filechooser');
      await button('Elegir archivo: Logo').click();
      await (await chooser).setFiles({ name: 'logo.svg', mimeType: 'image/svg+xml', buffer });
      // The field holds no file: a browser tells of the same one again, once it was mended.
      const field = page.locator('input[type="file"][accept*="svg"]');
      await expect.poll(() => field.inputValue()).toBe('');
    };
    await choose(Buffer.alloc(1_048_577));
    const refused = page.getByRole('alert').filter({ hasText: 'demasiado grande' });
    await refused.waitFor();
    await choose(Buffer.from(svg));
    await refused.waitFor({ state: 'detached' });
    await look('branding');
    await button('Publicar marca').click();
    await page.getByText('La marca está publicada').waitFor();
    await page.getByRole('navigation').getByRole('img', { name: 'Andes Patrimonio' }).waitFor();
    const { body } = await world.w.anonymous.get(
      `/api/public/tenants/${tenant.tenantUuid}/branding`,
    );
    expect(body.colors.primary).toBe('#ffd400');
    expect(body.assets.logo).toContain(tenant.tenantUuid);
  });
});
