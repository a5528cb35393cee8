import { chromiumPath } from '@atrium/platform/test-support/browser.ts';
import { cookieOf } from '@atrium/platform/test-support/calendar-world.ts';
import type { Client } from '@atrium/platform/test-support/client.ts';
import { mailedLinks } from '@atrium/platform/test-support/rsvp-links.ts';
import type { Locator, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { consoleWorldWithCalendars, settle } from './console-world.ts';

if (!chromiumPath) {
  test('Connected calendars are not tested: there is no Chromium here', ({ skip }) => skip());
}

/** The longest wait for what a provider, a push or the background has to do. */
const patience = { interval: 200 };

/** A Monday that is not too near. */
function monday(): string {
  const soon = Temporal.Now.plainDateISO('America/Santiago').add({ days: 7 });
  return soon.add({ days: 8 - soon.dayOfWeek }).toString();
}

describe.runIf(chromiumPath)('Beside a connected calendar', async () => {
  const world = chromiumPath ? await consoleWorldWithCalendars() : undefined;
  if (!world) return;
  const { w, origin, simulators } = world;
  const google = simulators.a;
  const tenant = await w.tenant('Andes Patrimonio');

  /** Connects somebody's calendar without a page, as the world has it before a story begins. */
  async function connect(staff: Client, email: string) {
    const begun = await staff.post('/api/v1/calendar/connect/provider_a');
    const back = new URL(await google.approve(begun.body.authorizationUrl, email));
    const cookie = cookieOf(begun);
    const { headers } = await w.anonymous.get(back.pathname + back.search, { cookie });
    expect(headers.location).toContain('/callback/success');
  }

  /** Looks at the page again and again until it says something; what was just pressed is sent first. */
  const untilSaid = (page: Page, text: string | RegExp) =>
    expect
      .poll(async () => {
        await settle(page);
        await page.reload();
        await settle(page);
        return page.getByText(text).first().isVisible();
      }, patience)
      .toBe(true);

  /** Presses what may be gone in the next moment, since the background does the same by itself. */
  const pressIfThere = (button: Locator) =>
    button.evaluateAll((found) => (found[0] as HTMLElement | undefined)?.click());

  test('an adviser elsewhere finds a common hour, invites, and reads the guest’s answer', async () => {
    const adviser = await tenant.as('TENANT_STAFF');
    const colleague = await tenant.as('TENANT_STAFF');
    await adviser.put('/api/auth/me', { timeZone: 'Europe/Madrid' });
    const day = monday();
    await connect(colleague, 'colleague@calendar.example');
    google.person('colleague@calendar.example').create({
      title: 'Dentista',
      start: `${day}T09:00`,
      end: `${day}T12:00`,
      extra: { visibility: 'private' },
    });
    const own = { title: 'Gimnasio', start: `${day}T16:00`, end: `${day}T17:00` };
    google.person('colleague@calendar.example').create(own);
    const userUuid = colleague.identity['x-user-id'];
    const isBusy = async () => {
      const { body } = await adviser.post('/api/v1/availability/check', {
        userUuids: [userUuid],
        startDateTime: `${day}T00:00`,
        endDateTime: `${day}T23:00`,
        timezone: 'America/Santiago',
        includeBusy: true,
      });
      return body.availabilities?.[0]?.busy?.[0]?.reason;
    };
    await expect.poll(isBusy, patience).toBe('EXTERNAL');
    const { displayName } = (await colleague.get('/api/auth/me')).body;

    const { page, context } = await world.signIn(adviser);
    await page.goto(`${origin}/meetings/new?date=${day}`);
    const zone = page.getByRole('combobox', { name: 'Zona horaria' });
    await expect.poll(() => zone.inputValue()).toMatch(/^Madrid \(GMT\+\d\)$/);
    await zone.fill('America/Santiago');
    await page.getByRole('option', { name: /^Santiago \(GMT−\d\)$/ }).click();
    const invite = async (text: string, option: string) => {
      await page.getByLabel('Invitar a', { exact: true }).fill(text);
      await page.getByRole('option', { name: option }).first().click();
    };
    await invite(displayName.split(' ')[0], displayName);
    await invite('gabriel@guest.example', 'gabriel@guest.example');
    await page.getByText('Ocupado en su calendario 09:00–12:00').waitFor();
    const free = page.getByRole('region', { name: 'Horarios en que todos pueden' });
    await expect
      .poll(() => free.getByRole('button').first().getAttribute('aria-label'))
      .toMatch(/a las 12:00$/);
    await free.getByRole('button').first().click();
    await page.getByText(/Para usted: 1\d:00–1\d:00 \(Madrid\)/).waitFor();
    await page.getByLabel('Título').fill('Revisión anual');
    await page.getByRole('button', { name: 'Agendar e invitar a 2' }).click();
    await page.getByRole('heading', { name: 'Revisión anual', level: 1 }).waitFor();
    await page.getByText('(12:00–13:00 Santiago)').first().waitFor();

    const path = `/api/v1${new URL(page.url()).pathname}`;
    const { body } = await adviser.get(path);
    expect(body).toMatchObject({ startDateTime: `${day}T12:00:00`, attendeeCount: 2 });
    const [accept] = await mailedLinks(w, { path, ...body }, 'gabriel@guest.example');
    accept.searchParams.delete('confirm');
    const guest = await context.newPage();
    await guest.goto(origin + accept.pathname + accept.search);
    const row = page.getByRole('listitem').filter({ hasText: 'gabriel@guest.example' });
    await page.reload();
    await row.getByText('Asistirá').waitFor();

    // Who was invited a moment ago is not written to again before five minutes have passed.
    const resend = row.getByRole('button', { name: /Reenviar/ });
    await resend.click();
    await page.getByText('Invitación reenviada a gabriel@guest.example').waitFor();
    await row.getByRole('button', { name: /^En 5 min.*podrá reenviar en 5 minutos/ }).waitFor();

    // Canceling says who is told.
    await page.getByRole('button', { name: 'Más acciones' }).click();
    await page.getByRole('menuitem', { name: 'Cancelar reunión' }).click();
    const dialog = page.getByRole('dialog', { name: '¿Cancelar la reunión?' });
    await dialog.getByText('Avisaremos por correo a 2 personas').waitFor();
    await dialog.getByRole('button', { name: 'Cancelar la reunión y avisar' }).click();
    await page.getByText('Reunión cancelada').first().waitFor();
    expect((await adviser.get(path)).body.status).toBe('CANCELED');

    // An event of one's own life is a busy hour to others, and to its owner an event with a mark.
    const calendar = `${origin}/calendar?view=day&date=${day}`;
    await page.goto(`${calendar}&with=${userUuid}`);
    await page.getByRole('img', { name: /: en reunión de / }).waitFor();
    await settle(page);
    expect(await page.getByText('Gimnasio').count()).toBe(0);
    await context.close();
    const owner = await world.signIn(colleague);
    await owner.page.goto(calendar);
    await owner.page.getByRole('link', { name: /Gimnasio/ }).click();
    await owner.page.getByText('Personal', { exact: true }).first().waitFor();
    await owner.page.getByText(/para los demás es una hora marcada/).waitFor();
    await owner.context.close();
  });

  test('an adviser connects google, follows what changes there, and mends what failed', async () => {
    const adviser = await tenant.as('TENANT_STAFF');
    const email = 'ana@calendar.example';
    const day = monday();
    const { page, context } = await world.signIn(adviser);
    const consent = async (act: string, inAnotherBrowser = false) => {
      await page.goto(`${origin}/settings/calendar`);
      await page.getByRole('button', { name: act }).click();
      const other = page.getByLabel('E-mail address of another account');
      await other.waitFor();
      const known = page.getByRole('radio', { name: email });
      if (await known.count()) await known.check();
      else {
        await page.getByRole('radio', { name: 'another account' }).check();
        await other.fill(email);
      }
      if (inAnotherBrowser) await context.clearCookies({ name: 'calendar-consent' });
      await page.getByRole('button', { name: 'Allow' }).click();
      if (inAnotherBrowser)
        await page.getByRole('button', { name: 'Terminar de conectar' }).click();
      await page.getByText('Conectado', { exact: true }).waitFor();
      expect(new URL(page.url()).pathname).toBe('/settings/calendar');
    };
    // The dot in the bar says all along how the calendar stands, and leads to it.
    const dot = (name: string) => page.getByRole('banner').getByRole('link', { name });
    await dot('Sin calendario conectado').click();
    await page.waitForURL('**/settings/calendar');
    await consent('Conectar Google Calendar');

    await page.goto(`${origin}/meetings/new?date=${day}&start=10:00&end=11:00`);
    await page.getByLabel('Título').fill('Comité de inversiones');
    await page.getByRole('button', { name: 'Agendar', exact: true }).click();
    await page.getByRole('heading', { name: 'Comité de inversiones', level: 1 }).waitFor();
    await untilSaid(page, 'Al día');
    await dot('Calendario sincronizado').waitFor();
    const person = google.person(email);
    const [event] = person.events();
    if (!event) throw new Error('The meeting did not get to the calendar');

    // What is moved there is told by a push, and once the token of reading is too old, read anew.
    person.move(event.id, `${day}T15:00`);
    await untilSaid(page, '15:00–16:00');
    google.expireSyncTokens(email);
    person.move(event.id, `${day}T16:00`);
    await untilSaid(page, '16:00–17:00');
    await page.getByText('Historial de sincronización').click();
    await page.getByText('Desde el calendario: hecho').first().waitFor();

    // The provider forbids writing: the failure is said in words, counted, and tried again from here.
    const repair = google.faults.add({
      kind: 'fail-before',
      status: 403,
      operation: 'events.patch',
      times: null,
    });
    const { pathname } = new URL(page.url());
    await page.getByRole('button', { name: 'Mover', exact: true }).click();
    const move = page.getByRole('dialog', { name: 'Mover a…' });
    await move.getByLabel('Desde').fill('11:00');
    await move.getByRole('button', { name: 'Mover' }).click();
    await page.getByText('Reunión movida').waitFor();
    await untilSaid(page, 'El calendario no permite escribir en él.');
    await page.getByRole('link', { name: '1 reunión no llegó a su calendario' }).click();
    await page.getByRole('button', { name: 'Reintentar 1' }).click();
    await page.getByText('1 en camino, 0 aún con problemas').waitFor();
    await untilSaid(page, 'Comité de inversiones');
    await page.getByRole('link', { name: 'Comité de inversiones' }).first().click();
    await page.getByRole('button', { name: 'Intentar de nuevo' }).click();
    await page.getByText('Volvió a fallar').waitFor();
    repair();

    // The person took the permission back: only a new consent helps, and then all gets there.
    google.revoke(email);
    google.expireAccessTokens(email);
    await page.goto(`${origin}/settings/calendar`);
    const sync = page.getByRole('button', { name: 'Sincronizar ahora' });
    const reconnect = page.getByRole('button', { name: 'Reconectar Google Calendar' });
    await sync.or(reconnect).first().waitFor();
    await pressIfThere(sync);
    await untilSaid(page, 'El proveedor ya no acepta el permiso. Reconéctelo para seguir.');
    await dot('Calendario desconectado').waitFor();
    await consent('Reconectar Google Calendar', true);
    await page.goto(origin + pathname);
    await settle(page);
    const again = page.getByRole('button', { name: 'Intentar de nuevo' });
    const synced = page.getByText('Al día');
    await again.or(synced).first().waitFor();
    await pressIfThere(again);
    await untilSaid(page, 'Al día');
    expect(person.events()).toHaveLength(1);
    await context.close();
  });
});
