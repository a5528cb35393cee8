import { chromiumPath } from '@atrium/platform/test-support/browser.ts';
import type { Client } from '@atrium/platform/test-support/client.ts';
import type { CDPSession, Locator, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { consoleWorld, hearNoChanges, settle } from './console-world.ts';

if (!chromiumPath) {
  test('The calendar is not tested: there is no Chromium here', ({ skip }) => skip());
}

const timezone = 'America/Santiago';
const hour = 52;
/** The most that a task of scrolling may take, of the longest that it takes to draw what is scrolled. */
const mostOfDrawing = 0.1;

/** A Monday that is not too near. */
function monday() {
  const soon = Temporal.Now.plainDateISO(timezone).add({ days: 7 });
  return soon.add({ days: 8 - soon.dayOfWeek });
}

async function meet(host: Client, title: string, start: string, end: string, more: object = {}) {
  const { status, body } = await host.post('/api/v1/meetings', {
    title,
    startDateTime: start,
    endDateTime: end,
    timezone,
    locationType: 'IN_PERSON',
    ...more,
  });
  expect(status).toBe(201);
  return body.meetingUuid as string;
}

type Way = { x?: number; y?: number; isGivenUp?: boolean };

/** Drags with the mouse from a point of a block, counted from its middle or its lower edge; Esc gives it up. */
async function drag(page: Page, block: Locator, to: Way, fromEdge = false) {
  await block.scrollIntoViewIfNeeded();
  const box = await block.boundingBox();
  if (!box) throw new Error('The block is not drawn');
  const [x, y] = [box.x + box.width / 2, box.y + (fromEdge ? box.height - 3 : box.height / 2)];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + (to.x ?? 0), y + (to.y ?? 0), { steps: 4 });
  if (to.isGivenUp) await page.keyboard.press('Escape');
  await page.mouse.up();
}

type TraceEvent = { name: string; ph: string; tid: number; tdur?: number };

/** Returns how long each task of the page's main thread took meanwhile, in milliseconds of its own time. */
async function tasksDuring(devtools: CDPSession, act: () => Promise<void>) {
  const events: TraceEvent[] = [];
  const keep = ({ value }: { value: object[] }) => void events.push(...(value as TraceEvent[]));
  devtools.on('Tracing.dataCollected', keep);
  const done = new Promise((resolve) => devtools.once('Tracing.tracingComplete', resolve));
  await devtools.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: {
      includedCategories: ['devtools.timeline', 'disabled-by-default-devtools.timeline'],
    },
  });
  await act();
  await devtools.send('Tracing.end');
  await done;
  devtools.off('Tracing.dataCollected', keep);
  const main = events.find(({ name }) => name === 'PrePaint')?.tid;
  return events
    .filter(({ name, ph, tid }) => name === 'RunTask' && ph === 'X' && tid === main)
    .map(({ tdur = 0 }) => tdur / 1_000);
}

describe.runIf(chromiumPath)('The calendar', async () => {
  const world = chromiumPath ? await consoleWorld({}, { hasAnalytics: false }) : undefined;
  if (!world) return;
  const tenant = await world.w.tenant('Andes Patrimonio');
  const adviser = await tenant.as('TENANT_STAFF');
  const first = monday();
  const at = (day: number, time: string) => `${first.add({ days: day })}T${time}`;
  const times = async (uuid: string) => {
    const { body } = await adviser.get(`/api/v1/meetings/${uuid}`);
    return `${body.startDateTime} ${body.endDateTime}`;
  };

  test('moves and resizes a meeting by mouse, by menu and keyboard, and asks before people are told', async () => {
    const own = await meet(adviser, 'Preparar carpeta', at(1, '10:00'), at(1, '11:00'));
    const guests = [1, 2, 3].map((n) => ({ email: `guest-${n}@guest.example` }));
    const told = await meet(adviser, 'Comité', at(2, '10:00'), at(2, '11:00'), {
      externalAttendees: guests,
    });
    // What changes elsewhere is found when something is moved, not heard of before.
    const { page, context } = await world.signIn(adviser, {}, '/', hearNoChanges);
    await page.goto(`${world.origin}/calendar?date=${first}`);
    await settle(page);
    // Who does not want to connect a calendar now is not asked again, not after a reload either.
    await page.getByRole('button', { name: 'Ahora no' }).click();
    const wish = async () =>
      (await adviser.get('/api/v1/calendar/connection')).body.firstTimeModalPref;
    await expect.poll(wish).toBe('REMIND_LATER');
    await page.reload();
    await settle(page);
    expect(await page.getByText('Conecte su calendario').count()).toBe(0);
    // On a phone it is one line, which goes for good.
    const phone = await world.signIn(adviser, { viewport: { width: 390, height: 844 } });
    await phone.page.goto(`${world.origin}/calendar`);
    const hint = phone.page.getByRole('status').filter({ hasText: 'Conecte su calendario' });
    await hint.waitFor();
    expect((await hint.boundingBox())?.height).toBeLessThan(50);
    await hint.getByRole('button', { name: 'No volver a mostrar' }).click();
    await expect.poll(wish).toBe('DONT_SHOW');
    await phone.context.close();
    const alone = page.getByRole('link', { name: /^Preparar carpeta/ });
    const toast = page.getByText('Reunión movida');

    // What is given up over the meeting itself does not open it.
    const address = page.url();
    await drag(page, alone, { y: 12, isGivenUp: true });
    await settle(page);
    expect(page.url()).toBe(address);

    await drag(page, alone, { y: hour });
    await toast.waitFor();
    expect(await times(own)).toBe(`${at(1, '11:00:00')} ${at(1, '12:00:00')}`);
    await page.getByRole('button', { name: 'Deshacer' }).click();
    await expect.poll(() => times(own)).toBe(`${at(1, '10:00:00')} ${at(1, '11:00:00')}`);
    await alone.filter({ hasText: '10:00–11:00' }).waitFor();
    await drag(page, alone, { y: hour / 2 }, true);
    await expect.poll(() => times(own)).toBe(`${at(1, '10:00:00')} ${at(1, '11:30:00')}`);

    // Where people are invited nothing happens before the question is answered.
    const invited = page.getByRole('link', { name: /^Comité/ });
    await drag(page, invited, { y: hour });
    const dialog = page.getByRole('dialog', { name: '¿Mover la reunión?' });
    await dialog.getByText('11:00–12:00').waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    expect(await times(told)).toBe(`${at(2, '10:00:00')} ${at(2, '11:00:00')}`);
    await page.reload();
    await settle(page);
    await drag(page, invited, { y: hour });
    await dialog.getByRole('button', { name: 'Mover y avisar a 3 personas' }).click();
    await toast.waitFor();
    expect(await times(told)).toBe(`${at(2, '11:00:00')} ${at(2, '12:00:00')}`);
    expect(await page.getByRole('button', { name: 'Deshacer' }).count()).toBe(0);

    // What somebody else changed meanwhile is shown, not overwritten.
    await adviser.put(`/api/v1/meetings/${own}`, {
      startDateTime: at(1, '15:00'),
      endDateTime: at(1, '16:00'),
    });
    await drag(page, alone, { y: hour });
    await page
      .getByRole('alert')
      .filter({ hasText: 'Otra persona lo cambió mientras tanto' })
      .waitFor();
    expect(await times(own)).toBe(`${at(1, '15:00:00')} ${at(1, '16:00:00')}`);

    // All that is dragged can be done by keyboard too.
    await alone.filter({ hasText: '15:00–16:00' }).press('Enter');
    await page.getByRole('button', { name: 'Mover', exact: true }).press('Enter');
    const form = page.getByRole('dialog', { name: 'Mover a…' });
    // The times at which all are free are offered there.
    const free = form.getByRole('region', { name: 'Horarios en que todos pueden' });
    const slot = free.getByRole('button', { name: / a las / }).first();
    const [begins = ''] = (await slot.getAttribute('aria-label'))?.match(/\d\d:\d\d$/) ?? [];
    await slot.click();
    // It lasts as long as before.
    const ends = Temporal.PlainTime.from(begins).add({ hours: 1 }).toString({
      smallestUnit: 'minute',
    });
    const typed = ['Desde', 'Hasta'].map((label) => form.getByLabel(label).inputValue());
    expect(await Promise.all(typed)).toEqual([begins, ends]);
    await form.getByLabel('Fecha').fill(first.add({ days: 3 }).toString());
    await form.getByLabel('Desde').fill('09:00');
    await form.getByRole('button', { name: 'Mover' }).press('Enter');
    await expect.poll(() => times(own)).toBe(`${at(3, '09:00:00')} ${at(3, '10:00:00')}`);

    // From Today's first block too, where it asks as well.
    const tomorrow = Temporal.Now.plainDateISO('America/Santiago').add({ days: 1 });
    const span = [`${tomorrow}T10:00`, `${tomorrow}T11:00`] as const;
    const soon = await meet(adviser, 'Llamado', ...span, { externalAttendees: guests });
    await page.goto(world.origin);
    const lead = page.getByRole('region', { name: 'Lo que importa ahora' });
    await lead.getByText('Llamado').waitFor();
    await lead.getByRole('button', { name: 'Mover' }).click();
    await form.getByLabel('Fecha').fill(`${tomorrow.add({ days: 1 })}`);
    await form.getByRole('button', { name: 'Mover' }).click();
    await dialog.getByRole('button', { name: 'Mover y avisar a 3 personas' }).click();
    const after = tomorrow.add({ days: 1 });
    await expect.poll(() => times(soon)).toBe(`${after}T10:00:00 ${after}T11:00:00`);

    // The views have keys of their own, and what switches them is changed by arrows.
    const view = (name: string) => page.getByRole('radio', { name, checked: true });
    const shown = (name: string) => view(name).waitFor({ state: 'attached' });
    await page.goto(`${world.origin}/calendar?date=${first}`);
    await settle(page);
    await page.keyboard.press('m');
    await shown('Mes');
    await view('Mes').focus();
    await page.keyboard.press('ArrowRight');
    await shown('Agenda');
    expect(new URL(page.url()).searchParams.get('date')).toBe(`${first}`);
    await page.keyboard.press('w');
    await shown('Semana');

    // The grid is one stop of Tab and walked by arrows; each block says its day, and none leads to another week.
    expect(await page.locator('[data-meeting][tabindex="0"]').count()).toBe(1);
    await alone.focus();
    const focused = () => page.locator(':focus').innerText();
    const dayOf = (days: number) =>
      first
        .add({ days })
        .toLocaleString('es-CL', { weekday: 'long', day: 'numeric', month: 'long' });
    for (const [key, title, day] of [
      ['ArrowLeft', 'Comité', 2],
      ['ArrowDown', 'Comité', 2],
      ['ArrowRight', 'Preparar carpeta', 3],
      ['ArrowRight', 'Preparar carpeta', 3],
      ['Home', 'Preparar carpeta', 3],
    ] as const) {
      await page.keyboard.press(key);
      await expect.poll(focused, { message: key }).toContain(title);
      await expect.poll(focused, { message: key }).toContain(dayOf(day));
    }
    expect(new URL(page.url()).searchParams.get('date')).toBe(`${first}`);
    expect(await page.locator('[data-meeting][tabindex="0"]').innerText()).toContain('Preparar');
    // A block is a link, which a new tab opens.
    const tab = context.waitForEvent('page');
    await alone.click({ modifiers: ['ControlOrMeta'] });
    await (await tab).waitForURL(`**/meetings/${own}`);
    await (await tab).close();

    // What counts is the hour under the pointer, though the grid scrolls meanwhile.
    await page.evaluate(() => scrollTo(0, 0));
    const box = await alone.boundingBox();
    if (!box) throw new Error('The block is not drawn');
    const [x, y] = [box.x + box.width / 2, box.y + 4];
    const grid = page.getByRole('region', { name: 'Horas y reuniones' });
    const scrolled = () => grid.evaluate(({ scrollTop }) => scrollTop);
    const top = await scrolled();
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x, y + hour / 2, { steps: 3 });
    await page.mouse.wheel(0, 3 * hour);
    await expect.poll(scrolled).toBe(top + 3 * hour);
    await page.locator('[data-moving]').waitFor();
    await page.mouse.move(x, y + hour, { steps: 3 });
    await page.mouse.up();
    await expect.poll(() => times(own)).toBe(`${at(3, '13:00:00')} ${at(3, '14:00:00')}`);
    await context.close();
  });

  test('turns the day at midnight of the person’s zone, as Today does, also after the tab was asleep', async () => {
    const { page, context } = await world.signIn(adviser);
    // Yesterday by the real clock, so that nothing of the session is over.
    const evening = Temporal.Now.zonedDateTimeISO(timezone)
      .subtract({ days: 1 })
      .with({ hour: 23, minute: 56 });
    const words = (days: number) =>
      evening
        .toPlainDate()
        .add({ days })
        .toLocaleString('es-CL', { weekday: 'long', day: 'numeric', month: 'long' });
    await page.clock.install({ time: evening.epochMilliseconds });
    const today = await context.newPage();
    for (const [each, path] of [
      [page, '/calendar?view=month'],
      [today, '/'],
    ] as const) {
      await each.goto(world.origin + path);
      await settle(each);
    }
    const marked = (name: string) =>
      page.locator('[aria-current="date"]').filter({ hasText: name }).first();
    await marked(words(0)).waitFor();
    await today.getByText(words(0)).first().waitFor();
    await page.clock.fastForward('06:00');
    await marked(words(1)).waitFor();
    await today.getByText(words(1)).first().waitFor();
    await page.keyboard.press('w');
    await marked(words(1)).waitFor();
    await context.close();
  });

  test('scrolls a week of 200 meetings and 30 colleagues without a long task on a quarter of the CPU', async () => {
    const week = first.add({ weeks: 2 });
    const clock = (minutes: number) =>
      Temporal.PlainTime.from('08:00').add({ minutes }).toString().slice(0, 5);
    const on = (index: number) => week.add({ days: index % 5 });
    for (let index = 0; index < 200; index += 1) {
      const start = Math.floor(index / 5) * 15;
      const [from, to] = [clock(start), clock(start + 30)].map((time) => `${on(index)}T${time}`);
      await meet(adviser, `Revisión ${index}`, from ?? '', to ?? '');
    }
    const colleagues = await Promise.all(
      Array.from({ length: 30 }, () => tenant.as('TENANT_STAFF')),
    );
    for (const [index, colleague] of colleagues.entries())
      for (const turn of [0, 1, 2]) {
        const start = ((index * 7 + turn * 11) % 36) * 15;
        const day = on(index + turn * 2);
        await meet(colleague, 'Ocupado', `${day}T${clock(start)}`, `${day}T${clock(start + 60)}`);
      }
    const { page, context } = await world.signIn(adviser);
    const together = colleagues.map(({ identity }) => identity['x-user-id']).join(',');
    await page.goto(`${world.origin}/calendar?date=${week}&with=${together}`);
    await settle(page);
    const own = page.getByRole('link', { name: /^Revisión/ });
    await expect.poll(() => own.count()).toBe(200);
    const taken = page.getByRole('img', { name: /de 30 ocupados/ });
    await expect.poll(() => taken.count()).toBeGreaterThan(20);
    await settle(page);

    const devtools = await context.newCDPSession(page);
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 });
    const draw = async () => {
      await page.keyboard.press('m');
      await page.getByRole('radio', { name: 'Mes', checked: true }).waitFor({ state: 'attached' });
      await settle(page);
      await page.keyboard.press('w');
      await expect.poll(() => taken.count()).toBeGreaterThan(20);
      await settle(page);
    };
    const scroll = async () => {
      await page.mouse.move(700, 600);
      for (const by of [1, -1])
        for (let step = 0; step < 14; step += 1) await page.mouse.wheel(0, by * 80);
    };
    // How long it takes differs from machine to machine; what it is of drawing the week does not. The thread's
    // own time counts: what else the machine does meanwhile is not the page's doing. Nor is a collection of
    // garbage that falls into one pass: a task that scrolling makes long is long in each.
    const passes: { drawing: number; scrolling: number }[] = [];
    const share = ({ drawing, scrolling }: (typeof passes)[number]) => scrolling / drawing;
    do {
      const drawing = Math.max(...(await tasksDuring(devtools, draw)));
      // A pass to warm up: what is drawn for the first time is not what scrolling costs.
      await scroll();
      const tasks = await tasksDuring(devtools, scroll);
      expect(tasks.length).toBeGreaterThan(20);
      passes.push({ drawing, scrolling: Math.max(...tasks) });
    } while (passes.length < 5 && Math.min(...passes.map(share)) > mostOfDrawing);
    const told = passes.map(
      ({ drawing, scrolling }) => `${scrolling.toFixed(0)} of ${drawing.toFixed(0)}`,
    );
    process.stdout.write(`calendar: scrolling and drawing took ${told.join(', ')} ms at most\n`);
    expect(Math.min(...passes.map(share))).toBeLessThanOrEqual(mostOfDrawing);
    await context.close();
  });
});
