import { join } from 'node:path';
import { chromiumPath } from '@atrium/platform/test-support/browser.ts';
import type { Client } from '@atrium/platform/test-support/client.ts';
import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { readOperations } from '../build/operation-table.ts';
import { type PathName, patterns } from '../src/paths.ts';
import { type Screen, screens } from '../src/screens.ts';
import { consoleWorld, settle, visit } from './console-world.ts';
import { makeRecords, type Records } from './records.ts';

// SCREENSHOTS names a folder for pictures of every screen, WALK a part of the name of those to walk.
// WALK_ALL looks at every form of every screen as every role.
const { SCREENSHOTS, WALK = '', WALK_ALL } = process.env;
const operations = readOperations();
/** JS and CSS of a page as they are sent, and elements of a page. */
const budget = { bytes: 260_000, nodes: 3_000, shift: 0.01 };

const all = (Object.entries(screens) as [PathName, Screen][]).filter(([name]) =>
  name.includes(WALK),
);
const publicOnes = all.filter(([, { isPublic }]) => isPublic);
const rolesOf = ({ needs }: Screen) => (needs ? (operations[needs]?.[2] ?? []) : undefined);
const isFor =
  (role: string) =>
  ([, screen]: [PathName, Screen]) =>
    !screen.isPublic && (rolesOf(screen)?.includes(role) ?? true);

if (!chromiumPath) {
  test('The console is not walked through: there is no Chromium here', ({ skip }) => skip());
}

describe.runIf(chromiumPath)('The console', async () => {
  const roles = ['TENANT_STAFF', 'TENANT_ADMIN', 'SYSTEM_ADMIN', 'CLIENT'] as const;
  let world: Awaited<ReturnType<typeof consoleWorld>>;
  const clients = new Map<string, Client>();
  let records: Records;
  /** Screens that have been seen in every form, by the first role that met them. */
  const met = new Set<PathName>();

  beforeAll(async () => {
    world = await consoleWorld();
    const tenant = await world.w.tenant('Andes Patrimonio');
    for (const role of ['TENANT_STAFF', 'TENANT_ADMIN', 'CLIENT'] as const)
      clients.set(role, await tenant.as(role));
    clients.set('SYSTEM_ADMIN', await world.w.systemAdmin());
    records = await makeRecords(clients.get('TENANT_STAFF') as Client);
  });

  const addressOf = (name: PathName) =>
    patterns[name].replace(/\$(\w+)/g, (_, key: keyof Records) => {
      if (!records[key]) throw new Error(`browser-tests/records.ts has no ${key}`);
      return records[key];
    });

  test.each(publicOnes)('shows %s to who is not signed in', async (name) => {
    const { page, faults, context } = await world.open(addressOf(name));
    await settle(page);
    await examine(page, name, 'es-1280');
    await examineAll(page, name);
    expect(faults, name).toEqual([]);
    await context.close();
  });

  test.each(roles)('shows every screen of a %s in order', async (role) => {
    const own = all.filter(isFor(role));
    if (own.length === 0) return;
    const { page, faults, context } = await world.signIn(clients.get(role) as Client);
    if (role === 'SYSTEM_ADMIN') await enterTenant(page, clients.get(role) as Client);
    for (const [name] of own) {
      await visit(page, addressOf(name));
      const isNew = WALK_ALL !== undefined || !met.has(name);
      await examine(page, name, `es-1280-${role}`, isNew);
      await expectFocus(page, name);
      if (isNew) await examineAll(page, name);
      met.add(name);
      expect.soft(faults.splice(0), name).toEqual([]);
    }
    await context.close();
  });

  test('sends no more than the budget for the sign-in page and lists', async () => {
    const { page, context } = await world.signIn(clients.get('TENANT_STAFF') as Client);
    for (const name of ['people', 'households'] as const) {
      await page.goto(world.origin + patterns[name]);
      await settle(page);
      const sent = await bytesOf(page);
      const shift = await shiftOf(page);
      process.stdout.write(
        `${name}: ${Math.round(sent / 1_000)} kB sent, layout shift ${shift.toFixed(4)}\n`,
      );
      expect.soft(sent, name).toBeLessThanOrEqual(budget.bytes);
      expect.soft(shift, name).toBeLessThanOrEqual(budget.shift);
    }
    await context.close();
  });

  /** Enters the tenant of the records, as a platform administrator does on the tenant's page. */
  async function enterTenant(page: Page, { identity }: Client) {
    const { tenantUuid } = records;
    await page.evaluate(([key, tenant]) => sessionStorage.setItem(key, tenant), [
      `draft:${identity['x-user-id']}:entered-tenant`,
      JSON.stringify({ tenantUuid, name: 'Andes Patrimonio' }),
    ] as const);
    await page.reload();
    await settle(page);
  }

  /** Looks at a screen in English, in the dark, and on phones of two widths; then puts all back. */
  async function examineAll(page: Page, name: PathName) {
    await page.emulateMedia({ colorScheme: 'dark' });
    await settle(page);
    await examine(page, name, 'dark');
    await page.emulateMedia({ colorScheme: 'light' });
    for (const width of [390, 320]) {
      await page.setViewportSize({ width, height: 844 });
      await settle(page);
      await examine(page, name, String(width), WALK_ALL !== undefined || width === 390);
    }
    await page.setViewportSize({ width: 1280, height: 800 });
    await chooseLanguage(page, 'English');
    await examine(page, name, 'en', WALK_ALL !== undefined);
    await chooseLanguage(page, 'Español');
  }

  async function chooseLanguage(page: Page, language: string) {
    await page
      .getByRole('button', { name: /^(Idioma|Language):/ })
      .first()
      .click();
    await page.getByRole('menuitem', { name: language }).click();
    await page.waitForFunction(
      (tag) => document.documentElement.lang === tag,
      language.slice(0, 2).toLowerCase(),
    );
    await settle(page);
  }
});

/** A screen as one form shows it; what is wrong is told of all screens at once: no raw word, one h1, nothing axe calls serious, no sideways scroll. */
async function examine(page: Page, name: PathName, form: string, withAxe = true) {
  const title = `${name}, ${form}`;
  if (SCREENSHOTS) await page.screenshot({ path: join(SCREENSHOTS, `${name}-${form}.png`) });
  expect.soft(await page.locator('h1').count(), `${title}: one h1`).toBe(1);
  expect.soft(await page.title(), `${title}: a title of its own`).toMatch(/.+ · .+/);
  expect.soft(await rawWords(page), `${title}: words`).toEqual([]);
  const over = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect.soft(over, `${title}: scrolls sideways`).toBeLessThanOrEqual(0);
  expect
    .soft(await page.locator('*').count(), `${title}: elements`)
    .toBeLessThanOrEqual(budget.nodes);
  if (!withAxe) return;
  // A field that scrolls beneath a bar at the bottom is no small target: all of the page is in sight.
  const size = page.viewportSize();
  if (size && size.width < 500) await page.setViewportSize({ ...size, height: 4_000 });
  expect.soft(await seriousFindings(page), `${title}: axe`).toEqual([]);
}

async function expectFocus(page: Page, name: PathName) {
  expect
    .soft(await page.evaluate(() => document.activeElement?.tagName), `${name}: focus`)
    .toBe('H1');
}

/** Keys of words and enumeration values that got to the screen as they are. */
function rawWords(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const text = document.body.innerText;
    const keys = text.match(/\b[a-z]+(?:[A-Z]\w*)?\.[a-z]+\w*(?:\.[a-z]\w*)+\b(?!@)/g) ?? [];
    const values = text.match(/\b[A-Z]{2,}(?:_[A-Z]+)+\b/g) ?? [];
    return [...keys.filter((each) => !/\.(com|example|cl|localhost)$/.test(each)), ...values];
  });
}

/** Returns the findings of axe that are serious or critical. */
async function seriousFindings(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source);
  const found = await page.evaluate(async () => {
    const { axe: tool } = globalThis as unknown as { axe: typeof axe };
    const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
    const { violations } = await tool.run({ runOnly: tags, resultTypes: ['violations'] } as never);
    return violations.map(({ id, impact, nodes }) => ({
      id,
      impact,
      html: nodes.map(({ html }) => html),
    }));
  });
  return found
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, html }) => `${id}: ${html.slice(0, 3).join(' ')}`);
}

/** Returns the bytes of scripts and styles as they came over the wire. */
function bytesOf(page: Page): Promise<number> {
  return page.evaluate(() =>
    (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
      .filter(({ name }) => /\.(js|css)$/.test(new URL(name).pathname))
      .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0),
  );
}

/** Returns how far what had been drawn moved while the page loaded (Cumulative Layout Shift). */
function shiftOf(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let sum = 0;
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries())
            sum += (entry as unknown as { value: number }).value;
        }).observe({ type: 'layout-shift', buffered: true });
        // What is buffered comes in the next turn.
        requestAnimationFrame(() => requestAnimationFrame(() => resolve(sum)));
      }),
  );
}
