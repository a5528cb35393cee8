import { chromiumPath } from '@atrium/platform/test-support/browser.ts';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { consoleWorld } from './console-world.ts';
import { makeRecords } from './records.ts';

if (!chromiumPath) {
  test('Taking a person on is not tested: there is no Chromium here', ({ skip }) => skip());
}

describe.runIf(chromiumPath)('Taking a person on', async () => {
  const world = chromiumPath ? await consoleWorld({}, { hasAnalytics: false }) : undefined;
  if (!world) return;
  const tenant = await world.w.tenant('Andes Patrimonio');
  const staff = await tenant.as('TENANT_STAFF');
  // A login's address is one platform-wide, and other files share the platform.
  const email = `isabel.${crypto.randomUUID().slice(0, 8)}@example.com`;
  await makeRecords(staff);

  const choose = async (page: Page, label: string, option: string) => {
    await page.getByRole('combobox', { name: label, exact: true }).click();
    await page.getByRole('option', { name: option, exact: true }).click();
  };

  test('takes four steps that outlive a reload, with a warning of who is there already, and ends with a mail', async () => {
    const { page, context } = await world.signIn(staff, {}, '/organisations');
    await page.goto(`${world.origin}/people`);
    await page.getByRole('heading', { name: 'Personas' }).waitFor();
    await page.keyboard.press('n');
    await page.getByRole('heading', { name: 'Nueva persona', level: 1 }).waitFor();
    await page.getByLabel('Nombre', { exact: false }).first().fill('Isabel');
    await page.getByLabel('Apellido paterno').fill('Fuentes');
    await page.getByText('Ya existe alguien parecido').waitFor();
    await page.reload();
    await expect.poll(() => page.getByLabel('Apellido paterno').inputValue()).toBe('Fuentes');
    await page.getByLabel('Apellido paterno').fill('Fuenzalida');
    await page.getByLabel('Correo de contacto').fill('not an address');
    await page.getByLabel('Teléfono', { exact: true }).fill('+56 9 8765 4321');
    await page.getByRole('button', { name: 'Guardar y seguir' }).click();
    // The server's fault stands at its field, and nothing typed is lost.
    await page.getByText('Hay 1 dato por corregir').waitFor();
    await expect
      .poll(() => page.getByLabel('Correo de contacto').getAttribute('aria-invalid'))
      .toBe('true');
    await page.getByLabel('Correo de contacto').fill(email);
    await page.getByRole('button', { name: 'Guardar y seguir' }).click();

    await page.getByRole('heading', { name: 'Perfil', level: 2 }).waitFor();
    expect(page.url()).toContain('step=2');
    await page.reload();
    await choose(page, 'Tipo de documento', 'RUT');
    await page.getByLabel('Número', { exact: true }).fill('12.345.678-5');
    await page.getByRole('button', { name: 'Guardar y seguir' }).click();

    await page.getByRole('heading', { name: 'Cumplimiento', level: 2 }).waitFor();
    await choose(page, 'Documento', 'Cédula de identidad');
    await choose(page, 'País emisor', 'Chile');
    await page.getByLabel('Número', { exact: true }).first().fill('12.345.678-5');
    await choose(page, 'Vínculo con persona políticamente expuesta', 'No');
    await page.getByRole('button', { name: 'Guardar y seguir' }).click();

    await page.getByRole('heading', { name: 'Acceso', level: 2 }).waitFor();
    expect(await page.getByLabel('Correo de acceso').inputValue()).toBe(email);
    await page.getByRole('button', { name: 'Enviar acceso' }).click();
    await page.getByRole('heading', { name: 'Isabel Fuenzalida', level: 1 }).waitFor();
    await expect.poll(() => world.w.mails.map(({ to }) => to)).toContain(email);

    const contactUuid = new URL(page.url()).pathname.split('/').at(-1);
    const { body } = await staff.get(`/api/contacts/${contactUuid}`);
    expect(body).toMatchObject({
      preferredPhoneNumber: { phoneCountryCode: '+56', phoneNumber: '987654321' },
      identityType: 'CHILE_RUT',
      relatedToPEP: false,
      identityDocuments: [
        { specificationData: { specificationType: 'CHILE_RUT_CARD', country: 'CHL' } },
      ],
    });
    await context.close();
  });
});
