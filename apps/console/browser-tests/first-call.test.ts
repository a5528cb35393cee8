import { chromiumPath } from '@atrium/platform/test-support/browser.ts';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { consoleWorld, password, settle } from './console-world.ts';
import { byKeyboard, byTouch, fromToday, type Hands, within } from './hands.ts';
import { makeRecords } from './records.ts';

if (!chromiumPath) {
  test('Taking a client on is not tested: there is no Chromium here', ({ skip }) => skip());
}

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

describe.runIf(chromiumPath)(
  'An adviser takes a client on, from first call to first login',
  async () => {
    const world = chromiumPath ? await consoleWorld({}, { hasAnalytics: false }) : undefined;
    if (!world) return;
    const tenant = await world.w.tenant('Andes Patrimonio');

    async function open(path: string, options: BrowserContextOptions) {
      const opened = await world?.open(path, options);
      if (!opened) throw new Error('There is no world');
      return opened;
    }
    const heading = (page: Page, name: string, level = 1) =>
      page.getByRole('heading', { name, level, exact: true }).waitFor();

    /** Returns where the mail to a new client leads. */
    async function linkTo(email: string): Promise<string> {
      const mail = () => world?.w.mails.find(({ to }) => to === email);
      await expect.poll(mail).toBeTruthy();
      return /http\S+(\/set-password\S+)/.exec(mail()?.text ?? '')?.[1] ?? '';
    }

    test('in English, by keyboard alone', async () => {
      const adviser = await tenant.as('TENANT_STAFF');
      expect((await adviser.put('/api/auth/me', { platformLanguage: 'ENGLISH' })).status).toBe(200);
      const { page, context, faults } = await open('/households', { locale: 'en-US' });
      const hands: Hands = byKeyboard(page);
      await hands.type('E-mail', await world.letSignIn(adviser));
      await hands.type('Password', password);
      await page.keyboard.press('Enter');
      await page.locator('main#main h1').waitFor();
      // Two keys within a second or so are a pair: who was slower presses them again.
      const isThere = async () => {
        await page.keyboard.press('g');
        await page.keyboard.press('p');
        return page.getByRole('heading', { name: 'People', level: 1, exact: true }).isVisible();
      };
      await expect.poll(isThere, { interval: 500 }).toBe(true);
      await page.keyboard.press('n');
      await heading(page, 'New person');
      await hands.type('First name', 'Grace');
      await hands.type('Paternal last name', 'Hale');
      await hands.type('Contact e-mail', 'grace.hale@example.com');
      await hands.type('Phone', '+44 20 7946 0958');
      await hands.choose('Language', 'English');
      await hands.choose('Type of document', 'Passport');
      await hands.type('Document number', 'X1234567');
      await hands.press('Send them access');
      await page.keyboard.press('Control+Enter');
      await heading(page, 'Grace Hale');
      const link = await linkTo('grace.hale@example.com');
      expect(faults).toEqual([]);
      await context.close();

      const client = await open(link, { locale: 'en-US' });
      const own = byKeyboard(client.page);
      await own.type('New password', password);
      await own.type('Repeat the password', password);
      await client.page.keyboard.press('Enter');
      await heading(client.page, 'Hello, Grace');
      expect(client.faults).toEqual([]);
      await client.context.close();
    });

    test('in Spanish, on a phone, by touch', async () => {
      const adviser = await tenant.as('TENANT_STAFF');
      const contactPhone = { countryCode: '+56', number: '912345678' };
      expect((await adviser.put('/api/auth/me', { contactPhone })).status).toBe(200);
      const { page, context, faults } = await open('/households', phone);
      const hands: Hands = byTouch(page);
      await hands.type('Correo', await world.letSignIn(adviser));
      await hands.type('Contraseña', password);
      await hands.press('Iniciar sesión');
      await page.locator('main#main h1').waitFor();
      await hands.press('Personas');
      await heading(page, 'Personas');
      await hands.press('Nueva persona');
      await heading(page, 'Nueva persona');
      await hands.type('Nombre', 'Isabel');
      await hands.type('Apellido paterno', 'Fuenzalida');
      await hands.type('Correo de contacto', 'isabel.fuenzalida@example.com');
      await hands.type('Teléfono', '+56 9 8765 4321');
      await hands.choose('Tipo de documento', 'RUT');
      await hands.type('Número de documento', '12.345.678-5');
      await page.getByRole('switch', { name: 'Enviarle acceso' }).check();
      await hands.press('Crear persona');
      await heading(page, 'Isabel Fuenzalida');
      const link = await linkTo('isabel.fuenzalida@example.com');
      expect(faults).toEqual([]);
      await context.close();

      const client = await open(link, phone);
      const own = byTouch(client.page);
      const { page: at } = client;
      const says = (text: string) => at.getByText(text).first().waitFor();
      await within(at, { clicks: 3, calls: 9 }, async () => {
        await own.type('Contraseña nueva', password);
        await own.type('Repita la contraseña', password);
        await own.press('Guardar contraseña');
        await heading(at, 'Hola, Isabel');
        await at.getByRole('button', { name: 'Crear llave de acceso' }).waitFor();
      });
      await within(at, { clicks: 3, calls: 1 }, async () => {
        await own.press('Pedir un cambio');
        await own.type('Qué debe cambiar', 'Mi dirección nueva es Av. Apoquindo 1234');
        await own.press('Enviar');
        await says('Su asesor recibió su solicitud');
        // It stands there until it is done.
        await at.getByText(/^Pidió un cambio .* Su asesor lo está viendo\.$/).waitFor();
      });
      const tasks = await adviser.get('/api/tasks?searchTerm=Apoquindo');
      expect(tasks.body.content).toHaveLength(1);

      const { displayName } = (await adviser.get('/api/auth/me')).body;
      const { body: found } = await adviser.get('/api/contacts?searchTerm=Fuenzalida');
      const { contactUuid } = found.content[0];
      const start = Temporal.Now.plainDateISO().add({ days: 20 });
      const { body: meeting } = await adviser.post('/api/v1/meetings', {
        title: 'Revisión anual',
        startDateTime: `${start}T10:00`,
        endDateTime: `${start}T11:00`,
        timezone: 'America/Santiago',
        locationType: 'IN_PERSON',
        contactIds: [contactUuid],
      });
      const answer = async () => {
        const path = `/api/v1/meetings/${meeting.meetingUuid}`;
        const { participants } = (await adviser.get(path)).body;
        return participants.find(
          (each: { participantEntityUuid: string }) => each.participantEntityUuid === contactUuid,
        );
      };
      const { status: heldStatus } = await adviser.post('/api/v1/meetings', {
        title: 'Propuesta',
        ...hourAgo(),
        timezone: 'UTC',
        locationType: 'IN_PERSON',
        contactIds: [contactUuid],
      });
      expect(heldStatus).toBe(201);
      // Back leads to no form that has done its work; what comes, what was, whom to call and the own data are there at once.
      await within(at, { clicks: 0, calls: 11 }, async () => {
        await at.reload();
        await heading(at, 'Revisión anual', 3);
        await at.getByText(displayName).first().waitFor();
        await at.getByRole('link', { name: '+56 9 1234 5678' }).waitFor();
        await at.getByRole('listitem').filter({ hasText: 'Propuesta' }).waitFor();
        await says('+56 9 8765 4321');
        await settle(at);
      });
      await within(at, { clicks: 1, calls: 1 }, async () => {
        await own.press('Asistiré');
        await expect.poll(async () => (await answer()).rsvpStatus).toBe('ACCEPTED');
      });
      const dialog = at.getByRole('dialog');
      await within(at, { clicks: 4, calls: 2 }, async () => {
        await own.press('Responder con mensaje');
        await dialog.getByText('No asistiré').tap();
        await own.type('Mensaje', 'Estoy de viaje');
        await own.press('Enviar respuesta');
        await says('Su respuesta se envió');
      });
      await within(at, { clicks: 4, calls: 1 }, async () => {
        await own.press('Proponer otra hora');
        await dialog.getByText('Revisión anual').waitFor();
        await own.type('Día', start.add({ days: 7 }).toLocaleString('es-CL'));
        await own.type('Hora', '15:00');
        await own.press('Enviar propuesta');
        await says('Su propuesta se envió');
      });
      expect(await answer()).toMatchObject({
        rsvpStatus: 'DECLINED',
        note: 'Estoy de viaje',
        proposed: [{ startDateTime: `${start.add({ days: 7 })}T15:00:00` }],
      });
      // The adviser is told once, of what holds now.
      const { body: inbox } = await adviser.get('/api/inbox');
      expect(inbox.content.map(({ kind }: { kind: string }) => kind)).toEqual([
        'MEETING_DECLINED',
        'CHANGE_REQUESTED',
        'CLIENT_SIGNED_IN',
      ]);
      await within(at, { clicks: 1, calls: 1 }, async () => {
        await own.press('Agregar a mi calendario');
        await at.getByRole('link', { name: 'Abrir en mi calendario' }).waitFor();
      });
      await within(at, { clicks: 1, calls: 4 }, async () => {
        await own.press('Mi cuenta');
        await heading(at, 'Mi cuenta');
        await settle(at);
      });
      await within(at, { clicks: 5, calls: 12 }, async () => {
        await own.press('Cerrar sesión');
        await own.type('Correo', 'isabel.fuenzalida@example.com');
        await own.type('Contraseña', password);
        await own.press('Iniciar sesión');
        await heading(at, 'Hola, Isabel');
        await settle(at);
      });
      expect(client.faults).toEqual([]);
      await client.context.close();
    });

    test('and does the ten commonest things of the work in Spanish, each from the first page, in few clicks and calls', async () => {
      const adviser = await tenant.as('TENANT_STAFF');
      const { contactUuid, meetingUuid } = await makeRecords(adviser);
      const client = 'Isabel Fuentes';
      const about = { entityType: 'CONTACT', entityUuid: contactUuid };
      const tomorrow = Temporal.Now.plainDateISO().add({ days: 1 });
      await adviser.post('/api/tasks', { title: 'Llamar', dueDate: `${tomorrow}`, ...about });
      const held = await adviser.post('/api/v1/meetings', {
        title: 'Propuesta',
        ...hourAgo(),
        timezone: 'UTC',
        locationType: 'IN_PERSON',
        contactIds: [contactUuid],
      });
      expect(held.status).toBe(201);

      const { page, context, faults } = await world.signIn(adviser);
      const button = (name: string | RegExp) =>
        page.getByRole('button', { name, exact: true }).last();
      const last = page.getByRole('dialog').last();
      const said = (text: string | RegExp) => page.getByText(text).first().waitFor();
      const search = async (text: string, option: RegExp) => {
        await page.keyboard.press('Control+k');
        await page.getByRole('combobox', { name: 'Buscar o ir a…' }).fill(text);
        await page.getByRole('option', { name: option }).first().click();
      };
      const openClient = async () => {
        await search(client, /^Isabel/);
        await page.getByRole('heading', { name: /^Isabel .*Fuentes/, level: 1 }).waitFor();
      };
      const readBrief = async () => {
        await page.getByRole('link', { name: 'Minuta', exact: true }).first().click();
        await heading(page, 'Revisión anual');
        await page.getByRole('region', { name: 'Qué falta' }).waitFor();
      };
      const writeNote = async () => {
        await openClient();
        await page.getByPlaceholder('Escriba una nota…').fill('Prefiere bonos');
        await button('Agregar nota').click();
        await button('Abrir la nota: Prefiere bonos').waitFor();
      };
      const book = async () => {
        await search(
          `reunión con ${client} ${tomorrow.add({ days: 6 })} a las 11`,
          /^Reunión con Isabel/,
        );
        await page.getByLabel('Título').fill('Cartera');
        await button(/^Agendar e invitar a 1/).click();
        await heading(page, 'Cartera');
      };
      const move = async () => {
        const lead = page.getByRole('region', { name: 'Lo que importa ahora' });
        await lead.getByRole('button', { name: 'Mover' }).click();
        await last.getByLabel('Desde').fill('16:00');
        await button('Mover').click();
        await button(/^Mover y avisar a 1 persona/).click();
        await said('Reunión movida');
      };
      const keepWhatWasSaid = async () => {
        await page.getByRole('link', { name: /^Registrar lo conversado: .*Propuesta/ }).click();
        await last.getByRole('textbox').first().fill('Quiere esperar');
        await button('Guardar').click();
        await said('Lo conversado quedó registrado');
      };
      const makeTask = async () => {
        await openClient();
        await page.getByPlaceholder('Nueva tarea').fill('Enviar la ficha');
        await page.keyboard.press('Enter');
        await page.getByRole('checkbox', { name: 'Terminar: Enviar la ficha' }).waitFor();
      };
      const completeTask = async () => {
        await page.getByRole('checkbox', { name: 'Terminar: Llamar' }).click();
        await said('Tarea terminada: Llamar');
      };
      const changePhone = async () => {
        await openClient();
        await button('Editar Contacto').click();
        await page.getByLabel('Teléfono').first().fill('+56 9 1111 2222');
        await button('Guardar').click();
        await said('Guardado');
      };
      const newPerson = async () => {
        await search('Rosa Iturra 9 8765 4321', /Rosa Iturra/);
        await heading(page, 'Nueva persona');
        await button('Crear persona').click();
        await heading(page, 'Rosa Iturra');
      };
      const nextWeek = async () => {
        await page.getByRole('navigation').getByRole('link', { name: 'Calendario' }).click();
        await settle(page);
        await button('Período siguiente').click();
      };
      await fromToday(page, [
        ['leer la minuta de lo que viene', 1, 5, readBrief],
        ['anotar algo de un cliente', 2, 11, writeNote],
        ['agendar con un cliente', 2, 8, book],
        ['mover la próxima reunión', 3, 4, move],
        ['registrar lo conversado', 2, 5, keepWhatWasSaid],
        ['crear una tarea de un cliente', 1, 4, makeTask],
        ['terminar una tarea', 1, 2, completeTask],
        ['corregir un teléfono', 3, 4, changePhone],
        ['registrar a alguien que llamó', 2, 8, newPerson],
        ['ver la semana que viene', 2, 4, nextWeek],
      ]);
      const { body: moved } = await adviser.get(`/api/v1/meetings/${meetingUuid}`);
      expect(moved.startDateTime).toMatch(/T16:00/);
      const { body: notes } = await adviser.get(
        `/api/notes?entityType=CONTACT&entityUuid=${contactUuid}`,
      );
      expect(notes.content.map(({ text }: { text: string }) => text).toSorted()).toEqual([
        'Prefiere bonos',
        'Quiere esperar',
      ]);
      expect(faults.filter((each) => !/\/analytics\/|status of 503/.test(each))).toEqual([]);
      await context.close();
    });
  },
);

/** Returns the times of a meeting that ended a moment ago. */
function hourAgo() {
  const now = Temporal.Now.plainDateTimeISO('UTC');
  const at = (minutes: number) => now.subtract({ minutes }).toString().slice(0, 16);
  return { startDateTime: at(62), endDateTime: at(2) };
}
