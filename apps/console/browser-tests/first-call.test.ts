import { chromiumPath } from '@atrium/platform/test-support/browser.ts';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { consoleWorld, password, settle } from './console-world.ts';
import { byKeyboard, byTouch, type Hands, within } from './hands.ts';

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
      await hands.type('Number', 'X1234567');
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
      await hands.type('Número', '12.345.678-5');
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
      // Back leads to no form that has done its work; the meeting, the adviser and the phone are there at once.
      await at.reload();
      await heading(at, 'Revisión anual', 3);
      await at.getByText(displayName).first().waitFor();
      await says('+56 9 8765 4321');
      await settle(at);
      await within(at, { clicks: 1, calls: 1 }, async () => {
        await own.press('Asistiré');
        await expect.poll(async () => (await answer()).rsvpStatus).toBe('ACCEPTED');
      });
      await within(at, { clicks: 4, calls: 2 }, async () => {
        await own.press('No asistiré');
        await own.press('Agregar un mensaje');
        await own.type('Mensaje', 'Estoy de viaje');
        await own.press('Enviar');
        await says('Su mensaje se envió');
      });
      await within(at, { clicks: 4, calls: 1 }, async () => {
        await own.press('Proponer otra hora');
        await own.type('Día', start.add({ days: 7 }).toLocaleString('es-CL'));
        await own.type('Hora', '15:00');
        await own.press('Enviar');
        await says('Su propuesta se envió');
      });
      expect(await answer()).toMatchObject({
        rsvpStatus: 'DECLINED',
        note: 'Estoy de viaje',
        proposed: [{ startDateTime: `${start.add({ days: 7 })}T15:00:00` }],
      });
      await within(at, { clicks: 1, calls: 1 }, async () => {
        await own.press('Agregar a mi calendario');
        await at.getByRole('link', { name: 'Abrir en mi calendario' }).waitFor();
      });
      await within(at, { clicks: 1, calls: 4 }, async () => {
        await own.press('Mi cuenta');
        await heading(at, 'Mi cuenta');
        await settle(at);
      });
      expect(client.faults).toEqual([]);
      await client.context.close();
    });
  },
);
