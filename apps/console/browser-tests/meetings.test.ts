import { system } from '@atrium/platform/database/principal.ts';
import { insertUnmatched } from '@atrium/platform/meetings/rsvp/host-queries.ts';
import { chromiumPath } from '@atrium/platform/test-support/browser.ts';
import { describe, expect, test } from 'vitest';
import { consoleWorld, settle } from './console-world.ts';
import { makeRecords } from './records.ts';

if (!chromiumPath) {
  test('Planning meetings is not tested: there is no Chromium here', ({ skip }) => skip());
}

/** Returns the last Sunday of a month of the next year: in March and in October the clocks of Madrid change then. */
function lastSunday(month: number): Temporal.PlainDate {
  const { year } = Temporal.Now.plainDateISO();
  const last = Temporal.PlainDate.from({ year: year + 1, month, day: 31 });
  return last.subtract({ days: last.dayOfWeek % 7 });
}

describe.runIf(chromiumPath)('Planning a meeting', async () => {
  const world = chromiumPath ? await consoleWorld() : undefined;
  if (!world) return;
  const tenant = await world.w.tenant('Andes Patrimonio');
  const adviser = await tenant.as('TENANT_STAFF');

  test('says what the clock does on the day it changes, and shows both zones', async () => {
    const colleague = await tenant.as('TENANT_STAFF');
    await colleague.put('/api/auth/me', { timeZone: 'Europe/Madrid' });
    const { displayName } = (await colleague.get('/api/auth/me')).body;
    const autumn = lastSunday(10);
    const { page, context } = await world.signIn(adviser);
    await page.goto(`${world.origin}/meetings/new?date=${lastSunday(3)}`);
    await page.getByRole('combobox', { name: 'Zona horaria' }).fill('Europe/Madrid');
    await page.getByRole('option', { name: /^Madrid \(GMT\+\d\)$/ }).click();
    await page.getByLabel('Desde').fill('02:30');
    await page.getByText('las 02:30 no existen, serán las 03:30').waitFor();
    await page.getByLabel('Fecha').fill(autumn.toString());
    await page.getByLabel('Desde').fill('02:30');
    await page.getByLabel('Hasta', { exact: true }).fill('04:00');
    await page.getByText('las 02:30 ocurren dos veces y se toma la primera').waitFor();
    await page.getByText('Dura 2 h 30 min.').waitFor();
    await page.getByLabel('Título').fill('Cierre de octubre');
    await page.getByLabel('Invitar a', { exact: true }).fill(displayName.split(' ')[0]);
    await page.getByRole('option', { name: displayName }).first().click();
    await page.getByRole('button', { name: 'Agendar e invitar a 1' }).click();
    await page.getByRole('heading', { name: 'Cierre de octubre', level: 1 }).waitFor();
    await page.getByText('(02:30–04:00 Madrid)').first().waitFor();
    await page.getByText('21:30–00:00').first().waitFor();
    const { pathname } = new URL(page.url());
    const { body } = await adviser.get(`/api/v1${pathname}`);
    expect(body).toMatchObject({ timezone: 'Europe/Madrid', durationMinutes: 150 });

    // An all-day meeting keeps its day, whatever the zone.
    await page.goto(`${world.origin}/meetings/new?date=${autumn}&allDay=true`);
    await page.getByLabel('Título').fill('Feria');
    await page.getByRole('button', { name: 'Agendar', exact: true }).click();
    await page.getByRole('heading', { name: 'Feria', level: 1 }).waitFor();
    const said = `domingo, ${autumn.day} de octubre de ${autumn.year}`;
    await page.getByText(said).first().waitFor();

    // Each sees it on the own clock: in Santiago it is still the evening before.
    await page.goto(`${world.origin}/calendar?view=day&date=${autumn.subtract({ days: 1 })}`);
    await page.getByRole('link', { name: /Cierre de octubre.*21:30–00:00/ }).waitFor();
    await page.goto(`${world.origin}/calendar?view=day&date=${autumn}`);
    await page.getByRole('link', { name: /^Feria/ }).waitFor();
    await context.close();
    const madrid = await world.signIn(colleague);
    await madrid.page.goto(world.origin + pathname);
    await madrid.page.getByRole('heading', { name: 'Cierre de octubre', level: 1 }).waitFor();
    await madrid.page.getByText('02:30–04:00').first().waitFor();
    expect(await madrid.page.getByText('Madrid)').count()).toBe(0);
    await madrid.page.goto(`${world.origin}/calendar?view=day&date=${autumn}`);
    await madrid.page.getByRole('link', { name: /Cierre de octubre.*02:30–04:00/ }).waitFor();
    await madrid.context.close();
  });

  test('has its own notes, which are changed, kept as they were and deleted', async () => {
    const { meetingUuid } = await makeRecords(adviser);
    const { page, faults, context } = await world.signIn(adviser, {}, `/meetings/${meetingUuid}`);
    await page.getByPlaceholder('Escriba una nota…').fill('Pidió ver bonos');
    await page.getByRole('button', { name: 'Agregar nota' }).click();
    await page.getByRole('button', { name: 'Abrir la nota: Pidió ver bonos' }).click();
    const note = page.getByRole('dialog', { name: 'Nota', exact: true });
    await note.getByRole('button', { name: 'Editar' }).click();
    await note.getByLabel('Texto').fill('Pidió ver bonos y fondos');
    await note.getByRole('button', { name: 'Guardar' }).click();
    await note.getByRole('button', { name: 'Editar' }).waitFor();
    await note.getByText('Textos anteriores').click();
    await note.getByText('Pidió ver bonos', { exact: true }).waitFor();
    await note.getByRole('button', { name: 'Eliminar' }).click();
    const asked = page.getByRole('dialog', { name: '¿Eliminar esta nota?' });
    await asked.getByRole('button', { name: 'Eliminar' }).click();
    await page.getByText('Nota eliminada').waitFor();
    await expect.poll(() => page.getByRole('button', { name: /^Abrir la nota/ }).count()).toBe(0);
    expect(faults).toEqual([]);
    await context.close();
  });

  test('shows what was written with an answer, the times proposed instead, and answers that fit nobody', async () => {
    const colleague = await tenant.as('TENANT_STAFF');
    const { body: meeting } = await adviser.post('/api/v1/meetings', {
      title: 'Revisión anual',
      startDateTime: '2030-05-06T10:00:00',
      endDateTime: '2030-05-06T11:00:00',
      timezone: 'America/Santiago',
      locationType: 'ONLINE',
      staffIds: [colleague.identity['x-user-id']],
    });
    const proposed = [
      { startDateTime: '2030-05-07T09:00:00', endDateTime: '2030-05-07T10:00:00' },
      { startDateTime: '2030-05-08T16:30:00', endDateTime: '2030-05-08T17:30:00' },
    ];
    const answer = { status: 'DECLINED', note: 'Ese día viajo <b>a Lima</b>', proposed };
    const path = `/api/v1/meetings/${meeting.meetingUuid}`;
    expect((await colleague.put(`${path}/rsvp`, answer)).status).toBe(200);
    await world.w.db.asTenant(tenant.tenantUuid, system, (tx) =>
      insertUnmatched(tx, {
        meetingUuid: meeting.meetingUuid,
        ...{ sender: 'lucia@example.com', name: 'Lucía', reason: 'NOT_INVITED' },
        ...{ participation: 'ACCEPTED', note: 'Gabriel me reenvió esto', proposed: [] },
      }),
    );
    const buttons = /take-proposed[\w.-]*\.js$/;
    const { page, faults, context } = await world.signIn(
      adviser,
      {},
      `/meetings/${meeting.meetingUuid}`,
      async (context) => void (await context.route(buttons, (route) => route.abort())),
    );
    const people = page.getByRole('listitem');
    const invited = people.filter({ hasText: 'Ese día viajo <b>a Lima</b>' });
    // What was written is read also where the script of its buttons does not come.
    await invited.getByText('No hay conexión con el servidor').waitFor();
    await context.unroute(buttons);
    await page.reload();
    await invited
      .getByRole('button', { name: /^Mover a / })
      .first()
      .waitFor();
    faults.length = 0;
    await invited
      .getByText(/^Propone uno de 2 horarios: mar.* 09:00–10:00; .* 16:30–17:30$/)
      .waitFor();
    await invited.getByText('No asistirá').waitFor();
    await page
      .getByRole('heading', { name: 'Mensajes que no cambian ninguna respuesta' })
      .waitFor();
    const unmatched = people.filter({ hasText: 'Gabriel me reenvió esto' });
    await unmatched.getByText('Dice que sí').waitFor();
    await unmatched.getByText('lucia@example.com').waitFor();
    // Nobody but host and creator reads what was written.
    const other = await world.signIn(colleague, {}, `/meetings/${meeting.meetingUuid}`);
    await other.page.getByRole('heading', { name: 'Revisión anual', level: 1 }).waitFor();
    await other.page.getByText('No asistirá').first().waitFor();
    expect(await other.page.getByText('Gabriel me reenvió esto').count()).toBe(0);
    expect(await other.page.getByRole('button', { name: /^Mover a / }).count()).toBe(0);
    await other.context.close();
    await page.getByRole('button', { name: /^Avisos: \d+ sin leer$/ }).click();
    const told = page.getByRole('dialog', { name: 'Avisos' }).getByRole('listitem');
    const refusal = told.filter({ hasText: 'Ese día viajo <b>a Lima</b>' });
    await refusal.getByText(/ no asistirá a la reunión/).waitFor();
    await refusal
      .getByText(/^Propone 2 horarios: martes.*, 09:00–10:00; miércoles.*, 16:30–17:30$/)
      .waitFor();
    await page.keyboard.press('Escape');
    // A time that was proposed is taken with two clicks: it is named, and who is told is counted.
    await invited.getByRole('button', { name: /^Mover a mié.* 16:30–17:30$/ }).click();
    await page.getByRole('button', { name: 'Mover y avisar a 1 persona' }).click();
    await page.getByText('Reunión movida').waitFor();
    expect((await adviser.get(path)).body).toMatchObject(proposed[1] ?? {});
    expect([...faults, ...other.faults]).toEqual([]);
    await context.close();
  });

  test('is prepared with a brief that prints on one A4 page', async () => {
    const { meetingUuid } = await makeRecords(adviser);
    const { page, faults, context } = await world.signIn(adviser);
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.goto(`${world.origin}/meetings/${meetingUuid}/brief`);
    await page.getByRole('heading', { name: 'Revisión anual', level: 1 }).waitFor();
    for (const name of ['Quiénes vienen', 'Familia Fuentes', 'Qué falta', 'Última conversación'])
      await page.getByRole('region', { name }).waitFor();
    await settle(page);
    const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
    const [, width, height] = /\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/.exec(pdf) ?? [];
    expect([Math.round(Number(width)), Math.round(Number(height))]).toEqual([595, 842]);
    expect(pdf.match(/\/Type \/Page\b/g)).toHaveLength(1);
    // Afterwards the page is as it was.
    await expect.poll(() => page.locator('[data-paper]').count()).toBe(0);
    expect(faults).toEqual([]);
    await context.close();
  });

  test('opens its brief by itself once for who wants that, and one sheet keeps what was said', async () => {
    const host = await tenant.as('TENANT_STAFF');
    await host.put('/api/auth/me', { preferences: { openBrief: true } });
    const { contactUuid } = await makeRecords(host);
    const now = Temporal.Now.plainDateTimeISO('UTC');
    const meet = async (title: string, minutes: number) => {
      const { status, body } = await host.post('/api/v1/meetings', {
        title,
        startDateTime: now.add({ minutes }).toString().slice(0, 16),
        endDateTime: now
          .add({ minutes: minutes + 30 })
          .toString()
          .slice(0, 16),
        timezone: 'UTC',
        locationType: 'IN_PERSON',
        contactIds: [contactUuid],
      });
      expect(status, JSON.stringify(body)).toBe(201);
      return body.meetingUuid as string;
    };
    const next = await meet('Propuesta', 9);
    const held = await meet('Revisión', -90);

    const { page, faults, context } = await world.signIn(host, {}, '/organisations');
    await page.waitForURL(`**/meetings/${next}/brief`);
    await page.emulateMedia({ media: 'print' });
    await page.getByText('Confidencial').waitFor();
    await page.getByText(/^Impreso el/).waitFor();
    await page.emulateMedia({ media: 'screen' });

    // It was opened: whoever goes on stays where they are.
    await page.goto(`${world.origin}/meetings/${held}`);
    await settle(page);
    await page.getByRole('button', { name: 'Registrar lo conversado' }).click();
    const sheet = page.getByRole('dialog', { name: 'Después de la reunión' });
    // The note is under the cursor at once.
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('TEXTAREA');
    await page.keyboard.type('Quiere bonos');
    await sheet.getByLabel('Tarea 1').fill('Enviar la lista de bonos');
    await sheet.getByRole('button', { name: 'Guardar' }).click();
    await page.getByText('Lo conversado quedó registrado').waitFor();
    const about = `entityType=CONTACT&entityUuid=${contactUuid}`;
    const kept = async (list: string) => (await host.get(`/api/${list}?${about}`)).body.content;
    expect(await kept('notes')).toMatchObject([{ text: 'Quiere bonos', kind: 'VISIT' }]);
    expect(await kept('tasks')).toContainEqual(
      expect.objectContaining({ title: 'Enviar la lista de bonos' }),
    );
    expect(faults).toEqual([]);
    await context.close();
  });
});
