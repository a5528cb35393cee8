import { join } from 'node:path';
import { findAccount } from '@atrium/platform/auth/queries.ts';
import { chromiumPath } from '@atrium/platform/test-support/browser.ts';
import type { Client } from '@atrium/platform/test-support/client.ts';
import axe from 'axe-core';
import type { BrowserContext, Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { readOperations } from '../build/operation-table.ts';
import { type PathName, patterns } from '../src/paths.ts';
import type { Screen } from '../src/screen.ts';
import { screens } from '../src/shell/screens.ts';
import { consoleWorld, faded, settle, visit } from './console-world.ts';
import { missedByKeyboard } from './keyboard-round.ts';
import { makeRecords, type Records } from './records.ts';
import { saidByGrounds } from './without-grounds.ts';

// SCREENSHOTS names a folder for pictures of every screen, WALK a pattern of the names of those to walk.
// WALK_ALL looks at every form of every screen as every role.
const { SCREENSHOTS, WALK = '', WALK_ALL } = process.env;
const operations = readOperations();
/** JS and CSS of a page as they are sent, and elements of a page. */
const budget = {
  bytes: {
    'sign-in': 235_000,
    people: 250_000,
    households: 250_000,
    calendar: 265_000,
    insights: 260_000,
  },
  nodes: 3_000,
  shift: 0.01,
};

const all = (Object.entries(screens) as [PathName, Screen][]).filter(([name]) =>
  new RegExp(WALK).test(name),
);
/** Names who sees another screen than the others at an address: each is seen in every form. */
const otherOnes: { [name in PathName]?: readonly string[] } = {
  activity: ['TENANT_ADMIN'],
  today: ['SYSTEM_ADMIN', 'CLIENT'],
};
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
  const roles = [
    'TENANT_STAFF',
    'TENANT_ADMIN',
    'PARTNER_STAFF',
    'PARTNER_ADMIN',
    'SYSTEM_ADMIN',
    'CLIENT',
  ] as const;
  let world: Awaited<ReturnType<typeof consoleWorld>>;
  const clients = new Map<string, Client>();
  /** Somebody whose language nobody changed: a page in two has the words of both. */
  let newcomer: Client;
  const records = new Map<string, Records>();
  /** Screens that have been seen in every form, by the first role that met them. */
  const met = new Set<PathName>();

  beforeAll(async () => {
    world = await consoleWorld();
    const tenant = await world.w.tenant('Andes Patrimonio');
    for (const role of ['TENANT_STAFF', 'TENANT_ADMIN', 'CLIENT'] as const)
      clients.set(role, await tenant.as(role));
    newcomer = await tenant.as('TENANT_STAFF');
    clients.set('SYSTEM_ADMIN', await world.w.systemAdmin());
    const own = { domain: `${crypto.randomUUID()}.example.com`, active: false };
    await ask('TENANT_ADMIN').post(`/api/tenants/${tenant.tenantUuid}/domains`, own);
    const partner = await ask('TENANT_ADMIN').post('/api/partners', { name: 'Cordillera' });
    for (const role of ['PARTNER_STAFF', 'PARTNER_ADMIN'] as const) {
      const staffType = role === 'PARTNER_ADMIN' ? 'ADMIN' : 'ADVISOR';
      const { partnerUuid } = partner.body;
      const { tenantStaffUuid } = await tenant.staff({ partnerUuid, staffType });
      const account = await world.w.db.asPlatform((tx) =>
        findAccount(tx, { tenantUuid: tenant.tenantUuid, userUuid: tenantStaffUuid }),
      );
      if (account) clients.set(role, await world.w.signIn(account));
    }
    for (const role of ['TENANT_STAFF', 'PARTNER_STAFF', 'PARTNER_ADMIN'])
      records.set(role, await makeRecords(ask(role)));
  });

  function ask(role: string): Client {
    const client = clients.get(role);
    if (!client) throw new Error(`Nobody is ${role}`);
    return client;
  }

  /** Returns an address with the records that a role may read. */
  const addressOf = (name: PathName, role = '') =>
    patterns[name].replace(/\$(\w+)/g, (_, key: keyof Records) => {
      const found = (records.get(role) ?? records.get('TENANT_STAFF'))?.[key];
      if (!found) throw new Error(`browser-tests/records.ts has no ${key}`);
      return found;
    });

  test('shows what is public to who is not signed in', async () => {
    if (publicOnes.length === 0) return;
    const { page, faults, context } = await world.open('/sign-in');
    await settle(page);
    await expectBytes(page, 'sign-in');
    const looks = createLooks(page);
    for (const [name] of publicOnes) {
      await visit(page, addressOf(name));
      await looks.all(name);
      expect.soft(faults.splice(0), name).toEqual([]);
    }
    await context.close();
  });

  test.each(roles)(
    'shows every screen of a %s in order',
    async (role) => {
      const own = all.filter(isFor(role));
      if (own.length === 0) return;
      const { page, faults, context } = await world.signIn(ask(role));
      if (role === 'SYSTEM_ADMIN') {
        await followLinks(page, faults);
        await enterTenant(page, ask(role));
      }
      const looks = createLooks(page);
      const open = new Set([...publicOnes, ...own].map(([name]) => name));
      for (const [name] of own) {
        await visit(page, addressOf(name, role));
        await expectFocus(page, name);
        const closed = (await linksOf(page)).filter((path) => {
          const target = nameOf(path);
          return !target || !open.has(target);
        });
        expect.soft(closed, `${name} as ${role}: leads nowhere`).toEqual([]);
        const isOther = otherOnes[name]?.includes(role);
        if (WALK_ALL !== undefined || isOther || !met.has(name)) await looks.all(name);
        else await looks.once(name, role);
        met.add(name);
        expect.soft(faults.splice(0), `${name} as ${role}`).toEqual([]);
      }
      await context.close();
    },
    900_000,
  );

  test('sends no more than the budget', async () => {
    const { page, context } = await world.signIn(newcomer, {}, '/', neverRest);
    for (const name of ['people', 'households', 'calendar', 'insights'] as const) {
      await page.goto(world.origin + patterns[name]);
      await settle(page);
      await expectBytes(page, name);
      const shift = await shiftOf(page);
      process.stdout.write(`${name}: layout shift ${shift.toFixed(4)}\n`);
      expect.soft(shift, name).toBeLessThanOrEqual(budget.shift);
    }
    const paintMs = await slowPaintMs(page, world.origin + patterns.people);
    process.stdout.write(`people: largest paint ${paintMs} ms at 9 Mbit/s, 60 ms, CPU ÷ 4\n`);
    await context.close();
  });

  /** Enters the tenant of the records, as a platform administrator does on the tenant's page. */
  async function enterTenant(page: Page, { identity }: Client) {
    const tenantUuid = records.get('TENANT_STAFF')?.tenantUuid;
    await page.evaluate(([key, tenant]) => sessionStorage.setItem(key, tenant), [
      `draft:${identity['x-user-id']}:entered-tenant`,
      JSON.stringify({ tenantUuid, name: 'Andes Patrimonio' }),
    ] as const);
    await page.reload();
    await settle(page);
  }
});

/** Goes on by each link until every screen that they lead to was seen: none of them is refused, or says that it is not there. */
async function followLinks(page: Page, faults: string[]) {
  const seen = new Set<string>();
  const toGo = ['/'];
  for (let path = toGo.shift(); path; path = toGo.shift()) {
    const name = nameOf(path) ?? path;
    if (seen.has(name)) continue;
    seen.add(name);
    await visit(page, path);
    expect.soft(faults.splice(0), `by links to ${path}`).toEqual([]);
    expect.soft(await page.locator('main [role="alert"]').count(), `${path}: alerts`).toBe(0);
    toGo.push(...(await linksOf(page)));
  }
  expect(seen.size).toBeGreaterThan(5);
}

/** Returns the paths of the console that a page has links to. */
const linksOf = (page: Page) =>
  page.evaluate(() => {
    const paths = [...document.querySelectorAll<HTMLAnchorElement>('a[href]')]
      .filter(({ origin }) => origin === location.origin)
      .map(({ pathname }) => pathname)
      .filter((path) => !/^\/(api|docs|dev)(\/|$)/.test(path));
    return [...new Set(paths)];
  });

/** Returns the name of the screen that has an address: of two that fit, the one with fewer values in it. */
const nameOf = (path: string) =>
  (Object.keys(patterns) as PathName[])
    .filter((name) => new RegExp(`^${patterns[name].replace(/\$\w+/g, '[^/]+')}$`).test(path))
    .sort((a, b) => patterns[a].split('$').length - patterns[b].split('$').length)[0];

/** Returns looks at a page: once, or in every form. The language stays as the last look left it. */
function createLooks(page: Page) {
  let language: 'Español' | 'English' = 'Español';

  async function speak(next: typeof language) {
    if (language === next) return;
    await page.getByRole('button', { name: /^(Idioma|Language):/ }).click();
    await page.getByRole('menuitem', { name: next }).click();
    const tag = next.slice(0, 2).toLowerCase();
    await page.waitForFunction((lang) => document.documentElement.lang === lang, tag);
    await settle(page);
    language = next;
  }

  /** Looks at a screen in Spanish as one more role shows it. */
  async function once(name: PathName, role: string) {
    await speak('Español');
    await examine(page, name, `es-1280-${role}`);
  }

  /** Looks at a screen in Spanish, in the dark, on phones of two widths, and in English. */
  async function all(name: PathName) {
    const isEnglishFirst = language === 'English';
    if (isEnglishFirst) await examine(page, name, 'en');
    await speak('Español');
    await examine(page, name, 'es-1280', 'all');
    await expectRoom(page, `${name}, 1280`);
    await page.emulateMedia({ colorScheme: 'dark' });
    await faded(page);
    // Nothing but colours is another in the dark.
    await examine(page, name, 'dark', 'colors');
    await page.emulateMedia({ colorScheme: 'light' });
    expect.soft(await saidByGrounds(page), `${name}: said by grounds alone`).toEqual([]);
    expect.soft(await missedByKeyboard(page), `${name}: by keyboard`).toEqual([]);
    await settle(page);
    for (const width of [390, 320]) {
      await page.setViewportSize({ width, height: 844 });
      await settle(page);
      await examine(page, name, String(width), width === 390 || WALK_ALL ? 'all' : 'none');
    }
    await page.setViewportSize({ width: 320, height: 844 });
    await expectRoom(page, `${name}, 320`);
    await page.setViewportSize({ width: 1280, height: 800 });
    await settle(page);
    if (isEnglishFirst) return;
    await speak('English');
    await examine(page, name, 'en', WALK_ALL ? 'all' : 'none');
  }

  return { once, all };
}

type Rules = 'none' | 'colors' | 'all';

/** Looks at a screen in one form; what is wrong is told of all screens at once: no raw word, one h1, nothing axe calls serious, no sideways scroll. */
async function examine(page: Page, name: PathName, form: string, rules: Rules = 'none') {
  const title = `${name}, ${form}`;
  if (SCREENSHOTS) await page.screenshot({ path: join(SCREENSHOTS, `${name}-${form}.png`) });
  const seen = await lookAt(page);
  expect.soft(seen.headings, `${title}: one h1`).toBe(1);
  expect.soft(seen.title, `${title}: a title of its own`).toMatch(/.+ · .+/);
  expect.soft(rawWords(seen.text), `${title}: words`).toEqual([]);
  expect.soft(seen.over, `${title}: scrolls sideways`).toBeLessThanOrEqual(0);
  expect.soft(seen.elements, `${title}: elements`).toBeLessThanOrEqual(budget.nodes);
  if (rules === 'none') return;
  // A field that scrolls beneath a bar at the bottom is no small target: all of the page is in sight.
  const size = page.viewportSize();
  if (size && size.width < 500) {
    await page.setViewportSize({ ...size, height: 4_000 });
    expect.soft(await smallTargets(page), `${title}: small targets`).toEqual([]);
  }
  expect.soft(await seriousFindings(page, rules), `${title}: axe`).toEqual([]);
}

/** Returns what can be touched and is less than 44 px high or wide: a field with its labels counts as one. Links within a text stay in their line. */
function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const least = 44;
    const targets = document.querySelectorAll<HTMLElement>(
      'a[href], button, summary, input, select, textarea, [role="option"], [role="menuitem"], [role="tab"], [tabindex="0"]',
    );
    const isInText = (target: HTMLElement) =>
      getComputedStyle(target).display === 'inline' &&
      [...(target.parentElement?.childNodes ?? [])].some(
        ({ nodeType, nodeValue }) => nodeType === Node.TEXT_NODE && /\p{L}/u.test(nodeValue ?? ''),
      );
    return [...targets].flatMap((target) => {
      // What is a picture of a page is not there to be touched.
      if (target.closest('[inert]')) return [];
      if (!target.checkVisibility({ visibilityProperty: true }) || isInText(target)) return [];
      const frame = target.closest('.mantine-Input-wrapper');
      const labels = [...((target as HTMLInputElement).labels ?? [])];
      const boxes = [target, ...labels, ...(frame ? [frame] : [])]
        .map((each) => each.getBoundingClientRect())
        // What is for screen readers alone is a point; what the keyboard alone reaches is above the page.
        .filter(({ width, bottom }) => width > 1 && bottom > 0);
      if (boxes.length === 0) return [];
      const width = Math.max(...boxes.map((box) => box.width));
      const height = Math.max(...boxes.map((box) => box.height));
      if (Math.round(width) >= least && Math.round(height) >= least) return [];
      const name = target.ariaLabel ?? target.innerText;
      return [`${target.tagName} ${name} ${Math.round(width)} x ${Math.round(height)}`];
    });
  });
}

async function expectFocus(page: Page, name: PathName) {
  expect
    .soft(await page.evaluate(() => document.activeElement?.tagName), `${name}: focus`)
    .toBe('H1');
}

/** Returns what a page shows: its headings, title and text, how far it is wider than the window, and its elements. */
const lookAt = (page: Page) =>
  page.evaluate(() => {
    const { documentElement: root, body, title } = document;
    const count = (selector: string) => document.querySelectorAll(selector).length;
    const over = root.scrollWidth - root.clientWidth;
    return { headings: count('h1'), title, text: body.innerText, over, elements: count('*') };
  });

/** Keys of words and enumeration values that got to the screen as they are. */
function rawWords(text: string): string[] {
  const keys = text.match(/\b[a-z]+(?:[A-Z]\w*)?\.[a-z]+\w*(?:\.[a-z]\w*)+\b(?!@)/g) ?? [];
  const values = text.match(/\b[A-Z]{2,}(?:_[A-Z]+)+\b/g) ?? [];
  return [...keys.filter((each) => !/\.(com|example|cl|localhost)$/.test(each)), ...values];
}

/** Returns the findings of axe that are serious or critical. */
async function seriousFindings(page: Page, rules: Rules): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source);
  const found = await page.evaluate(async (which) => {
    const { axe: tool } = globalThis as unknown as { axe: typeof axe };
    const runOnly =
      which === 'colors'
        ? { type: 'rule', values: ['color-contrast', 'link-in-text-block'] }
        : ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
    const options = { runOnly, resultTypes: ['violations'], preload: false };
    const { violations } = await tool.run(options as never);
    return violations.map(({ id, impact, nodes }) => ({
      id,
      impact,
      html: nodes.map(({ html }) => html),
    }));
  }, rules);
  return found
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, html }) => `${id}: ${html.slice(0, 3).join(' ')}`);
}

/** Makes every text a third longer, as another language would, and says what then has no room. */
async function expectRoom(page: Page, title: string) {
  const faults = await page.evaluate(() => {
    const texts: [Text, string][] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode())
      if (/\p{L}{2}/u.test(node.nodeValue ?? '')) texts.push([node as Text, node.nodeValue ?? '']);
    for (const [node, text] of texts) {
      const more = Math.ceil(text.trim().length * 0.35);
      node.nodeValue = `${text}${more > 4 ? ' ' : ''}${'ñ'.repeat(more)}`;
    }
    const { scrollWidth, clientWidth } = document.documentElement;
    const cut = [...document.querySelectorAll<HTMLElement>('.mantine-Button-label')]
      .filter((label) => label.scrollWidth > label.clientWidth + 1)
      .map((label) => `cut: ${label.innerText}`);
    for (const [node, text] of texts) node.nodeValue = text;
    return scrollWidth > clientWidth ? [...cut, `scrolls to ${scrollWidth}`] : cut;
  });
  expect.soft(faults, `${title}: room for longer words`).toEqual([]);
}

/** Prints the bytes that came, and compares them with the budget of the screen. */
async function expectBytes(page: Page, name: keyof typeof budget.bytes) {
  const sent = await bytesOf(page);
  process.stdout.write(`${name}: ${Math.round(sent / 1_000)} kB sent\n`);
  expect.soft(sent, name).toBeLessThanOrEqual(budget.bytes[name]);
}

/** Returns when the largest part of a page was painted, on a slow line and a slow machine. */
async function slowPaintMs(page: Page, url: string): Promise<number> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Network.clearBrowserCache');
  await devtools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 60,
    downloadThroughput: 9_000_000 / 8,
    uploadThroughput: 9_000_000 / 8,
  });
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  await page.goto(url);
  await settle(page);
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        new PerformanceObserver((list) =>
          resolve(Math.round(list.getEntries().at(-1)?.startTime ?? 0)),
        ).observe({ type: 'largest-contentful-paint', buffered: true });
      }),
  );
}

/** Keeps a page from coming to rest, however slow the machine is: what it may wait for is never asked for. */
async function neverRest(context: BrowserContext): Promise<void> {
  await context.addInitScript((restMs) => {
    const own = setTimeout;
    const resting = (run: () => void, ms?: number) => (ms === restMs ? 0 : own(run, ms));
    Object.assign(globalThis, { setTimeout: resting });
  }, 2_000);
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
