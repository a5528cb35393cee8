import { chromiumPath } from '@atrium/platform/test-support/browser.ts';
import { contactInput } from '@atrium/platform/test-support/contact-input.ts';
import { describe, expect, test } from 'vitest';
import { consoleWorld, settle } from './console-world.ts';
import { fromToday } from './hands.ts';

if (!chromiumPath) {
  test('The work queue is not tested: there is no Chromium here', ({ skip }) => skip());
}

describe.runIf(chromiumPath)('The work queue', async () => {
  const world = chromiumPath ? await consoleWorld({}, { hasAnalytics: false }) : undefined;
  if (!world) return;
  const { w } = world;

  test('shows invitations that were refused, mends them in a sheet, and leads to the next thing', async () => {
    const tenant = await w.tenant('Andes Patrimonio');
    const adviser = await tenant.as('TENANT_STAFF');
    const { 'x-user-id': userUuid = '' } = adviser.identity;
    const contact = await adviser.post('/api/contacts', contactInput(tenant.tenantUuid, userUuid));
    expect(contact.status).toBe(200);
    const expirationDate = Temporal.Now.plainDateISO('UTC').subtract({ days: 20 }).toString();
    const document = { specificationType: 'PASSPORT', country: 'CHL', identityId: 'P123' };
    const { contactUuid } = contact.body;
    const path = `/api/contacts/${contactUuid}`;
    const identityDocuments = [{ specificationData: { ...document, expirationDate } }];
    expect((await adviser.put(path, { identityDocuments })).status).toBe(200);
    const start = Temporal.Now.plainDateISO().add({ days: 20 });
    const made = await adviser.post('/api/v1/meetings', {
      title: 'Revisión anual',
      startDateTime: `${start}T10:00`,
      endDateTime: `${start}T11:00`,
      timezone: 'America/Santiago',
      locationType: 'ONLINE',
      externalAttendees: [{ email: 'gabriel@wrong.example', name: 'Gabriel Soto' }],
    });
    expect(made.status).toBe(201);
    const guests = async () => {
      const { body } = await adviser.get(`/api/v1/meetings/${made.body.meetingUuid}`);
      return body.participants as { email: string; lastMail: { state: string } | null }[];
    };
    await expect.poll(async () => (await guests())[0]?.lastMail?.state).toBe('SENT');
    await w.db.asPlatform(
      (tx) => tx`update mails set state = 'REFUSED'
        where about ->> 'meetingUuid' = ${made.body.meetingUuid}`,
    );

    const { page, context } = await world.signIn(adviser);
    await page.goto(`${world.origin}/queue`);
    await page.getByRole('button', { name: 'Correos que no llegaron 1' }).waitFor();
    // Prospects with an incomplete record come on wish; what waits of one person is one row.
    await page.getByRole('button', { name: 'Fichas incompletas 0' }).waitFor();
    await page.getByRole('switch', { name: 'Ver prospectos' }).check();
    await page.getByRole('button', { name: 'Fichas incompletas 1' }).waitFor();
    await page.getByRole('button', { name: /Venció hace (19|20) días y 1 asunto más/ }).click();
    await page.getByRole('button', { name: 'Pedir el nuevo' }).click();
    await page.getByText('Se creó la tarea, para dentro de siete días').waitFor();
    const { body: asked } = await adviser.get(
      `/api/tasks?entityType=CONTACT&entityUuid=${contactUuid}`,
    );
    expect(asked.content).toMatchObject([{ title: 'Pedir el documento renovado' }]);
    await page.keyboard.press('Escape');
    const refused = page.getByRole('button', { name: /Gabriel Soto.*Invitación rechazada/ });
    await refused.click();
    const sheet = page.getByRole('dialog');
    await sheet.getByRole('heading', { name: 'Gabriel Soto' }).waitFor();
    await sheet.getByLabel('Correo corregido').fill('gabriel@right.example');
    await sheet.getByRole('button', { name: 'Invitar a esta dirección' }).click();
    // It is no longer there, and the next thing opens by itself.
    await page.getByText('Resuelto. Aquí está lo siguiente.').waitFor();
    await settle(page);
    expect((await guests()).map(({ email }) => email)).toEqual(['gabriel@right.example']);
    const left = page.getByRole('button', { name: /Invitación rechazada/ });
    await expect.poll(() => left.count()).toBe(0);
    await sheet.getByRole('button', { name: 'Siguiente' }).waitFor();
    await page.keyboard.press('Escape');
    await sheet.waitFor({ state: 'hidden' });

    // Who comes by an old address is told so: nothing was mended, and nothing else opens.
    const old = 'MAIL_REFUSED:00000000-0000-4000-8000-000000000000';
    await page.goto(`${world.origin}/queue?item=${encodeURIComponent(old)}`);
    await page.getByText('Eso ya no está pendiente.').waitFor();
    await page.waitForURL((url) => !url.searchParams.has('item'));
    expect(await page.getByText('Resuelto').count()).toBe(0);
    await settle(page);
    expect(await sheet.isVisible()).toBe(false);

    // What is taken bears the name of who took it.
    // Prospects are incomplete by nature, and are there on wish alone.
    await page.getByRole('button', { name: 'Fichas incompletas 0' }).waitFor();
    await page.getByRole('switch', { name: 'Ver prospectos' }).click();
    await page.getByRole('button', { name: 'Fichas incompletas 1' }).click();
    await page.getByRole('button', { name: 'Abrir el primero' }).click();
    await sheet.getByRole('button', { name: 'Tomar', exact: true }).click();
    const { displayName } = (await adviser.get('/api/auth/me')).body;
    await sheet.getByText(`A cargo de ${displayName}`).waitFor();
    const mine = await adviser.get(`/api/work-queue?withProspects=true&assigneeUuid=${userUuid}`);
    expect(mine.body.content).toMatchObject([
      { entityUuid: contactUuid, kind: 'INCOMPLETE_CLIENT' },
    ]);

    // What two records say stands side by side before they become one.
    const twin = await adviser.post('/api/contacts', contactInput(tenant.tenantUuid, userUuid));
    expect(twin.status).toBe(200);
    const waiting = async () => (await adviser.get('/api/work-queue?kind=DUPLICATE')).body.content;
    await expect.poll(async () => (await waiting()).length).toBe(1);
    await page.goto(`${world.origin}/queue?kind=duplicates`);
    await page.getByRole('button', { name: /Pueden ser la misma persona/ }).click();
    await page
      .getByRole('button', { name: /^No es la misma persona que/ })
      .first()
      .waitFor();
    await page
      .getByRole('button', { name: /^Conservar la ficha de/ })
      .first()
      .click();
    const compared = page.getByRole('dialog', { name: 'Fusionar fichas' });
    await compared.getByText('Qué dice cada ficha').waitFor();
    // The dialog still counts what moves along: nothing is pressed until it stands still.
    await settle(page);
    await compared.getByRole('button', { name: 'Fusionar' }).click();
    // What the platform refuses is said in the dialog.
    const told = page
      .getByText(/^Las fichas de .* son ahora una$/)
      .or(compared.getByRole('alert'))
      .first();
    expect(await told.innerText()).toMatch(/^Las fichas de .* son ahora una$/);
    await expect.poll(async () => (await waiting()).length).toBe(0);
    await context.close();
  });

  test('lets operations do their ten commonest things in English, each from the first page, in few clicks and calls', async () => {
    const tenant = await w.tenant('Andes Patrimonio');
    const operations = await tenant.as('TENANT_STAFF');
    await operations.put('/api/auth/me', { platformLanguage: 'ENGLISH' });
    const adviser = await tenant.staff({ firstName: 'Camila', paternalLastName: 'Rojas' });
    const own = operations.identity['x-user-id'] ?? '';
    const input = { ...contactInput(tenant.tenantUuid, own), contactType: 'SUBSCRIBER' };
    const make = async (changes: object) => {
      const { status, body } = await operations.post('/api/contacts', { ...input, ...changes });
      expect(status, JSON.stringify(body)).toBe(200);
      return body.contactUuid as string;
    };
    const isabel = await make({});
    await make({
      preferredEmail: 'isabel@firm.example',
      identityType: null,
      identityId: null,
      dateOfBirth: null,
    });
    const expirationDate = Temporal.Now.plainDateISO('UTC').subtract({ days: 20 }).toString();
    const document = { specificationType: 'PASSPORT', country: 'CHL', identityId: 'P123' };
    const identityDocuments = [{ specificationData: { ...document, expirationDate } }];
    await operations.put(`/api/contacts/${isabel}`, { identityDocuments });
    const duplicates = async () =>
      (await operations.get('/api/work-queue?kind=DUPLICATE')).body.content.length;
    await expect.poll(duplicates).toBe(1);

    const { page, context, faults } = await world.signIn(operations, { locale: 'en-GB' });
    const button = (name: string | RegExp) =>
      page.getByRole('button', { name, exact: true }).last();
    const last = page.getByRole('dialog').last();
    const said = (text: string | RegExp) => page.getByText(text).first().waitFor();
    const place = (name: string) =>
      page.getByRole('navigation').getByRole('link', { name, exact: true }).first().click();
    const first = async () => {
      await place('Work queue');
      await button('Open the first').click();
      await last
        .getByRole('heading', { name: /^Isabel/ })
        .first()
        .waitFor();
    };
    const search = async (text: string, option: RegExp) => {
      await page.keyboard.press('Control+k');
      await page.getByRole('combobox', { name: 'Search or go to…' }).fill(text);
      await page.getByRole('option', { name: option }).first().click();
    };
    const take = async () => {
      await first();
      await button('Take').click();
      await said('Assigned to');
    };
    const askForDocument = async () => {
      await place('Work queue');
      await page.getByRole('button', { name: /Expired (19|20) days ago/ }).click();
      await button('Ask for the new one').click();
      await said('The task was created, due in seven days');
    };
    const lookAtIncomplete = async () => {
      await place('Work queue');
      await button(/^Incomplete records/).click();
      await button('Open the first').click();
      await last.getByText(/from the full record/).waitFor();
    };
    const findByPhone = async () => {
      await search('+56 9 8765 4321', /Isabel/);
      await page.getByRole('heading', { name: /^Isabel/, level: 1 }).waitFor();
    };
    const tellApart = async () => {
      await place('Work queue');
      await button(/^Possible duplicates/).click();
      await page.getByRole('button', { name: /may be the same person/ }).click();
      await last
        .getByRole('button', { name: /^Not the same person as/ })
        .first()
        .click();
      await expect.poll(duplicates).toBe(0);
    };
    const giveTask = async () => {
      await search('new task', /^New task/);
      await last.getByLabel('Title').fill('Call the bank');
      await last.getByRole('combobox', { name: 'Assigned to' }).fill('Camila');
      await page.getByRole('option', { name: /Camila/ }).click();
      await button('Create task').click();
      await said('“Call the bank” was created');
    };
    const download = async () => {
      await place('People');
      const file = page.waitForEvent('download');
      await page.getByRole('button', { name: 'Download CSV', exact: true }).first().click();
      expect((await file).suggestedFilename()).toMatch(/\.csv$/);
    };
    const reassign = async () => {
      await place('People');
      for (const at of [1, 2]) await page.getByRole('row').nth(at).getByRole('checkbox').check();
      await button('Reassign').click();
      await last.getByRole('combobox', { name: 'New adviser' }).fill('Camila');
      await page.getByRole('option', { name: /Camila/ }).click();
      await button('Reassign 2 people').click();
      await said('2 of 2 went to Camila Rojas');
      await page.keyboard.press('Escape');
    };
    /** Whose clients they will be is asked. */
    const importPeople = async () => {
      await place('People');
      await page
        .getByRole('link', { name: /Import/ })
        .or(button('Import CSV'))
        .first()
        .click();
      const chooser = page.waitForEvent('filechooser');
      await page
        .getByRole('button', { name: /^Choose/ })
        .first()
        .click();
      const rows = ['Nora', 'Pablo'].map((name) => `${name},Pinto,${name}@people.example`);
      const buffer = Buffer.from(['First name,Last name,E-mail', ...rows].join('\n'));
      await (await chooser).setFiles({ name: 'people.csv', mimeType: 'text/csv', buffer });
      await page.getByRole('combobox', { name: 'Adviser' }).fill('Camila');
      await page.getByRole('option', { name: /Camila/ }).click();
      await button('Preview').click();
      await said('2 would be imported and 0 refused.');
      await button('Import').click();
      await said('2 people imported.');
    };
    const sendAccess = async () => {
      await search('Nora Pinto', /^Nora Pinto/);
      await button('More actions').click();
      await page.getByRole('menuitem', { name: /^Send access/ }).click();
      await last.getByText('We will e-mail nora@people.example').waitFor();
      await button('Send access').click();
      await said(/Access was sent to nora@people\.example/i);
    };
    await fromToday(page, [
      ['take what is most urgent', 3, 4, take],
      ['ask for a new document', 3, 5, askForDocument],
      ['see what a record lacks', 3, 4, lookAtIncomplete],
      ['find by phone', 1, 14, findByPhone],
      ['tell two people apart', 4, 6, tellApart],
      // Six of them search for what was typed, when the hand is slower than the search.
      ['give a colleague a task', 4, 9, giveTask],
      ['download the list', 2, 5, download],
      ['reassign two people', 6, 8, reassign],
      ['import people for a colleague', 7, 9, importPeople],
      ['send access', 4, 14, sendAccess],
    ]);
    const { body } = await operations.get('/api/contacts?searchTerm=Pinto');
    const managers = body.content.map(
      (each: { contactManagerEntityUuid: string }) => each.contactManagerEntityUuid,
    );
    expect(managers).toEqual([adviser.tenantStaffUuid, adviser.tenantStaffUuid]);
    // There is no analytics here, and the first page says so.
    expect(faults.filter((each) => !/\/analytics\/|status of 503/.test(each))).toEqual([]);
    await context.close();
  });
});
