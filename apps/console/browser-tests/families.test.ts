import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { chromiumPath } from '@atrium/platform/test-support/browser.ts';
import { contactInput } from '@atrium/platform/test-support/contact-input.ts';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { consoleWorld, hearNoChanges, settle, visit } from './console-world.ts';

if (!chromiumPath) {
  test('Families are not tested: there is no Chromium here', ({ skip }) => skip());
}

type Point = { x: number; y: number };
type Stage = { value: string };
/** The stages that every firm begins with, as they are shown in Spanish. */
const shown: Record<string, string> = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../platform/src/words/es.json'), 'utf8'),
).stages;

describe.runIf(chromiumPath)('Families in the console', async () => {
  const world = chromiumPath ? await consoleWorld({}, { hasAnalytics: false }) : undefined;
  if (!world) return;
  const tenant = await world.w.tenant('Andes Patrimonio');
  const staff = await tenant.as('TENANT_STAFF');
  const { 'x-user-id': staffUuid = '', 'x-tenant-uuid': tenantUuid = '' } = staff.identity;
  let page: Page;
  let faults: string[];

  const make = async (path: string, input: object) => {
    const { status, body } = await staff.post(path, input);
    expect(status, JSON.stringify(body)).toBeLessThanOrEqual(201);
    return body;
  };
  const person = async (firstName: string, paternalLastName: string) => {
    const input = contactInput(tenantUuid, staffUuid);
    return make('/api/contacts', {
      ...input,
      firstName,
      paternalLastName,
      preferredEmail: `${firstName.toLowerCase()}@example.com`,
      identityId: undefined,
      identityType: undefined,
      identityCountry: undefined,
    });
  };
  const household = (name: string, members: object[], accountNumbers: string[]) =>
    make('/api/households', {
      name,
      relationshipManagerType: 'TENANT_STAFF',
      relationshipManagerUuid: staffUuid,
      accountNumbers,
      members,
    });
  const detail = async (householdUuid: string) =>
    (await staff.get(`/api/households/${householdUuid}/detail`)).body;
  const member = ({ contactUuid }: { contactUuid: string }, changes: object) => ({
    memberType: 'CONTACT',
    contactUuid,
    ...changes,
  });

  beforeAll(async () => {
    // What others do meanwhile is found when it is met, not heard of before.
    ({ page, faults } = await world.signIn(staff, {}, '/organisations', hearNoChanges));
  });

  /** Goes on with Tab until what has the focus has a name, as people do without a mouse. */
  async function tabTo(name: RegExp) {
    for (let step = 0; step < 80; step++) {
      await page.keyboard.press('Tab');
      const focused = await page.evaluate(() => {
        const at = document.activeElement as HTMLElement | null;
        const labels = (at as HTMLInputElement | null)?.labels;
        return at?.getAttribute('aria-label') ?? labels?.[0]?.innerText ?? at?.innerText ?? '';
      });
      if (name.test(focused)) return;
    }
    throw new Error(`Tab does not lead to ${name}`);
  }

  /** Goes down an open menu to an item and takes it. */
  async function choose(name: string) {
    const item = page.getByRole('menuitem', { name });
    await item.waitFor();
    const isOn = () => item.evaluate((each) => each === document.activeElement);
    for (let step = 0; step < 20 && !(await isOn()); step++) await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
  }

  /** Goes down an open list of options to one and takes it. */
  async function take(name: string | RegExp) {
    const option = page.getByRole('option', { name, exact: true });
    await option.waitFor();
    const isOn = () => option.evaluate((each) => each.hasAttribute('data-combobox-selected'));
    for (let step = 0; step < 20 && !(await isOn()); step++) await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
  }

  test('are changed by keyboard alone, and the picture and the table agree', async () => {
    const ana = await person('Ana', 'Araya');
    await person('Benito', 'Barros');
    const trust = await make('/api/organisations', { name: 'Fideicomiso Araya' });
    expect(trust.organisationUuid).toBeTruthy();
    const { householdUuid } = await household(
      'Familia Araya',
      [member(ana, { isPrimary: true, relationshipType: 'SELF' })],
      ['CTA-1', 'CTA-2'],
    );
    await visit(page, `/households/${householdUuid}`);
    const add = async (name: string, role: string) => {
      await page.keyboard.press('n');
      await page.getByRole('dialog').waitFor();
      await tabTo(/Persona u organización/);
      await page.keyboard.type(name);
      await take(new RegExp(`^${name}`));
      await tabTo(/^Rol$/);
      await page.keyboard.type(role);
      await take(role);
      await tabTo(/^Agregar$/);
      await page.keyboard.press('Enter');
      await page.getByRole('dialog').waitFor({ state: 'hidden' });
    };
    await add('Benito', 'Cónyuge');
    await add('Fideicomiso', 'Administrador fiduciario');
    await page.getByRole('button', { name: /^Fideicomiso Araya\s+Administrador/ }).waitFor();

    await tabTo(/^Benito Barros\s+Cónyuge/);
    await page.keyboard.press('Enter');
    await choose('Hacer principal');
    await page.getByRole('button', { name: /^Benito Barros.*Principal/ }).waitFor();

    await tabTo(/Acciones para la cuenta CTA-2/);
    await page.keyboard.press('Enter');
    await choose('Desvincular');
    await page.getByText('La cuenta CTA-2 se desvinculó').waitFor();

    await visit(page, `/households/${householdUuid}?view=table`);
    const table = page.getByRole('table', { name: 'Integrantes' });
    await table.getByRole('row', { name: /Benito Barros.*Principal.*Cónyuge/ }).waitFor();
    await table.getByRole('row', { name: /Fideicomiso Araya.*Administrador fiduciario/ }).waitFor();
    await expect.poll(() => table.getByRole('row').count()).toBe(4);
    const after = await detail(householdUuid);
    expect(after.accountNumbers).toEqual(['CTA-1']);
    expect(after.members.find(({ isPrimary }: { isPrimary: boolean }) => isPrimary)).toMatchObject({
      displayName: 'Benito Barros',
      relationshipType: 'SPOUSE',
    });
    expect(faults).toEqual([]);
  });

  test('are put together on one page, with who is not there yet and how much of a company is owned', async () => {
    await visit(page, '/households/new');
    await page.getByPlaceholder('Familia Araya').fill('Familia Duarte');
    const search = page.getByRole('combobox', { name: 'Agregar persona u organización' });
    await search.fill('Diana Duarte Ríos');
    await page.getByRole('option', { name: 'Crear a «Diana Duarte Ríos»' }).click();
    await search.fill('Inversiones Duarte');
    await page.getByRole('option', { name: 'Crear la organización «Inversiones Duarte»' }).click();
    const role = page.getByRole('combobox', { name: 'Rol de Inversiones Duarte' });
    await role.click();
    await page.getByRole('option', { name: 'Abuelo o abuela' }).waitFor({ state: 'detached' });
    await page.getByRole('option', { name: 'Sociedad propia' }).click();
    await page.getByLabel('Participación en Inversiones Duarte').fill('62,5');
    await page.getByRole('button', { name: 'Crear grupo familiar' }).click();
    await page.getByRole('heading', { name: 'Familia Duarte', level: 1 }).waitFor();
    await page
      .getByRole('button', { name: /^Inversiones Duarte\s+Sociedad propia\s+62,5\s?%/ })
      .waitFor();
    const { members } = await detail(new URL(page.url()).pathname.split('/').at(-1) ?? '');
    expect(members).toMatchObject([
      { displayName: 'Diana Duarte', isPrimary: true, sharePercent: null },
      { displayName: 'Inversiones Duarte', sharePercent: 62.5 },
    ]);
    expect(faults).toEqual([]);
  });

  test('are split after a divorce, with accounts, seen before it is done', async () => {
    const [dora, elio] = [await person('Dora', 'Díaz'), await person('Elio', 'Ewald')];
    const { householdUuid } = await household(
      'Familia Díaz',
      [
        member(dora, { isPrimary: true, relationshipType: 'SELF' }),
        member(elio, { relationshipType: 'SPOUSE' }),
      ],
      ['DIV-1', 'DIV-2'],
    );
    await visit(page, `/households/${householdUuid}`);
    await page.getByRole('button', { name: 'Más acciones' }).click();
    await page.getByRole('menuitem', { name: 'Dividir…' }).click();
    await page.getByLabel('Nombre del grupo nuevo').fill('Familia Ewald');
    await page.getByRole('checkbox', { name: 'Elio Ewald' }).check();
    await page.getByRole('checkbox', { name: 'DIV-2' }).check();
    const side = (name: string) => page.getByRole('region', { name, exact: true });
    await side('Familia Díaz, ahora').getByText('Elio Ewald').waitFor();
    await side('Familia Ewald').getByText('Elio Ewald').waitFor();
    expect(await side('Familia Díaz').getByText('Elio Ewald').count()).toBe(0);
    await page.getByRole('button', { name: 'Dividir: 1 integrante, 1 cuenta' }).click();
    await page.getByRole('heading', { name: 'Familia Ewald', level: 1 }).waitFor();
    const made = await detail(new URL(page.url()).pathname.split('/').at(-1) ?? '');
    expect(made).toMatchObject({ memberCount: 1, accountNumbers: ['DIV-2'] });
    expect(await detail(householdUuid)).toMatchObject({
      memberCount: 1,
      accountNumbers: ['DIV-1'],
    });
    expect(faults).toEqual([]);
  });

  test('begin as people on a board: dragged or moved by menu, and back when it is refused', async () => {
    const stages = (await staff.get('/api/core/platformconfigs/v1/contacts/stages')).body;
    const [first, second, third] = stages;
    const fabiola = await person('Fabiola', 'Farías');
    await staff.put(`/api/contacts/${fabiola.contactUuid}`, { stageName: first.value });
    // The third stage is still being read when she is moved the first time.
    const answered = Promise.withResolvers<void>();
    let isHeld = false;
    await page.route('**/api/v2/contacts', async (route) => {
      if (isHeld || !route.request().postData()?.includes(`"${third.value}"`))
        return route.continue();
      isHeld = true;
      await answered.promise;
      await route.continue();
    });
    await page.evaluate(() => {
      history.pushState({}, '', '/people/pipeline');
      dispatchEvent(new PopStateEvent('popstate'));
    });
    const column = ({ value }: Stage) =>
      page.getByRole('region', { name: shown[value], exact: true });
    const card = (of: Stage) =>
      column(of).getByRole('listitem').filter({ hasText: 'Fabiola Farías' });
    await card(first).waitFor();
    await expect.poll(() => page.locator('[data-stage] [aria-busy="true"]').count()).toBe(1);
    await card(first).dragTo(column(second));
    await card(second).waitFor();
    await page.getByText(/Fabiola Farías .*pasó a/).waitFor();
    await expect.poll(() => page.locator('[data-stage] [aria-busy="true"]').count()).toBe(0);
    answered.resolve();
    await page.unrouteAll({ behavior: 'wait' });
    await settle(page);
    const stageOf = async () =>
      (await staff.get(`/api/contacts/${fabiola.contactUuid}`)).body.stageName;
    await expect.poll(stageOf).toBe(second.value);

    const menu = page.getByRole('button', { name: /^Mover a Fabiola/ });
    await menu.click();
    await page.getByRole('menuitem', { name: shown[third.value], exact: true }).click();
    await card(third).waitFor();
    await expect.poll(stageOf).toBe(third.value);

    // Esc gives a drag up, and stays on the board; not even her own card opens where it is let go.
    const name = card(third).getByRole('link');
    for (const beneath of [column(first), name]) {
      await name.hover();
      await page.mouse.down();
      await column(first).hover();
      await page.locator('[data-over]').waitFor();
      await beneath.hover();
      await page.keyboard.press('Escape');
      await page.mouse.up();
      // A pointer that rests on a name shows who that is.
      await page.mouse.move(0, 0);
      expect(await page.locator('[data-lifted], [data-over]').count()).toBe(0);
      await settle(page);
      expect(new URL(page.url()).pathname).toBe('/people/pipeline');
    }
    expect(faults).toEqual([]);
    // Somebody else has deleted her meanwhile.
    expect((await staff.delete(`/api/contacts/${fabiola.contactUuid}`)).status).toBe(204);
    await menu.click();
    await page.getByRole('menuitem', { name: shown[second.value], exact: true }).click();
    await page
      .getByRole('alert')
      .filter({ hasText: /Fabiola Farías.* no se movió/ })
      .waitFor();
    await expect.poll(() => card(second).count()).toBe(0);
    faults.length = 0;
  });

  test('begin as people on a phone: moved by touch, and back with the reason when the stage is gone', async () => {
    const admin = await tenant.as('TENANT_ADMIN');
    const url = '/api/core/platformconfigs/v1/contacts/stages';
    const { body: stages } = await admin.get(url);
    const [first, second, retired] = [stages[0], stages[1], stages.at(-1)];
    const gabriel = await person('Gabriel', 'Godoy');
    const path = `/api/contacts/${gabriel.contactUuid}`;
    await staff.put(path, { stageName: first.value });
    const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
    const opened = await world.signIn(staff, phone, '/people/pipeline', hearNoChanges);
    const column = ({ value }: Stage) =>
      opened.page.getByRole('region', { name: shown[value], exact: true });
    const card = (of: Stage) =>
      column(of).getByRole('listitem').filter({ hasText: 'Gabriel Godoy' });
    const stageOf = async () => (await staff.get(path)).body.stageName;
    const menu = opened.page.getByRole('button', { name: /^Mover a Gabriel/ });
    const moveTo = async ({ value }: Stage) => {
      await menu.tap();
      await opened.page.getByText('Mover a…', { exact: true }).waitFor();
      await opened.page.getByRole('menuitem', { name: shown[value], exact: true }).tap();
    };
    await card(first).waitFor();
    await settle(opened.page);
    const box = await menu.boundingBox();
    expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44);
    // A finger that rests on a card carries it.
    const devtools = await opened.context.newCDPSession(opened.page);
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...touchPoints: Point[]) =>
      devtools.send('Input.dispatchTouchEvent', { type, touchPoints });
    await column(second).evaluate((each) => each.scrollIntoView({ block: 'center' }));
    const [from, to] = [await card(first).boundingBox(), await column(second).boundingBox()];
    if (!from || !to) throw new Error('The board is not drawn');
    await touch('touchStart', { x: from.x + 20, y: from.y + from.height - 10 });
    await opened.page.locator('[data-lifted]').waitFor();
    await touch('touchMove', { x: to.x + 40, y: to.y + 20 });
    await opened.page.locator('[data-over]').waitFor();
    await touch('touchEnd');
    await card(second).waitFor();
    await expect.poll(stageOf).toBe(second.value);
    expect(opened.faults).toEqual([]);

    // An administrator retires the last stage, which the phone still shows.
    const left = stages.map((each: { value: string; label: string }) => ({
      value: each.value,
      label: each.label,
      isActive: each.value !== retired.value,
    }));
    expect((await admin.put(url, left)).status).toBe(200);
    await moveTo(retired);
    await opened.page
      .getByRole('alert')
      .filter({ hasText: /Gabriel Godoy.* no se movió\..*Este valor no se permite aquí/ })
      .waitFor();
    await card(second).waitFor();
    await column(retired).waitFor({ state: 'hidden' });
    const cards = opened.page.getByRole('listitem').filter({ hasText: 'Gabriel Godoy' });
    await expect.poll(() => cards.count()).toBe(1);
    expect(await stageOf()).toBe(second.value);
    await opened.context.close();
  });

  test('come in as people from a file: it is paused, a reload goes on, and bad rows are mended', async () => {
    const rows = Array.from({ length: 300 }, (_, at) => {
      const email = at % 25 === 7 ? 'no es un correo' : `persona${at}@example.com`;
      return `Persona${at};Prueba;${email};98765${1000 + at}`;
    });
    const buffer = Buffer.from(`Nombre;Apellido;Correo;Teléfono\n${rows.join('\n')}\n`);
    await visit(page, '/people/import');
    const file = page.locator('input[type=file]');
    // Whoever looks after somebody is known by e-mail.
    const one = Buffer.from(
      'Nombre,Apellido,Asesor,Ingreso anual\nAna,Pinto,nadie@firma.example,"12,500.00"\n',
    );
    await file.setInputFiles({ name: 'una.csv', mimeType: 'text/csv', buffer: one });
    await page.getByRole('button', { name: 'Previsualizar' }).click();
    await page.getByText('Asesor: Nadie del equipo tiene este correo.').waitFor();
    // How one file writes amounts says nothing of another.
    const decimals = page.getByRole('combobox', { name: 'Decimales de los montos' });
    await decimals.click();
    await page.getByRole('option', { name: '1,234.56' }).click();
    await page.getByRole('button', { name: 'Elegir otro archivo' }).click();
    const two = Buffer.from('Nombre,Apellido,Ingreso anual\nAna,Pinto,12.500\n');
    await file.setInputFiles({ name: 'dos.csv', mimeType: 'text/csv', buffer: two });
    await decimals.waitFor();
    expect(await decimals.inputValue()).toBe('');
    await page.getByRole('button', { name: 'Elegir otro archivo' }).click();
    await file.setInputFiles({ name: 'personas.csv', mimeType: 'text/csv', buffer });
    expect(await page.getByRole('button', { name: 'Importar', exact: true }).isDisabled()).toBe(
      true,
    );
    await page.getByRole('button', { name: 'Previsualizar' }).click();
    await page.getByText('Se importarían 288 y se rechazarían 12.').waitFor();
    await page
      .getByRole('row', { name: /^Correo: .*Por ejemplo:/ })
      .first()
      .waitFor();
    // No row becomes a person before somebody has paused, however quick the machine is.
    await world.w.db.asPlatform(async (tx) => {
      await tx`lock table contacts in share mode`;
      await page.getByRole('button', { name: 'Importar', exact: true }).click();
      await page.getByRole('button', { name: 'Pausar' }).click();
    });
    await page.getByText('En pausa').waitFor();
    await page.reload();
    await page.getByRole('button', { name: 'Continuar' }).click();
    await page.getByText('Terminada').waitFor();
    const refused = page.getByRole('row', { name: /^Fila \d+/ });
    await expect.poll(() => refused.count()).toBe(12);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Descargar resultado' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('import.csv');
    const result = await readFile(await download.path(), 'utf8');
    expect(result.trim().split('\r\n')).toHaveLength(13);
    for (let left = 12; left > 0; left--) {
      await refused.first().getByLabel('Correo').fill(`mejor${left}@example.com`);
      await refused.first().getByRole('button', { name: 'Reintentar' }).click();
      await expect.poll(() => refused.count()).toBe(left - 1);
    }
    await page.getByText('300 personas importadas.').waitFor();
    expect(faults).toEqual([]);
  });
});
