import { chromiumPath } from '@atrium/platform/test-support/browser.ts';
import { contactInput } from '@atrium/platform/test-support/contact-input.ts';
import { describe, expect, test } from 'vitest';
import { consoleWorld, settle, visit } from './console-world.ts';

if (!chromiumPath) {
  test('Tasks are not tested: there is no Chromium here', ({ skip }) => skip());
}

describe.runIf(chromiumPath)('Tasks and the trash', async () => {
  const world = chromiumPath ? await consoleWorld({}, { hasAnalytics: false }) : undefined;
  if (!world) return;

  test('are given, found, changed and completed; and what was deleted comes back', async () => {
    const tenant = await world.w.tenant('Andes Patrimonio');
    const admin = await tenant.as('TENANT_ADMIN');
    const { tenantStaffUuid: colleague } = await tenant.staff();
    const { 'x-user-id': userUuid = '' } = admin.identity;
    const input = contactInput(tenant.tenantUuid, userUuid);
    const { contactUuid } = (await admin.post('/api/contacts', input)).body;
    await admin.put(`/api/contacts/${contactUuid}`, { stageName: 'LEAD' });
    const other = {
      title: 'Llamar al notario',
      assigneeUuid: colleague,
      details: 'Por la tasación',
    };
    expect((await admin.post('/api/tasks', other)).status).toBe(201);

    const { page, context, faults } = await world.signIn(admin, {}, '/organisations');
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Buscar o ir a…' }).fill('pendientes');
    await page.getByRole('option', { name: 'Tareas' }).click();
    await page.getByText('No tiene tareas pendientes.').waitFor();
    await page.keyboard.press('n');
    const sheet = page.getByRole('dialog', { name: 'Nueva tarea' });
    await sheet.getByLabel('Título').fill('Enviar la propuesta');
    await sheet.getByLabel('Vence el').fill('01-02-2020');
    await sheet.getByLabel('Sobre').fill('Fuentes');
    await page.getByRole('option', { name: /Fuentes/ }).click();
    await sheet.getByRole('button', { name: 'Crear tarea' }).click();
    const mine = page.getByRole('row', { name: /Isabel Fuentes.* · Enviar la propuesta/ });
    await mine.getByText(/Venció hace/).waitFor();

    // A name shows household and wealth where one points, and asks for nothing before.
    const asked: string[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/overview')) asked.push(request.url());
    });
    await mine
      .getByText(/Isabel Fuentes/)
      .last()
      .hover();
    const glance = page.getByRole('dialog', { name: 'La persona de un vistazo' });
    await glance.getByText('Sin grupo familiar').waitFor();
    expect(asked).toHaveLength(1);
    // A click in it is no click on the row, which would open the task.
    await glance.getByText('Sin grupo familiar').click();
    await page.keyboard.press('Escape');
    await glance.waitFor({ state: 'hidden' });
    expect(new URL(page.url()).searchParams.has('open')).toBe(false);

    await page.getByText('Del equipo').click();
    await page.getByLabel('Buscar en las tareas').fill('tasacion');
    await page.getByRole('link', { name: 'Llamar al notario' }).click();
    const known = page.getByRole('dialog', { name: 'Tarea' });
    await known.getByLabel('Título').fill('Llamar a la notaría');
    await known.getByRole('button', { name: 'Guardar' }).click();
    await page.getByRole('button', { name: 'Terminar: Llamar a la notaría' }).click();
    await page.getByText('Ninguna tarea coincide.').waitFor();
    const done = (await admin.get(`/api/tasks?status=DONE&assigneeUuid=${colleague}`)).body;
    expect(done.content).toMatchObject([{ title: 'Llamar a la notaría' }]);

    // On a board a drag in it carries no card, and a finger opens it in place of the record.
    await visit(page, '/people/pipeline');
    const card = page.getByRole('link', { name: /Isabel Fuentes/ });
    await card.hover();
    await glance.getByText('Sin grupo familiar').hover();
    await page.mouse.down();
    await glance.getByText(/Isabel Fuentes/).hover();
    expect(await page.locator('[data-lifted]').count()).toBe(0);
    await page.mouse.up();
    await page.keyboard.press('Escape');
    await glance.waitFor({ state: 'hidden' });
    await card.evaluate((link) => {
      const tap = { bubbles: true, cancelable: true, pointerType: 'touch' };
      link.dispatchEvent(new PointerEvent('click', tap));
    });
    await glance.getByText('Sin grupo familiar').waitFor();
    expect(new URL(page.url()).pathname).toBe('/people/pipeline');
    await page.keyboard.press('Escape');
    await glance.waitFor({ state: 'hidden' });

    await admin.delete(`/api/contacts/${contactUuid}`);
    await visit(page, '/trash');
    await page.getByRole('button', { name: /^Restaurar: Isabel Fuentes/ }).click();
    await page.getByRole('heading', { name: /Isabel Fuentes/, level: 1 }).waitFor();
    await settle(page);
    expect(faults).toEqual([]);
    await context.close();
  });
});
