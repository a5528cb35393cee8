import { chromiumPath } from '@atrium/platform/test-support/browser.ts';
import { contactInput } from '@atrium/platform/test-support/contact-input.ts';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { consoleWorld, password, settle, visit } from './console-world.ts';
import { type Accident, startProxy } from './proxy.ts';

if (!chromiumPath) {
  test('Lines that break are not tried: there is no Chromium here', ({ skip }) => skip());
}

const wall = (type: string, status = 200): Accident => ({
  status,
  headers: { 'content-type': type },
  body: '<!doctype html><h1>Sign in to the network</h1>',
});
const cut = (status: number, type: string, body: string, more = {}): Accident => ({
  status,
  headers: { 'content-type': type, 'content-length': '90000', ...more },
  body,
  isCut: true,
});

describe.runIf(chromiumPath)('A line that breaks', async () => {
  const world = chromiumPath ? await consoleWorld({}, { hasAnalytics: false }) : undefined;
  if (!world) return;
  const { w, open, letSignIn } = world;
  const firm = await w.tenant('Andes Patrimonio');
  const adviser = await firm.as('TENANT_STAFF');
  const { 'x-user-id': own = '' } = adviser.identity;
  const named = (firstName: string, paternalLastName: string) =>
    adviser.post('/api/contacts', {
      ...contactInput(firm.tenantUuid, own),
      firstName,
      paternalLastName,
    });
  const proxy = await startProxy(w.port);
  let page: Page;
  let contactUuid: string;
  const at = async (path: string) => {
    await visit(page, path);
    await settle(page);
  };
  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });
  const lost = () => page.getByText('No hay conexión con el servidor').first();

  beforeAll(async () => {
    ({
      body: { contactUuid },
    } = await named('Abelardo', 'Primera'));
    await named('Zoraida', 'Segunda');
    ({ page } = await open(`${proxy.origin}/sign-in`));
    await page.getByLabel('Correo').fill(await letSignIn(adviser));
    await page.getByLabel('Contraseña', { exact: true }).fill(password);
    await button('Iniciar sesión').click();
    await page.locator('main#main h1').waitFor();
  });

  test('takes Enter in both fields of the sign-in, however late the answer to the first', async () => {
    const { page: other, context } = await open(`${proxy.origin}/sign-in`);
    const email = other.getByLabel('Correo');
    await email.waitFor();
    proxy.hold();
    onTestFinished(proxy.calm);
    const before = proxy.seen.length;
    await email.fill(await letSignIn(adviser));
    await email.press('Enter');
    await other.getByLabel('Contraseña', { exact: true }).fill(password);
    await other.keyboard.press('Enter');
    const sent = () => proxy.seen.slice(before).map(({ path }) => path);
    await expect.poll(sent).toContain('/api/auth/login');
    proxy.calm();
    await other.locator('main#main h1').waitFor();
    await context.close();
  });

  test('is told from an answer of the server, whatever comes in its place, and the text stays', async () => {
    await at('/meetings/new?date=2031-03-04');
    const title = page.getByLabel('Título', { exact: true });
    await title.fill('Lo que se escribió');
    const path = /^\/api\/v1\/meetings$/;
    const instead: Accident[] = [
      wall('text/html'),
      wall('text/plain'),
      cut(201, 'application/json', '{"meetingUuid":'),
    ];
    for (const accident of instead) {
      proxy.next('POST', path, accident);
      await button('Agendar').click();
      await lost().waitFor();
      expect(await title.inputValue()).toBe('Lo que se escribió');
      // Typing takes the sentence away, so that the next one is seen to come.
      await title.fill('Lo que se escribió');
    }
    proxy.next('POST', path, { status: 401, headers: { 'content-type': 'application/json' } });
    proxy.next('POST', /\/auth\/refresh$/, cut(200, 'application/json', '{"accessToken":'));
    await button('Agendar').click();
    await lost().waitFor();
    expect(await title.inputValue()).toBe('Lo que se escribió');
    const date = new Date(Date.now() + 49_000).toUTCString();
    const headers = { 'content-type': 'application/problem+json', 'retry-after': date };
    proxy.next('POST', path, { status: 429, headers, body: '{"code":"RATE_LIMITED"}' });
    await button('Agendar').click();
    await page
      .getByText(/Espere [34]\d segundos/)
      .first()
      .waitFor();
    expect(await title.inputValue()).toBe('Lo que se escribió');
    const { meetings } = (await adviser.get('/api/v1/meetings')).body;
    expect(meetings).toEqual([]);
    await page.evaluate(() => sessionStorage.clear());
    await page.reload();

    await at(`/people/${contactUuid}`);
    const personal = page.getByRole('region', { name: 'Datos personales' });
    await personal.getByRole('button', { name: /^Editar/ }).click();
    await personal.getByLabel('Segundo nombre').fill('Luz');
    proxy.next('PUT', /^\/api\/contacts\//, wall('text/html'));
    await personal.getByRole('button', { name: 'Guardar', exact: true }).click();
    await personal.getByText('No hay conexión con el servidor').waitFor();
    expect(await personal.getByLabel('Segundo nombre').inputValue()).toBe('Luz');
    await personal.getByRole('button', { name: 'Volver' }).click();
    await page.evaluate(() => sessionStorage.clear());
    await page.reload();
  });

  test('that brings no script of a part leaves the page as it is, and the part is there when it is asked for again', async () => {
    await at('/meetings/new?date=2031-03-04');
    const title = page.getByLabel('Título', { exact: true });
    await title.fill('Lo que se escribió');
    proxy.always('GET', /\/assets\/keys-sheet-/, wall('text/html', 502));
    onTestFinished(proxy.calm);
    await button('Atajos de teclado').click();
    await lost().waitFor();
    expect(await title.inputValue()).toBe('Lo que se escribió');
    await button('Cerrar').click();
    await lost().waitFor({ state: 'detached' });
    await button('Atajos de teclado').click();
    await lost().waitFor();
    proxy.calm();
    await button('Intentar de nuevo').click();
    await page.getByRole('dialog', { name: 'Atajos de teclado' }).waitFor();
    await page.keyboard.press('Escape');
    expect(await title.inputValue()).toBe('Lo que se escribió');
  });

  test('gives no file of something else, nor a part of one', async () => {
    await at('/people');
    let files = 0;
    page.on('download', () => {
      files += 1;
    });
    const named = { 'content-disposition': 'attachment; filename="contacts.csv"' };
    const asked = () => proxy.seen.filter((each) => each.path.endsWith('/contacts/export')).length;
    const before = asked();
    for (const [at, accident] of [
      wall('text/html'),
      cut(200, 'text/csv', 'contactUuid\n', named),
    ].entries()) {
      proxy.next('POST', /\/contacts\/export$/, accident);
      await button('Descargar CSV').click();
      await expect.poll(asked).toBe(before + at + 1);
      await settle(page);
      await lost().waitFor();
      await page.reload();
      await settle(page);
    }
    expect(files).toBe(0);
    // The way to try again is the same button.
    const file = page.waitForEvent('download');
    await button('Descargar CSV').click();
    expect((await file).suggestedFilename()).toMatch(/\.csv$/);
  });

  test('is said in one sentence of the person’s language, and what is not known yet is not said to be none', async () => {
    const times = { startDateTime: '2031-03-11T10:00:00', endDateTime: '2031-03-11T11:00:00' };
    const meeting = { ...times, timezone: 'America/Santiago', locationType: 'IN_PERSON' };
    await adviser.post('/api/v1/meetings', { title: 'Revisión de marzo', ...meeting });
    const path = /^\/api\/v1\/meetings\?/;
    const instead = [wall('text/html'), cut(200, 'application/json', '{"meetings":[')];
    for (const [index, accident] of instead.entries()) {
      proxy.always('GET', path, accident);
      await visit(page, `/calendar?date=2031-01-0${index + 6}&view=day`);
      await lost().waitFor();
      const words = await page.locator('main').innerText();
      expect(words).not.toMatch(/listMeetings|[{}]|fetch|JSON|undefined/i);
      proxy.calm();
    }
    await button('Intentar de nuevo').click();
    await page.getByRole('region', { name: 'Horas y reuniones' }).waitFor();

    const none = page.getByText('No hay reuniones en estos días');
    await at('/calendar?view=agenda&date=2031-02-24');
    await none.waitFor();
    proxy.hold();
    await button('Período siguiente').click();
    await page.locator('main [aria-busy="true"]').waitFor();
    expect(await none.count()).toBe(0);
    proxy.calm();
    await page.getByRole('link', { name: /^10:00.*Revisión de marzo/ }).waitFor();
  });

  test('ends no session: it is tried again, and said meanwhile', async () => {
    await at('/people');
    proxy.next('POST', /\/auth\/refresh$/, wall('text/html', 502));
    await page.reload();
    await page.getByRole('heading', { name: 'Personas', level: 1 }).waitFor();
    proxy.always('POST', /\/auth\/refresh$/, 'RESET');
    await page.reload();
    await page.getByRole('heading', { name: 'No hay conexión con el servidor' }).waitFor();
    proxy.calm();
    await page.getByRole('heading', { name: 'Personas', level: 1 }).waitFor();
  });

  test('opens nothing that stood there before, and nothing while somebody composes', async () => {
    await at('/people');
    const box = page.getByRole('combobox', { name: /Buscar/ });
    const press = (init: Record<string, string | number | boolean>) =>
      page.evaluate((given) => {
        const target = document.activeElement ?? document.body;
        target.dispatchEvent(
          new KeyboardEvent('keydown', { bubbles: true, cancelable: true, ...given }),
        );
      }, init);
    // A keyboard of another script: what counts is where the key lies.
    await press({ key: 'л', code: 'KeyK', ctrlKey: true });
    await box.fill('Abelardo Primera');
    await page
      .getByRole('option', { name: /Abelardo Primera/ })
      .first()
      .waitFor();
    await press({ key: 'Enter', isComposing: true, keyCode: 229 });
    await press({ key: 'Escape', isComposing: true, keyCode: 229 });
    expect(await box.inputValue()).toBe('Abelardo Primera');
    proxy.hold();
    await box.fill('Zoraida Segunda');
    await box.press('Enter');
    expect(new URL(page.url()).pathname).toBe('/people');
    proxy.calm();
    await page
      .getByRole('option', { name: /Zoraida Segunda/ })
      .first()
      .waitFor();
    proxy.calm();
    await expect
      .poll(async () => {
        if ((await box.count()) > 0) await page.keyboard.press('Enter');
        return new URL(page.url()).pathname;
      })
      .not.toBe('/people');
    await page.getByRole('heading', { name: /Zoraida/, level: 1 }).waitFor();
  });

  test('reloads nothing by itself, and a reload shows where somebody was reading', async () => {
    await page.setViewportSize({ width: 1280, height: 500 });
    await at('/settings');
    await page.evaluate(() => scrollTo(0, 600));
    const read = await page.evaluate(() => scrollY);
    await page.reload();
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(read);
    const manager = page.locator('form input[autocomplete="username"]').first();
    expect(await manager.inputValue()).toMatch(/@/);

    await at('/meetings/new');
    await page.getByLabel('Título', { exact: true }).fill('No se pierde');
    const places = page.getByRole('navigation').first().getByRole('link');
    proxy.always('GET', /^\/assets\/.*\.js$/, wall('text/html', 502));
    const failed = page.waitForResponse((answer) => answer.status() === 502);
    for (const place of await places.all()) await place.hover();
    // Who moves on within a moment asks for nothing: at the last one the pointer stays.
    await places.filter({ hasText: 'Grupos familiares' }).hover();
    await failed;
    expect(await page.getByLabel('Título', { exact: true }).inputValue()).toBe('No se pierde');
    proxy.calm();
  });

  test('leaves a sentence where no script runs, none comes, or nothing may be kept', async () => {
    const { browser } = world;
    const silent = await browser.newContext({ javaScriptEnabled: false, locale: 'es-CL' });
    const still = await silent.newPage();
    await still.goto(`${proxy.origin}/sign-in`);
    expect(await still.locator('body').innerText()).toContain('necesita JavaScript');
    await silent.close();

    const poor = await browser.newContext({ locale: 'es-CL' });
    await poor.addInitScript(() => {
      for (const name of ['localStorage', 'sessionStorage'])
        Object.defineProperty(globalThis, name, {
          get: () => {
            throw new DOMException('Denied', 'SecurityError');
          },
        });
      Object.defineProperty(navigator, 'cookieEnabled', { get: () => false });
    });
    const blocked = await poor.newPage();
    await blocked.goto(proxy.origin);
    await blocked.getByText(/bloquea las cookies/).waitFor();
    await poor.close();

    const full = await browser.newContext({ locale: 'es-CL' });
    await full.addInitScript(() => {
      Storage.prototype.setItem = () => {
        throw new DOMException('Full', 'QuotaExceededError');
      };
    });
    const crowded = await full.newPage();
    await crowded.goto(`${proxy.origin}/sign-in`);
    await crowded.getByLabel('Correo').fill(await letSignIn(adviser));
    await crowded.getByLabel('Contraseña', { exact: true }).fill(password);
    await crowded.getByRole('button', { name: 'Iniciar sesión', exact: true }).click();
    await crowded.locator('main#main h1').waitFor();
    await full.close();

    proxy.always('GET', /^\/assets\/.*\.js$/, wall('text/html', 502));
    const empty = await browser.newContext({ locale: 'es-CL' });
    const late = await empty.newPage();
    await late.goto(`${proxy.origin}/sign-in`);
    await late.getByRole('link', { name: 'Cargar de nuevo' }).waitFor();
    await empty.close();
    proxy.calm();
  });
});
