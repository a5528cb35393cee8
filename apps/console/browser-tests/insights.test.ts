import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { chromiumPath } from '@atrium/platform/test-support/browser.ts';
import type { Client } from '@atrium/platform/test-support/client.ts';
import { contactInput } from '@atrium/platform/test-support/contact-input.ts';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { consoleWorld, settle, visit } from './console-world.ts';

const run = promisify(execFile);
const root = join(import.meta.dirname, '../../..');
const opened = 1_100;
const eventType = 'report.opened';

/** Records that reports were opened, each another one, over the last twenty days. */
async function openReports(staff: Client) {
  const now = Temporal.Now.instant();
  const { 'x-tenant-uuid': tenantId } = staff.identity;
  const events = Array.from({ length: opened }, (_, index) => ({
    eventType,
    tenantId,
    eventId: crypto.randomUUID(),
    occurredAt: now.subtract({ minutes: 5 + index * 26 }).toString(),
    attributes: { report: `r-${index}` },
  }));
  for (const some of [events.slice(0, 600), events.slice(600)]) {
    const { body } = await staff.post('/api/analytics/events/batch', { events: some });
    expect(body.accepted).toBe(some.length);
  }
}

const choose = async (page: Page, label: string, option: string) => {
  await page.getByRole('combobox', { name: label, exact: true }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
  await settle(page);
};

const chartScript = /\/chart[\w-]*\.js$/;

/** Runs what was copied in a terminal of the project, signed in as somebody. */
async function runPasted(call: string, { identity }: Client): Promise<string> {
  const ATRIUM_TOKEN = String(identity.authorization).replace('Bearer ', '');
  const options = { cwd: root, env: { ...process.env, ATRIUM_TOKEN }, maxBuffer: 10_000_000 };
  if (!call.startsWith('import')) return (await run('bash', ['-c', call], options)).stdout;
  const folder = await mkdtemp(join(import.meta.dirname, 'pasted-'));
  try {
    await writeFile(join(folder, 'pasted.ts'), call);
    return (await run(process.execPath, [join(folder, 'pasted.ts')], options)).stdout;
  } finally {
    await rm(folder, { recursive: true });
  }
}

describe.runIf(chromiumPath)('A manager', async () => {
  const world = chromiumPath ? await consoleWorld() : undefined;
  if (!world) return;

  test('finds the five boards of the firm, and from a bar whom it counts', async () => {
    const tenant = await world.w.tenant('Andes Patrimonio');
    const staff = await tenant.as('TENANT_STAFF');
    const { 'x-user-id': userUuid = '', 'x-tenant-uuid': tenantId = '' } = staff.identity;
    const input = {
      ...contactInput(tenantId, userUuid),
      firstName: 'Elena',
      contactType: 'ACTIVE',
    };
    const { contactUuid } = (await staff.post('/api/contacts', input)).body;
    const event = {
      eventType: 'contact.updated',
      tenantId,
      eventId: crypto.randomUUID(),
      occurredAt: Temporal.Now.instant().toString(),
      entityType: 'CONTACT',
      entityId: contactUuid,
      attributes: { contactType: 'ACTIVE', fromContactType: 'PROSPECT' },
    };
    const created = { ...event, eventType: 'contact.created', eventId: crypto.randomUUID() };
    await staff.post('/api/analytics/events/batch', { events: [event, created] });
    const before = Temporal.Now.instant()
      .subtract({ hours: 40 * 24 })
      .toString();
    const others = Array.from({ length: opened }, () => ({
      ...event,
      eventId: crypto.randomUUID(),
      entityId: crypto.randomUUID(),
      occurredAt: before,
    }));
    for (const events of [others.slice(0, 600), others.slice(600)])
      await staff.post('/api/analytics/events/batch', { events });
    // The page asks once what events there are.
    const known = async () => JSON.stringify((await staff.get('/api/analytics/catalogue')).body);
    await expect.poll(known).toContain('fromContactType');
    const { page, faults, context } = await world.signIn(staff);
    await visit(page, '/insights');
    const boardNames = ['Clientes ganados', 'Primer inicio de sesión', 'Reuniones realizadas'];
    for (const name of [...boardNames, 'Carga', 'Calidad de los datos']) {
      await page.getByRole('button', { name, exact: true }).click();
      await settle(page);
    }
    await page.getByRole('button', { name: 'Clientes ganados' }).click();
    // However many there were, each month's are counted whole, and the last people are named.
    const byMonth = page.getByRole('region', { name: 'Por mes' });
    await byMonth.getByText('1.100', { exact: true }).first().waitFor();
    const source = page.getByRole('region', { name: 'Por asesor' }).getByRole('link');
    await source.first().click();
    await page.waitForURL(/[?&]adviser=[^&]/);
    await page.getByRole('link', { name: /^Elena / }).waitFor();
    await page.getByRole('button', { name: 'Primer inicio de sesión' }).click();
    await page.getByRole('region', { name: 'Dónde se detienen' }).getByRole('link').first().click();
    // Until then it may be the list before that names her.
    await page.waitForURL(/[?&]step=/);
    await page.getByRole('link', { name: /^Elena / }).waitFor();
    expect(new URL(page.url()).searchParams.get('step')).toBe('created');
    await page.getByRole('button', { name: 'Reuniones realizadas' }).click();
    await page.getByRole('link', { name: 'Nunca se han reunido' }).click();
    await page.waitForURL(/[?&]met=NEVER\b/);
    await page
      .getByRole('link', { name: /^Elena / })
      .first()
      .waitFor();
    expect(faults).toEqual([]);
    await context.close();
  });

  test('asks how often something happened, compares, keeps the question and takes it along', async () => {
    const tenant = await world.w.tenant('Andes Patrimonio');
    const staff = await tenant.as('TENANT_STAFF');
    await openReports(staff);
    const task = await staff.post('/api/tasks', { title: 'Llamar a Ana', dueDate: '2026-01-05' });
    expect(task.status).toBe(201);
    const { page, faults, context } = await world.signIn(staff);
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);

    // What is due is completed on the first page.
    await settle(page);
    await page.getByRole('checkbox', { name: 'Terminar: Llamar a Ana' }).click();
    await page.getByText('Tarea terminada: Llamar a Ana').waitFor();

    await visit(page, `/insights?event=${eventType}&period=30d&grain=DAY`);
    await page.locator('svg.recharts-surface').first().waitFor();
    await page.getByRole('button', { name: 'Ver como tabla' }).click();
    const sum = async () => {
      const cells = await page.locator('figure tbody td').allTextContents();
      return cells.reduce((total, each) => total + Number(each.replace(/\D/g, '')), 0);
    };
    await expect.poll(sum).toBe(opened);
    await page.getByRole('button', { name: 'Ver como gráfico' }).click();

    // Days of one's own choice, beside as many days before them.
    await choose(page, 'Período', 'Fechas personalizadas');
    const today = Temporal.Now.plainDateISO('America/Santiago');
    const [from, to] = [today.subtract({ days: 9 }).toString(), today.toString()];
    await page.getByLabel('Desde').fill(from);
    await page.getByLabel('Hasta').fill(to);
    await page.getByRole('heading', { level: 1 }).click();
    await page.keyboard.press('x');
    await page.getByText(/Período anterior [1-9]/).waitFor();
    await page.getByRole('combobox', { name: 'Zona horaria', exact: true }).fill('Europe/Madrid');
    await page.getByRole('option', { name: /^Madrid \(GMT\+\d\)$/ }).click();
    await page.getByText(/· Madrid \(GMT\+\d\)/).waitFor();

    await page.getByRole('button', { name: 'Guardar pregunta' }).click();
    await page.getByRole('textbox', { name: 'Nombre' }).fill('Informes abiertos');
    await page.getByRole('button', { name: 'Guardar para mí' }).click();
    await page.getByRole('button', { name: 'Informes abiertos', exact: true }).waitFor();

    await choose(page, 'Período', '30 días');
    await choose(page, 'Agrupar por', 'report');
    await page.getByText('La respuesta se cortó en 1.000 filas').waitFor();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Descargar CSV' }).click(),
    ]);
    const csv = readFileSync(await download.path(), 'utf8').split('\r\n');
    expect([csv[0], csv.length]).toEqual(['time_bucket,report,count', 1_001]);

    // Each form of the call gives, as it was pasted, the rows that the page shows.
    for (const form of ['Como curl', 'Como TypeScript', 'Como línea de comandos']) {
      await page.getByRole('button', { name: 'Copiar la llamada' }).click();
      await page.getByRole('menuitem', { name: form }).click();
      const call = await page.evaluate(() => navigator.clipboard.readText());
      const { rows } = JSON.parse(await runPasted(call, staff));
      expect([form, rows.length]).toEqual([form, 1_000]);
    }

    // The page is drawn without the charts, which come after it.
    const drawn = Promise.withResolvers<void>();
    await page.route(chartScript, async (route) => {
      await drawn.promise;
      await route.continue();
    });
    await page.reload();
    await page.getByRole('button', { name: 'Copiar la llamada' }).waitFor();
    await page.getByText('La respuesta se cortó en 1.000 filas').waitFor();
    expect(await page.locator('svg.recharts-surface').count()).toBe(0);
    drawn.resolve();
    await page.locator('svg.recharts-surface').first().waitFor();
    await settle(page);
    await page.getByRole('button', { name: 'Informes abiertos', exact: true }).click();
    await settle(page);
    const asked = Object.fromEntries(new URL(page.url()).searchParams);
    expect(asked).toMatchObject({ zone: 'Europe/Madrid', from, to, compare: 'previous' });
    await page.getByText(/Período anterior [1-9]/).waitFor();
    expect(faults).toEqual([]);
    await context.close();
  });

  test('leads from the menu of a person to who did what, what it was before, and who looked', async () => {
    const tenant = await world.w.tenant('Andes Patrimonio');
    const admin = await tenant.as('TENANT_ADMIN');
    const { 'x-user-id': userUuid = '' } = admin.identity;
    const input = contactInput(tenant.tenantUuid, userUuid);
    const { contactUuid } = (await admin.post('/api/contacts', input)).body;
    await admin.put(`/api/contacts/${contactUuid}`, { alias: 'Chabela' });
    const { page, context, faults } = await world.signIn(admin, {}, `/people/${contactUuid}`);
    await page.getByText(/ actualizó los datos de Isabel Fuentes/).waitFor();
    await page.getByRole('button', { name: 'Más acciones' }).click();
    await page.getByRole('menuitem', { name: 'Actividad', exact: true }).click();
    await page.getByText('Actividad de Isabel Fuentes').waitFor();
    await page.getByRole('button', { name: 'Persona: cambio' }).click();
    await page.getByRole('row', { name: 'Alias — Chabela' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('switch', { name: 'Solo quién la miró' }).check();
    // Looks are written some seconds later.
    await page.waitForURL(/eventType=contact\.viewed/);
    await settle(page);
    expect(faults).toEqual([]);
    await context.close();
  });
});
