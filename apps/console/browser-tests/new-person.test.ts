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

  test('is one page that outlives a reload, with who is there already beside the name, and ends with a mail', async () => {
    const { page, context } = await world.signIn(staff, {}, '/organisations');
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Buscar o ir a…' }).fill('Isabel Fuentes 9 7654 3210');
    await page.getByRole('option', { name: 'Crear a Isabel Fuentes · 9 7654 3210' }).click();
    await page.getByRole('heading', { name: 'Nueva persona', level: 1 }).waitFor();
    await page.getByText('Ya existe alguien parecido').waitFor();
    expect(await page.getByLabel('Teléfono', { exact: true }).inputValue()).toBe('+56 9 7654 3210');
    await page.getByLabel('Apellido paterno').fill('Fuenzalida');
    await page.getByText('Ya existe alguien parecido').waitFor({ state: 'hidden' });
    await page.getByLabel('Correo de contacto').fill('not an address');
    await page.reload();
    await expect.poll(() => page.getByLabel('Apellido paterno').inputValue()).toBe('Fuenzalida');
    await page.getByRole('button', { name: 'Crear persona' }).click();
    // The fault stands at its field, and nothing typed is lost.
    await page.getByText('Hay 1 dato por corregir').waitFor();
    await expect
      .poll(() => page.getByLabel('Correo de contacto').getAttribute('aria-invalid'))
      .toBe('true');
    await page.getByLabel('Correo de contacto').fill(email);
    await choose(page, 'Tipo de documento', 'RUT');
    await page.getByLabel('Número de documento', { exact: true }).fill('12.345.678-5');
    await page.getByRole('switch', { name: 'Enviarle acceso' }).check();
    await page.getByRole('button', { name: 'Crear persona' }).click();
    await page.getByRole('heading', { name: 'Isabel Fuenzalida', level: 1 }).waitFor();
    await expect.poll(() => world.w.mails.map(({ to }) => to)).toContain(email);

    const contactUuid = new URL(page.url()).pathname.split('/').at(-1);
    const { body } = await staff.get(`/api/contacts/${contactUuid}`);
    expect(body).toMatchObject({
      preferredPhoneNumber: { phoneCountryCode: '+56', phoneNumber: '976543210' },
      identityType: 'CHILE_RUT',
    });

    // A meeting is asked for in the same box, with its day and hour.
    await page.keyboard.press('Control+k');
    await page
      .getByRole('combobox', { name: 'Buscar o ir a…' })
      .fill('reunión con fuenzalida mañana a las 10');
    await page.getByRole('option', { name: /^Reunión con Isabel Fuenzalida · .*10:00/ }).click();
    await page.getByRole('heading', { level: 1, name: /reunión/i }).waitFor();
    expect(new URL(page.url()).searchParams.get('start')).toBe('10:00');

    // A missing title is told at its field, which comes into view above the buttons; a place is asked for.
    await page.setViewportSize({ width: 1280, height: 640 });
    await page.getByText('¿Dónde? Sin un lugar').waitFor();
    const submit = page.getByRole('button', { name: /^Agendar e invitar/ });
    await submit.click();
    const title = page.getByLabel('Título', { exact: true });
    await title.and(page.locator(':focus')).waitFor();
    expect(await title.getAttribute('aria-invalid')).toBe('true');
    const bottomOf = async (of: typeof title) => {
      const box = await of.boundingBox();
      return box ? box.y + box.height : Number.NaN;
    };
    expect(await bottomOf(title)).toBeLessThan((await submit.boundingBox())?.y ?? 0);

    // Whoever is not found is taken on from there, by the name that was typed.
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Buscar o ir a…' }).fill('Zoila Quezada');
    await page.getByRole('option', { name: 'Nueva persona «Zoila Quezada»' }).click();
    await page.getByText('Bastan el nombre y el apellido').waitFor();
    expect(await page.getByLabel('Apellido paterno').inputValue()).toBe('Quezada');
    await context.close();
  });
});
