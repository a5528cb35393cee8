import { readFile } from 'node:fs/promises';
import { chromiumPath } from '@atrium/platform/test-support/browser.ts';
import { contactInput } from '@atrium/platform/test-support/contact-input.ts';
import type { BrowserContext, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { consoleWorld, lineOfChanges, settle, visit } from './console-world.ts';

if (!chromiumPath) {
  test('People are not tested: there is no Chromium here', ({ skip }) => skip());
}

describe.runIf(chromiumPath)('People in the console', async () => {
  const world = chromiumPath ? await consoleWorld({}, { hasAnalytics: false }) : undefined;
  if (!world) return;
  const tenant = await world.w.tenant('Andes Patrimonio');
  const [staff, colleague, admin] = [
    await tenant.as('TENANT_STAFF'),
    await tenant.as('TENANT_STAFF'),
    await tenant.as('TENANT_ADMIN'),
  ];
  const { 'x-user-id': staffUuid = '', 'x-tenant-uuid': tenantUuid = '' } = staff.identity;

  const person = async (firstName: string, paternalLastName: string, changes: object = {}) => {
    const input = {
      ...contactInput(tenantUuid, staffUuid),
      firstName,
      paternalLastName,
      preferredEmail: `${firstName.toLowerCase()}@example.com`,
      identityId: undefined,
      identityType: undefined,
      identityCountry: undefined,
      ...changes,
    };
    const { status, body } = await staff.post('/api/contacts', input);
    expect(status, JSON.stringify(body)).toBe(200);
    return body as { contactUuid: string };
  };
  const rows = (page: Page) => page.getByRole('table', { name: 'Personas' }).locator('tbody tr');

  test('are found without accents, and a filtered list becomes a view of one’s own, of the team, and an address', async () => {
    await person('Josefa', 'Núñez');
    await person('Tomás', 'Núñez', { contactType: 'ACTIVE' });
    const { page, context, faults } = await world.signIn(staff, {}, '/organisations');
    await visit(page, '/people');
    await page.getByLabel('Buscar por nombre, correo o RUT').fill('nunez');
    await expect.poll(() => rows(page).count()).toBe(2);
    await page.getByRole('button', { name: 'Tipo', exact: true }).first().click();
    await page.getByRole('menuitem', { name: 'Prospecto' }).click();
    await expect.poll(() => rows(page).count()).toBe(1);
    await rows(page).filter({ hasText: 'Josefa Núñez' }).waitFor();

    const save = async (name: string, button: string) => {
      await page.getByRole('button', { name: 'Guardar vista' }).click();
      await page.getByLabel('Nombre de la vista').fill(name);
      await page.getByRole('button', { name: button }).click();
      await page.getByRole('button', { name: `Vista: ${name}` }).waitFor();
    };
    await save('Mis prospectos', 'Guardar para mí');
    await page.getByRole('columnheader', { name: 'Nombre' }).getByRole('button').click();
    await save('Prospectos por nombre', 'Publicar para el equipo');
    await page.reload();
    await expect.poll(() => rows(page).count()).toBe(1);
    await page.getByRole('button', { name: 'Vista: Prospectos por nombre' }).waitFor();
    await page.getByRole('button', { name: 'Columnas' }).click();
    await page.getByRole('checkbox', { name: 'Segmento' }).check();
    await page.keyboard.press('Escape');
    await page.getByRole('columnheader', { name: 'Segmento' }).waitFor();
    const address = page.url();
    await page.reload();
    await page.getByRole('columnheader', { name: 'Segmento' }).waitFor();
    expect(faults).toEqual([]);
    await context.close();

    const other = await world.signIn(colleague, {}, '/organisations');
    await other.page.goto(address);
    await expect.poll(() => rows(other.page).count()).toBe(1);
    await rows(other.page).filter({ hasText: 'Josefa Núñez' }).waitFor();
    // What is their own is one press away, and another leaves it.
    const mine = other.page.getByRole('button', { name: 'A mi cargo', exact: true });
    await mine.click();
    await expect.poll(() => rows(other.page).count()).toBe(0);
    await mine.click();
    await expect.poll(() => rows(other.page).count()).toBe(1);
    await other.page.getByRole('button', { name: 'Vista: Prospectos por nombre' }).click();
    await other.page.getByRole('menuitem', { name: 'Prospectos por nombre' }).waitFor();
    expect(await other.page.getByRole('menuitem', { name: 'Mis prospectos' }).count()).toBe(0);
    expect(await other.page.getByRole('menuitem', { name: 'Eliminar vista' }).count()).toBe(0);
    expect(other.faults).toEqual([]);
    await other.context.close();
  });

  /** Opens what somebody is told of a task and of two people handed over, which reads it. */
  const told = async (client: typeof staff) => {
    const { page, context, faults } = await world.signIn(client, {}, '/organisations');
    await page.getByRole('button', { name: 'Avisos: 3 sin leer' }).click();
    const sheet = page.getByRole('dialog', { name: 'Avisos' });
    await sheet.getByText(/ le asignó una tarea/).waitFor();
    await expect.poll(async () => (await client.get('/api/inbox')).body.unread).toBe(0);
    // The task is on Today, which asks analytics too, and here there is none.
    expect(faults).toEqual([]);
    await sheet.getByRole('link', { name: 'Llamar a Rita' }).click();
    await sheet.waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: 'Avisos', exact: true }).waitFor();
    await context.close();
  };

  test('are filtered by any field, by ranges and several values, which an address and a view keep', async () => {
    for (const [name, annualIncome] of [
      ['Rosa', '1000'],
      ['Ema', '5000'],
      ['Inés', '9000'],
    ] as const) {
      const { contactUuid } = await person(name, 'Rangel');
      await staff.put(`/api/contacts/${contactUuid}`, { annualIncome });
    }
    const { page, context, faults } = await world.signIn(staff, {}, '/people?q=rangel');
    await expect.poll(() => rows(page).count()).toBe(3);
    await page.getByRole('button', { name: 'Condiciones', exact: true }).click();
    const sheet = page.getByRole('dialog', { name: 'Condiciones' });
    const choose = async (label: string, option: string) => {
      await sheet.getByRole('combobox', { name: label }).click();
      await page.getByRole('option', { name: option, exact: true }).click();
    };
    await choose('Dato', 'Ingreso anual');
    await choose('Comparación', 'está entre');
    await sheet.getByLabel('Desde').fill('2000');
    await sheet.getByLabel('Hasta').fill('9000');
    await sheet.getByRole('button', { name: 'Agregar condición' }).click();
    await expect.poll(() => rows(page).count()).toBe(2);
    await choose('Dato', 'Nombre');
    await choose('Comparación', 'es alguno de');
    const values = sheet.getByLabel('Valores').first();
    for (const name of ['Ema', 'Rosa']) {
      await values.fill(name);
      await values.press('Enter');
    }
    // What is typed counts though it was not added first.
    await sheet.getByRole('button', { name: 'Ver resultados' }).click();
    await expect.poll(() => rows(page).count()).toBe(1);
    await rows(page).filter({ hasText: 'Ema Rangel' }).waitFor();
    await page.getByRole('button', { name: 'Condiciones (2)' }).click();
    await sheet.getByText('Nombre es alguno de Ema y Rosa').waitFor();
    await sheet.getByRole('button', { name: 'Ver resultados' }).click();
    await sheet.waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: 'Condiciones (2)' }).waitFor();

    await page.getByRole('button', { name: 'Guardar vista' }).click();
    await page.getByLabel('Nombre de la vista').fill('Rangel al medio');
    await page.getByRole('button', { name: 'Guardar para mí' }).click();
    await page.getByRole('button', { name: 'Vista: Rangel al medio' }).waitFor();
    await page.reload();
    await page.getByRole('button', { name: 'Condiciones (2)' }).waitFor();
    await page.getByRole('button', { name: 'Vista: Rangel al medio' }).waitFor();
    await expect.poll(() => rows(page).count()).toBe(1);
    await page.getByLabel('Buscar por nombre, correo o RUT').fill('');
    // On the phone too the conditions go with the filters.
    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByRole('button', { name: 'Filtros', exact: true }).click();
    const filters = page.getByRole('dialog', { name: 'Filtros' });
    await filters.getByRole('button', { name: 'Quitar filtros' }).click();
    await filters.getByRole('button', { name: 'Ver resultados' }).click();
    await page.getByRole('button', { name: 'Condiciones', exact: true }).waitFor();
    expect(faults).toEqual([]);
    await context.close();
  });

  test('are handed to a colleague several at once, and followed one after another', async () => {
    const both = [await person('Rita', 'Ríos'), await person('Raúl', 'Ríos')];
    const third = await person('Rosa', 'Ríos');
    const named = { firstName: 'Carolina', paternalLastName: 'Colega' };
    const own = `/api/tenant-staff/${colleague.identity['x-user-id']}`;
    expect((await admin.put(own, named)).status).toBe(200);
    // The line of changes ends before anything came by it, and is there again once one of three is gone.
    const isGone = Promise.withResolvers<void>();
    let asked = 0;
    const endFirst = async (own: BrowserContext) => {
      await own.route(lineOfChanges, async (route) => {
        asked += 1;
        if (asked === 1) return route.fulfill({ contentType: 'text/event-stream', body: '' });
        await isGone.promise;
        return route.continue();
      });
    };
    const { page, context, faults } = await world.signIn(staff, {}, '/organisations', endFirst);
    await visit(page, '/people?q=rios&sort=firstName,asc');
    await page.getByRole('checkbox', { name: 'Seleccionar Rita Ríos Araya' }).check();
    await page.getByRole('checkbox', { name: 'Seleccionar Raúl Ríos Araya' }).check();
    const bar = page.getByRole('region', { name: '2 seleccionadas' });
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      bar.getByRole('button', { name: 'Descargar CSV' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('contacts.csv');
    await bar.getByRole('button', { name: 'Descargar como se ve' }).click();
    const [shown] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('dialog').getByRole('button', { name: 'Descargar', exact: true }).click(),
    ]);
    expect(shown.suggestedFilename()).toMatch(/^contacts-[\d-]{10}\.csv$/);
    const [header, ...lines] = (await readFile(await shown.path(), 'utf8')).trim().split('\r\n');
    expect(header).toMatch(/^\ufeff?Nombre;Apellido paterno;Apellido materno;Etapa;/);
    expect(lines.map((line) => line.split(';')[0]).sort()).toEqual(['Raúl', 'Rita']);
    // It is told of her alone, and she stays selected.
    const gone = page.getByRole('checkbox', { name: 'Seleccionar Rosa Ríos Araya' });
    await gone.check();
    expect((await admin.delete(`/api/contacts/${third.contactUuid}`)).status).toBe(204);
    isGone.resolve();
    await gone.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Reasignar', exact: true }).click();
    await page.getByRole('combobox', { name: 'Nuevo asesor' }).fill('Carolina Colega');
    await page.getByRole('option', { name: /^Carolina Colega/ }).click();
    await settle(page);
    const calls: string[] = [];
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (/^\/api\/(?!changes$)/.test(pathname)) calls.push(`${request.method()} ${pathname}`);
    });
    await page.getByRole('button', { name: 'Reasignar 3 personas' }).click();
    await page.getByText(/^2 de 3 pasaron a/).waitFor();
    await settle(page);
    expect(calls.filter((each) => each === 'POST /api/contacts/reassign')).toHaveLength(1);
    expect(calls.length, calls.join(', ')).toBeLessThanOrEqual(5);
    const outcomes = page.getByRole('dialog').getByRole('listitem');
    expect(await outcomes.allInnerTexts()).toEqual([
      expect.stringMatching(/^Rosa Ríos Araya\s+No existe o usted no tiene acceso$/),
      ...['Rita', 'Raúl'].map((name) =>
        expect.stringMatching(`^${name} Ríos Araya\\s+Reasignada$`),
      ),
    ]);
    for (const { contactUuid } of both) {
      const { body } = await staff.get(`/api/contacts/${contactUuid}`);
      expect(body.contactManagerId).toBe(colleague.identity['x-user-id']);
    }
    await page.getByRole('dialog').getByText('Cerrar', { exact: true }).click();
    const left = page.getByRole('region', { name: '1 seleccionada' });
    await left.getByRole('button', { name: 'Quitar selección' }).click();
    const assigneeUuid = colleague.identity['x-user-id'];
    const task = { title: 'Llamar a Rita', assigneeUuid };
    expect((await staff.post('/api/tasks', task)).status).toBe(201);
    await told(colleague);

    await page.getByRole('link', { name: 'Raúl Ríos Araya' }).click();
    await page.getByText('1 de 2', { exact: true }).waitFor();
    await settle(page);
    await page.keyboard.press('j');
    await page.getByRole('heading', { name: 'Rita Ríos Araya', level: 1 }).waitFor();
    await page.getByText('2 de 2', { exact: true }).waitFor();
    await page.keyboard.press('k');
    await page.getByRole('heading', { name: 'Raúl Ríos Araya', level: 1 }).waitFor();
    // The list is remembered by this tab: a reload keeps the place in it.
    await page.reload();
    await page.getByText('1 de 2', { exact: true }).waitFor();
    await settle(page);
    await page.keyboard.press('j');
    await page.getByText('2 de 2', { exact: true }).waitFor();
    await page.keyboard.press('k');
    await page.getByRole('heading', { name: 'Raúl Ríos Araya', level: 1 }).waitFor();
    await page.getByLabel('Nueva tarea').fill('Llamar por la herencia');
    await page.getByRole('button', { name: 'Agregar tarea' }).click();
    await page.getByRole('checkbox', { name: 'Terminar: Llamar por la herencia' }).click();
    await page.getByText('Tarea terminada: Llamar por la herencia').waitFor();
    expect(faults).toEqual([]);

    // Without a network nothing that writes can be done, and each act says why.
    await page.getByLabel('Nueva tarea').fill('Enviar el informe');
    await page.getByRole('button', { name: 'Agregar tarea' }).waitFor();
    await context.setOffline(true);
    await page.getByRole('status').getByText('Sin conexión').waitFor();
    await page.getByRole('button', { name: 'Más acciones' }).click();
    const act = page.getByRole('menuitem', {
      name: 'Eliminar',
      description: /^Sin conexión/,
    });
    await act.waitFor();
    expect(await act.isDisabled()).toBe(true);
    // The arrow keys lead to it, so that the reason is heard.
    await page.getByRole('menuitem').first().focus();
    await page.keyboard.press('End');
    expect(await act.evaluate((each) => each === document.activeElement)).toBe(true);
    await page.keyboard.press('Enter');
    expect(await page.getByRole('dialog').count()).toBe(0);
    await page.keyboard.press('Escape');
    const add = page.getByRole('button', { name: 'Agregar tarea' });
    expect(await add.isDisabled()).toBe(true);
    await page.getByLabel('Nueva tarea').press('Enter');
    await context.setOffline(false);
    await page.getByRole('status').getByText('Sin conexión').waitFor({ state: 'hidden' });
    await expect.poll(() => add.isDisabled()).toBe(false);
    await add.click();
    await page.getByRole('checkbox', { name: 'Terminar: Enviar el informe' }).waitFor();

    // Who signs out leaves no trace of the list either.
    await page.getByRole('button', { name: /^Cuenta/ }).click();
    await page.getByRole('menuitem', { name: 'Cerrar sesión' }).click();
    await page.getByLabel('Correo').waitFor();
    expect(await page.evaluate(() => Object.keys(sessionStorage))).toEqual([]);
    await context.close();
  });

  test('are chosen on the phone too, where a whole card is the target', async () => {
    for (const firstName of ['Pía', 'Pola']) await person(firstName, 'Prado');
    const phone = { viewport: { width: 390, height: 844 }, hasTouch: true };
    const { page, context, faults } = await world.signIn(staff, phone, '/people?q=prado');
    await page.getByRole('link', { name: /^Pola Prado/ }).waitFor();
    const choose = page.getByRole('button', { name: 'Seleccionar', exact: true });
    await choose.tap();
    const cards = page.getByRole('list', { name: 'Personas' }).getByRole('listitem');
    for (const name of ['Pía', 'Pola']) await cards.filter({ hasText: name }).tap();
    const bar = page.getByRole('region', { name: '2 seleccionadas' });
    await bar.getByRole('button', { name: 'Descargar CSV' }).waitFor();
    await settle(page);
    for (const each of [...(await cards.all()), ...(await bar.getByRole('button').all())])
      expect((await each.boundingBox())?.height).toBeGreaterThanOrEqual(44);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      bar.getByRole('button', { name: 'Descargar CSV' }).tap(),
    ]);
    expect(download.suggestedFilename()).toBe('contacts.csv');
    await bar.getByRole('button', { name: 'Reasignar' }).tap();
    await page.getByRole('dialog').getByRole('combobox', { name: 'Nuevo asesor' }).waitFor();
    await page.getByRole('button', { name: 'Volver' }).tap();
    await bar.getByRole('button', { name: 'Quitar selección' }).tap();
    await page.getByRole('link', { name: /^Pola Prado/ }).waitFor();
    expect(await choose.getAttribute('aria-pressed')).toBe('false');
    expect(faults).toEqual([]);
    await context.close();
  });

  test('are recent in ⌘K, which answers though one of its sources fails; and the zone of who reads is offered once', async () => {
    const { contactUuid } = await person('Olga', 'Ojeda');
    const title = `Revisión ${'de todo '.repeat(25)}`.trim();
    const day = Temporal.Now.plainDateISO('Europe/Madrid').add({ days: 1 });
    const traveller = await tenant.as('TENANT_STAFF');
    await traveller.put('/api/auth/me', { timeZone: 'Europe/Madrid' });
    const planned = await traveller.post('/api/v1/meetings', {
      title,
      startDateTime: `${day}T10:00:00`,
      endDateTime: `${day}T11:00:00`,
      timezone: 'Europe/Madrid',
      locationType: 'ONLINE',
    });
    expect(planned.status, JSON.stringify(planned.body)).toBeLessThan(300);
    const { page, context } = await world.signIn(traveller, {}, `/people/${contactUuid}`);
    const zone = page.getByRole('status').filter({ hasText: 'este dispositivo está en Santiago' });
    await zone.getByText(/Las horas se muestran en Madrid \(GMT\+\d/).waitFor();
    await page.getByRole('heading', { name: 'Olga Ojeda Araya', level: 1 }).waitFor();
    await settle(page);

    const results = page.getByRole('listbox', { name: 'Resultados' });
    await page.keyboard.press('Control+k');
    await results
      .getByRole('group', { name: 'Recientes' })
      .getByRole('option', { name: /Olga Ojeda Araya/ })
      .first()
      .waitFor();
    // Longer than a name can be: people are not searched for it, a meeting has it as its title.
    expect(title.length).toBeGreaterThan(200);
    await page.getByRole('combobox', { name: 'Buscar o ir a…' }).fill(title);
    await results
      .getByRole('group', { name: 'Personas' })
      .getByText('Esta búsqueda falló.')
      .waitFor();
    await results.getByRole('group', { name: 'Reuniones' }).getByRole('option').waitFor();
    // Enter opens nothing while rows are still to come.
    await expect.poll(() => results.getAttribute('aria-busy')).toBe('false');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: title, level: 1 }).waitFor();

    await zone.getByRole('button', { name: 'Mantener Madrid' }).click();
    await zone.waitFor({ state: 'hidden' });
    await expect
      .poll(async () => (await traveller.get('/api/auth/me')).body.preferences.keptZoneIn)
      .toBe('America/Santiago');
    await page.reload();
    await page.getByRole('heading', { name: title, level: 1 }).waitFor();
    await settle(page);
    expect(await zone.count()).toBe(0);
    await context.close();
  });

  test('who are there twice become one: what survives is chosen, and the old address leads on', async () => {
    const kept = await person('Sara', 'Solar', {
      gender: 'FEMALE',
      preferredEmail: 'sara@example.com',
    });
    const gone = await person('Sarah', 'Solar', { preferredEmail: 'sara@example.com' });
    const about = { entityType: 'CONTACT', entityUuid: gone.contactUuid };
    expect((await staff.post('/api/notes', { ...about, text: 'Prefiere la tarde' })).status).toBe(
      201,
    );
    const { page, context, faults } = await world.signIn(staff, {}, '/organisations');
    await visit(page, `/people/${kept.contactUuid}`);
    await page.getByRole('button', { name: 'Fusionar con Sarah Solar' }).click();
    await page.getByText('Pasa a esta ficha: 1 nota.').waitFor();
    await page.getByRole('radio', { name: 'Nombre: tomar Sarah de la otra ficha' }).check();
    await page.getByRole('button', { name: 'Fusionar', exact: true }).last().click();
    await page.getByRole('heading', { name: 'Sarah Solar Araya', level: 1 }).waitFor();
    await page.getByRole('button', { name: 'Abrir la nota: Prefiere la tarde' }).click();
    const note = page.getByRole('dialog', { name: 'Nota', exact: true });
    await note.getByRole('button', { name: 'Editar' }).click();
    await note.getByLabel('Texto').fill('Prefiere la mañana');
    await note.getByRole('button', { name: 'Guardar' }).click();
    await note.getByRole('button', { name: 'Editar' }).waitFor();
    await note.getByText('Prefiere la mañana').waitFor();
    await note.getByText('Textos anteriores').click();
    await note.getByText('Prefiere la tarde').waitFor();
    await note.getByRole('button', { name: 'Eliminar' }).click();
    const asked = page.getByRole('dialog', { name: '¿Eliminar esta nota?' });
    await asked.getByRole('button', { name: 'Eliminar' }).click();
    await page.getByText('Nota eliminada').waitFor();
    await expect.poll(() => page.getByText('Prefiere la mañana').count()).toBe(0);
    expect(faults).toEqual([]);
    await visit(page, `/people/${gone.contactUuid}`);
    await page.waitForURL(`**/people/${kept.contactUuid}`);
    await context.close();
  });

  test('get their data, and are erased for good once their name is typed', async () => {
    const { contactUuid } = await person('Úrsula', 'Urrutia');
    // Listens, and hears of it when it is told below, not while it is removed.
    const listens = Promise.withResolvers<void>();
    const hold = async (own: BrowserContext) => {
      await own.route(lineOfChanges, () => listens.resolve());
    };
    const { page, context, faults } = await world.signIn(admin, {}, '/organisations', hold);
    await visit(page, `/people/${contactUuid}`);
    const act = async (name: RegExp) => {
      await page.getByRole('button', { name: 'Más acciones' }).click();
      await page.getByRole('menuitem', { name }).click();
    };
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      act(/^Entregar sus datos/),
    ]);
    expect(download.suggestedFilename()).toBe(`${contactUuid}.json`);
    const [archive] = await Promise.all([page.waitForEvent('download'), act(/\(ZIP\)/)]);
    expect(archive.suggestedFilename()).toMatch(/Urrutia.*\.zip$/);
    await act(/^Borrar para siempre/);
    const erase = page.getByRole('button', { name: 'Borrar para siempre' });
    await page.getByLabel('Motivo').fill('Lo pidió por escrito');
    expect(await erase.isDisabled()).toBe(true);
    await page
      .getByLabel('Escriba «Úrsula Urrutia Araya» para confirmar')
      .fill('Úrsula Urrutia Araya');
    await erase.click();
    await page.getByRole('heading', { name: /^Se borró a .* para siempre/ }).waitFor();
    expect(faults.splice(0)).toEqual([]);
    // News of it that come late read the person again, who is not there: what was removed stays told.
    const lookedAgain = page.waitForResponse((response) => response.status() === 404);
    const { 'x-tenant-uuid': tenantUuid, 'x-user-id': userUuid } = admin.identity;
    await listens.promise;
    // Told once: a second time would have it read again while the page is left.
    await page.evaluate(
      (name) => new BroadcastChannel(name).postMessage({ reload: 'ALL' }),
      `atrium-changes-${tenantUuid}-${userUuid}`,
    );
    await lookedAgain;
    await settle(page);
    expect(faults.splice(0).filter((each) => !each.includes('404'))).toEqual([]);
    await page.getByRole('button', { name: 'Volver a personas' }).click();
    await page.getByRole('heading', { name: 'Personas', level: 1 }).waitFor();
    expect((await admin.get(`/api/contacts/${contactUuid}`)).status).toBe(404);
    expect(faults).toEqual([]);
    await context.close();
  });
});
