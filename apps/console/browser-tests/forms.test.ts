import { chromiumPath } from '@atrium/platform/test-support/browser.ts';
import { contactInput } from '@atrium/platform/test-support/contact-input.ts';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { consoleWorld, password, settle, visit } from './console-world.ts';
import { startProxy } from './proxy.ts';

if (!chromiumPath) {
  test('Forms are not tested: there is no Chromium here', ({ skip }) => skip());
}

describe.runIf(chromiumPath)('What is typed into a form', async () => {
  const world = chromiumPath ? await consoleWorld({}, { hasAnalytics: false }) : undefined;
  if (!world) return;
  const { w, open, letSignIn } = world;
  const firm = await w.tenant('Andes Patrimonio');
  const adviser = await firm.as('TENANT_STAFF');
  const colleague = await firm.as('TENANT_ADMIN');
  const { displayName } = (await colleague.get('/api/auth/me')).body;
  const proxy = await startProxy(w.port);
  let page: Page;
  const at = async (path: string) => {
    await visit(page, path);
    await settle(page);
  };
  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });
  const field = (name: string) => page.getByLabel(name, { exact: true });
  const form = () => page.locator('form[data-form="whole"]');
  const posts = (path: string) =>
    proxy.seen.filter((each) => each.method === 'POST' && each.path === path);
  const meetings = async () =>
    (await adviser.get('/api/v1/meetings')).body.meetings as { title: string }[];
  const titled = async (title: string) =>
    (await meetings()).filter((each) => each.title === title).length;

  beforeAll(async () => {
    ({ page } = await open(`${proxy.origin}/sign-in`));
    await page.getByLabel('Correo').fill(await letSignIn(adviser));
    await field('Contraseña').fill(password);
    await button('Iniciar sesión').click();
    await page.locator('main#main h1').waitFor();
  });

  test('is booked once, however often that is asked for, and Enter in the guests takes the guest', async () => {
    await at('/meetings/new');
    const guests = field('Invitar a');
    await guests.fill('Ana Pérez <ana.perez@forms.example>, luis@forms.example');
    await guests.press('Enter');
    await page.getByText('Ana Pérez', { exact: true }).waitFor();
    await page.getByText('luis@forms.example', { exact: true }).first().waitFor();
    await guests.fill('mailto:carla@forms.example');
    await guests.press('Enter');
    await page.getByText('carla@forms.example', { exact: true }).first().waitFor();
    await guests.fill('nadie con este nombre');
    await guests.press('Enter');
    expect(posts('/api/v1/meetings')).toEqual([]);
    await guests.fill('');

    // Who is mailed is told what it is about.
    await button('Agendar e invitar a 3').click();
    await page.getByText('escriba un título').first().waitFor();
    expect(posts('/api/v1/meetings')).toEqual([]);
    await field('Título').fill('Una sola vez');
    proxy.next('POST', /^\/api\/v1\/meetings$/, 'ANSWER_LOST');
    await button('Agendar e invitar a 3').dblclick();
    await form().getByText('No hay conexión con el servidor').waitFor();
    expect(await field('Título').inputValue()).toBe('Una sola vez');
    for (let press = 0; press < 3; press++) await page.keyboard.press('Control+Enter');
    await page.getByRole('heading', { name: 'Una sola vez', level: 1 }).waitFor();
    expect(await titled('Una sola vez')).toBe(1);
    const keys = posts('/api/v1/meetings').map(({ headers }) => headers['idempotency-key']);
    expect([keys.length > 1, new Set(keys).size]).toEqual([true, 1]);
    const invited = () => w.mails.filter(({ to }) => /@forms\.example/.test(String(to))).length;
    await expect.poll(invited).toBe(3);
  });

  test('and changed after an answer was lost is shown as it was saved, and not saved twice', async () => {
    await at('/meetings/new?date=2031-03-04');
    await field('Título').fill('Antes');
    proxy.next('POST', /^\/api\/v1\/meetings$/, 'ANSWER_LOST');
    await button('Agendar').click();
    await form().getByText('No hay conexión con el servidor').waitFor();
    await field('Título').fill('Después');
    await button('Agendar').click();
    await page.getByText('Esto se guardó antes de que usted lo cambiara.').waitFor();
    await button('Abrir lo guardado').click();
    await page.getByRole('heading', { name: 'Antes', level: 1 }).waitFor();
    expect([await titled('Antes'), await titled('Después')]).toEqual([1, 0]);
  });

  test('stays when there were too many requests, and when somebody goes elsewhere half-way', async () => {
    await at('/households/new');
    const name = page.getByLabel(/^Nombre( \*)?$/).first();
    await name.fill('Familia Forma');
    proxy.next('POST', /^\/api\/households$/, {
      status: 429,
      headers: { 'retry-after': '1', 'content-type': 'application/problem+json' },
    });
    await button('Crear grupo familiar').click();
    await page.getByRole('alert').first().waitFor();
    expect(await name.inputValue()).toBe('Familia Forma');

    // Esc never leaves a form, a link asks first, and what was typed is offered again with its age.
    await button('Crear grupo familiar').focus();
    await page.keyboard.press('Escape');
    await page.getByRole('link', { name: 'Personas', exact: true }).first().click();
    const asked = page.getByRole('dialog', { name: '¿Salir sin guardar?' });
    await asked.waitFor();
    await page.keyboard.press('Escape');
    await asked.waitFor({ state: 'hidden' });
    expect(await name.inputValue()).toBe('Familia Forma');
    await page.getByRole('link', { name: 'Personas', exact: true }).first().click();
    await asked.getByRole('button', { name: 'Salir y conservar' }).click();
    await page.getByRole('heading', { name: 'Personas', level: 1 }).waitFor();
    await at('/households/new');
    await page.getByText(/^Borrador de/).waitFor();
    expect(await name.inputValue()).toBe('Familia Forma');
    await button('Descartar').click();
    await expect.poll(() => name.inputValue()).toBe('');

    // What is longer than the API takes is told at once, and nothing of it is cut off.
    await name.fill('x'.repeat(300));
    const told = page.getByText('Tiene 300 caracteres; el máximo es 255.', { exact: true });
    await told.waitFor();
    expect((await name.inputValue()).length).toBe(300);
    const sent = posts('/api/households').length;
    await button('Crear grupo familiar').click();
    await form().getByRole('alert').waitFor();
    expect(posts('/api/households').length).toBe(sent);
    await name.fill('Familia Forma');
    await told.waitFor({ state: 'hidden' });
    await name.fill('');
  });

  test('undoes nothing that somebody else changed meanwhile, and loses nothing that is not shown', async () => {
    const { 'x-user-id': own = '' } = adviser.identity;
    const { body: person } = await adviser.post(
      '/api/contacts',
      contactInput(firm.tenantUuid, own),
    );
    const path = `/api/contacts/${person.contactUuid}`;
    const currentEmployment = { employerName: 'Uno', industry: 'Cobre', city: 'Calama' };
    await adviser.put(path, { currentEmployment, middleName: 'Ana' });
    await at(`/people/${person.contactUuid}`);
    const personal = page.getByRole('region', { name: 'Datos personales' });
    const edit = personal.getByRole('button', { name: /^Editar/ });
    await edit.click();
    // The focus goes along with what opens and closes in its place.
    const focused = page.locator(':focus');
    await personal.getByRole('textbox').first().and(focused).waitFor();
    await personal.getByLabel('Segundo nombre').fill('Luz');
    await colleague.put(path, { maternalLastName: 'Reyes' });
    await personal.getByRole('button', { name: 'Guardar' }).click();
    await edit.and(focused).waitFor();
    expect((await adviser.get(path)).body).toMatchObject({
      middleName: 'Luz',
      maternalLastName: 'Reyes',
    });

    await personal.getByRole('button', { name: /^Editar/ }).click();
    await personal.getByLabel('Segundo nombre').fill('Mía');
    await personal.getByLabel('Apellido materno').fill('Mora');
    await colleague.put(path, { middleName: 'Suya', maternalLastName: 'Silva' });
    await personal.getByRole('button', { name: 'Guardar' }).click();
    await personal.getByText(`${displayName} lo cambió`).waitFor();
    await personal.getByText('De la otra persona: Suya').waitFor();
    await personal.getByRole('button', { name: 'Dejar lo mío: Segundo nombre' }).click();
    await personal
      .getByRole('button', { name: `Tomar lo de ${displayName}: Apellido materno` })
      .click();
    await personal.getByRole('button', { name: 'Guardar', exact: true }).click();
    await personal.getByRole('button', { name: /^Editar/ }).waitFor();
    expect((await adviser.get(path)).body).toMatchObject({
      middleName: 'Mía',
      maternalLastName: 'Silva',
    });

    // The history takes one's own change back, and leaves what was changed again.
    const undo = page.getByRole('button', { name: /^Deshacer: / });
    await settle(page);
    await undo.first().click();
    await page.getByText('El cambio se deshizo').waitFor();
    await expect
      .poll(async () => (await adviser.get(path)).body)
      .toMatchObject({ middleName: 'Suya', maternalLastName: 'Silva' });
    // The history is drawn anew, with what was just undone; what was said in an entry goes with it.
    await settle(page);
    await undo.last().click();
    await page.getByText('ya no se puede deshacer').waitFor();

    // The focus stays with who went on to something else, and what is typed meanwhile stays too.
    await personal.getByRole('button', { name: /^Editar/ }).click();
    await personal.getByLabel('Segundo nombre').fill('Otra');
    const note = page.getByRole('textbox', { name: 'Escriba una nota…' });
    proxy.hold();
    await personal.getByRole('button', { name: 'Guardar', exact: true }).click();
    await note.fill('Llamó');
    proxy.calm();
    await edit.waitFor();
    await note.and(focused).waitFor();
    proxy.hold();
    await note.press('Control+Enter');
    await note.pressSequentially(' su hija');
    proxy.calm();
    await page.getByRole('listitem').getByText('Llamó', { exact: true }).waitFor();
    await note.and(focused).waitFor();
    expect(await note.inputValue()).toBe('Llamó su hija');
    await note.press('Control+Enter');
    await page.getByRole('listitem').getByText('Llamó su hija', { exact: true }).waitFor();
    await note.and(focused).waitFor();
    expect(await note.inputValue()).toBe('');

    // A dialog begins with its heading, and gives the focus back to the button of the menu that led to it.
    const more = button('Más acciones');
    await more.click();
    await page.getByRole('menuitem', { name: 'Eliminar' }).click();
    const question = page.getByRole('dialog', { name: /^¿Eliminar a/ });
    await question.getByRole('heading').and(focused).waitFor();
    await page.keyboard.press('Escape');
    await more.and(focused).waitFor();

    await at(`/people/${person.contactUuid}/compliance`);
    const work = page.getByRole('region', { name: 'Empleo actual' });
    await work.getByRole('button', { name: /^Editar/ }).click();
    await work.getByLabel('Empleador').fill('Dos');
    await work.getByRole('button', { name: 'Guardar' }).click();
    await work.getByRole('button', { name: /^Editar/ }).waitFor();
    const { body } = await adviser.get(path);
    expect(body.currentEmployment).toEqual({ ...currentEmployment, employerName: 'Dos' });
  });

  test('takes a move of a meeting back from its history and its guest’s, and asks before people are told', async () => {
    const { 'x-user-id': own = '' } = adviser.identity;
    const guest = await adviser.post('/api/contacts', {
      ...contactInput(firm.tenantUuid, own),
      ...{ preferredEmail: 'guest@forms.example', identityId: undefined },
      ...{ identityType: undefined, identityCountry: undefined },
    });
    const { contactUuid } = guest.body;
    // Whoever booked it may move it as its host may.
    const booked = await colleague.post('/api/v1/meetings', {
      title: 'Revisión anual',
      hostUuid: own,
      startDateTime: '2035-03-01T10:00:00',
      endDateTime: '2035-03-01T11:00:00',
      timezone: 'America/Santiago',
      locationType: 'ONLINE',
      contactIds: [contactUuid],
    });
    const path = `/api/v1/meetings/${booked.body.meetingUuid}`;
    const begins = async () => (await adviser.get(path)).body.startDateTime;
    const move = (by: typeof adviser, hour: number) =>
      by.put(path, {
        startDateTime: `2035-03-01T${hour}:00:00`,
        endDateTime: `2035-03-01T${hour + 1}:00:00`,
      });
    await move(adviser, 12);
    await at(`/people/${contactUuid}`);
    const undo = page.getByRole('button', { name: /^Deshacer: .* movió la reunión/ });
    await undo.click();
    const question = page.getByRole('dialog', { name: '¿Deshacer el cambio de hora?' });
    await question.getByText(/10:00–11:00\. Avisaremos por correo a 1 persona/).waitFor();
    await page.keyboard.press('Escape');
    await undo.and(page.locator(':focus')).waitFor();
    expect(await begins()).toBe('2035-03-01T12:00:00');
    await undo.click();
    await question.getByRole('button', { name: 'Deshacer y avisar a 1 persona' }).click();
    // What was said of an earlier change may still stand there, so it proves nothing by itself.
    await question.waitFor({ state: 'hidden' });
    await page.getByText('El cambio se deshizo').first().waitFor();
    expect(await begins()).toBe('2035-03-01T10:00:00');

    // What somebody has moved since stays where it is.
    await move(adviser, 14);
    await at(`/meetings/${booked.body.meetingUuid}`);
    await undo.first().waitFor();
    await move(colleague, 16);
    await undo.first().click();
    await page.getByText('ya no se puede deshacer').waitFor();
    expect(await begins()).toBe('2035-03-01T16:00:00');
  });

  test('shows and changes what a firm keeps under names of its own, each by itself', async () => {
    const { 'x-user-id': own = '' } = adviser.identity;
    const { body: person } = await adviser.post(
      '/api/contacts',
      contactInput(firm.tenantUuid, own),
    );
    const path = `/api/contacts/${person.contactUuid}`;
    await adviser.put(path, { customFields: { score: 7, tags: ['golf'] } });
    await at(`/people/${person.contactUuid}`);
    const custom = page.getByRole('region', { name: 'Campos propios' });
    await custom.getByText('["golf"]').waitFor();
    await custom.getByRole('button', { name: 'Editar score' }).click();
    const dialog = page.getByRole('dialog', { name: 'Campos propios' });
    await dialog.getByLabel('Valor').fill('8');
    await colleague.put(path, { customFields: { score: 7, tags: ['golf'], club: 'Polo' } });
    await dialog.getByRole('button', { name: 'Guardar' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await custom.getByText('Polo').waitFor();

    await custom.getByRole('button', { name: 'Agregar a Campos propios' }).click();
    await dialog.getByLabel('Nombre del campo').fill('club');
    await dialog.getByLabel('Valor').fill('Golf');
    await dialog.getByRole('button', { name: 'Guardar' }).click();
    await dialog.getByText('Ya está en uso.').first().waitFor();
    await dialog.getByLabel('Nombre del campo').fill('hobby');
    await dialog.getByRole('button', { name: 'Guardar' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await custom.getByText('hobby').waitFor();
    const { body } = await adviser.get(path);
    expect(body.customFields).toEqual({ score: 8, tags: ['golf'], club: 'Polo', hobby: 'Golf' });

    const others = page.getByRole('region', { name: 'Otros datos' });
    await others.getByRole('button', { name: /^Editar/ }).click();
    await others.getByLabel('Sociedades').fill('Uno, S.A.\nDos Ltda.');
    await others.getByRole('button', { name: 'Guardar' }).click();
    await others.getByText('Uno, S.A. · Dos Ltda.').waitFor();
    expect((await adviser.get(path)).body.companyNames).toEqual(['Uno, S.A.', 'Dos Ltda.']);
  });

  test('is in sight while it is typed, with the keyboard of a phone up', async () => {
    const phone = { viewport: { width: 390, height: 400 }, hasTouch: true, isMobile: true };
    const { page: small, context } = await world.signIn(adviser, phone);
    for (const path of ['/meetings/new', '/people/new', '/settings']) {
      await visit(small, path);
      const { fields, covered } = await small.evaluate(focusEachField);
      expect(fields, path).toBeGreaterThan(1);
      expect.soft(covered, path).toEqual([]);
    }
    await context.close();
  });
});

/** Goes from field to field, and says of which the middle lies beneath something else while it has the focus. */
function focusEachField() {
  const covered: string[] = [];
  const all = [...document.querySelectorAll<HTMLInputElement>('main :is(input, textarea)')];
  const fields = all.filter((each) => each.type !== 'file' && each.checkVisibility());
  for (const field of fields) {
    field.focus();
    const labels = [...(field.labels ?? [])];
    const frame = field.closest('.mantine-Input-wrapper') ?? labels[0] ?? field;
    const { left, width, top, height } = frame.getBoundingClientRect();
    const seen = document.elementFromPoint(left + width / 2, top + height / 2);
    const isSeen = [frame, ...labels].some((each) => each.contains(seen));
    if (!isSeen) covered.push(field.ariaLabel ?? labels[0]?.innerText ?? field.id);
  }
  return { fields: fields.length, covered };
}
