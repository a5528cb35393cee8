import { chromiumPath } from '@atrium/platform/test-support/browser.ts';
import { mailedLinks } from '@atrium/platform/test-support/rsvp-links.ts';
import { describe, expect, test } from 'vitest';
import { consoleWorld } from './console-world.ts';

if (!chromiumPath) {
  test('Planning meetings is not tested: there is no Chromium here', ({ skip }) => skip());
}

/** A Monday that is not too near. */
function monday(): string {
  const soon = Temporal.Now.plainDateISO('America/Santiago').add({ days: 7 });
  return soon.add({ days: 8 - soon.dayOfWeek }).toString();
}

describe.runIf(chromiumPath)('Planning a meeting', async () => {
  const world = chromiumPath ? await consoleWorld() : undefined;
  if (!world) return;
  const tenant = await world.w.tenant('Andes Patrimonio');
  const adviser = await tenant.as('TENANT_STAFF');
  const colleague = await tenant.as('TENANT_STAFF');

  test('offers hours at which all are free, invites by mail and shows the guest’s answer', async () => {
    const day = monday();
    await colleague.post('/api/v1/meetings', {
      title: 'Comité',
      startDateTime: `${day}T09:00`,
      endDateTime: `${day}T12:00`,
      timezone: 'America/Santiago',
      locationType: 'IN_PERSON',
    });
    const { displayName } = (await colleague.get('/api/auth/me')).body;
    const { page, faults, context } = await world.signIn(adviser);
    await page.goto(`${world.origin}/meetings/new?date=${day}`);
    const invite = async (text: string, option: string) => {
      await page.getByLabel('Invitar a', { exact: true }).fill(text);
      await page.getByRole('option', { name: option }).first().click();
    };
    await invite(displayName.split(' ')[0], displayName);
    await invite('gabriel@guest.example', 'gabriel@guest.example');
    await page.getByText('En reunión 09:00–12:00').waitFor();
    const free = page.getByRole('region', { name: 'Horas libres de todas' });
    await expect
      .poll(() => free.getByRole('button').first().getAttribute('aria-label'))
      .toMatch(/a las 12:00$/);
    await free.getByRole('button').first().click();
    await page.getByLabel('Título').fill('Revisión anual');
    await page.getByRole('button', { name: 'Agendar e invitar a 2' }).click();
    await page.getByRole('heading', { name: 'Revisión anual', level: 1 }).waitFor();

    const path = `/api/v1${new URL(page.url()).pathname}`;
    const { body } = await adviser.get(path);
    expect(body).toMatchObject({ startDateTime: `${day}T12:00:00`, attendeeCount: 2 });
    const [accept] = await mailedLinks(world.w, { path, ...body }, 'gabriel@guest.example');
    accept.searchParams.delete('confirm');
    const guest = await context.newPage();
    await guest.goto(world.origin + accept.pathname + accept.search);
    await page.reload();
    const row = page.getByRole('listitem').filter({ hasText: 'gabriel@guest.example' });
    await row.getByText('Asistirá').waitFor();
    expect(faults).toEqual([]);
    await context.close();
  });

  test('says what the clock does on the day it changes, and shows both zones', async () => {
    const { page, context } = await world.signIn(adviser);
    await page.goto(`${world.origin}/meetings/new?date=2027-03-28`);
    await page.getByRole('combobox', { name: 'Zona horaria' }).fill('Europe/Madrid');
    await page.getByRole('option', { name: 'Europe/Madrid' }).click();
    await page.getByLabel('Desde').fill('02:30');
    await page.getByText('las 02:30 no existen, serán las 03:30').waitFor();
    await page.getByLabel('Fecha').fill('2027-10-31');
    await page.getByLabel('Desde').fill('02:30');
    await page.getByLabel('Hasta', { exact: true }).fill('04:00');
    await page.getByText('las 02:30 ocurren dos veces, se toma la primera').waitFor();
    await page.getByText('Dura 2 h 30 min.').waitFor();
    await page.getByRole('button', { name: 'Agendar', exact: true }).click();
    await page.getByText('(02:30–04:00 Madrid)').first().waitFor();
    await page.getByText('21:30–00:00').first().waitFor();
    const { pathname } = new URL(page.url());
    const { body } = await adviser.get(`/api/v1${pathname}`);
    expect(body).toMatchObject({ timezone: 'Europe/Madrid', durationMinutes: 150 });

    // An all-day meeting keeps its day, whatever the zone.
    await page.goto(`${world.origin}/meetings/new?date=2027-10-31&allDay=true`);
    await page.getByLabel('Título').fill('Feria');
    await page.getByRole('button', { name: 'Agendar', exact: true }).click();
    await page.getByRole('heading', { name: 'Feria', level: 1 }).waitFor();
    await page.getByText('domingo, 31 de octubre de 2027').first().waitFor();
    await context.close();
  });
});
