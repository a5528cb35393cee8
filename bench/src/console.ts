import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { waitUntil } from '@atrium/local/wait-until.ts';
import { credentialsFile } from '@atrium/platform/auth/bootstrap.ts';
import { chromiumPath, launchBrowser } from '@atrium/platform/test-support/browser.ts';
import type { BrowserContext, Page } from 'playwright-core';
import { startAtrium } from './atrium.ts';
import type { Goals } from './goals.ts';

const rounds = 5;
/** The line and the machine of an adviser on the way: 9 Mbit/s with 60 ms, a processor four times slower. */
const line = {
  offline: false,
  latency: 60,
  downloadThroughput: 1_125_000,
  uploadThroughput: 1_125_000,
};
const slower = 4;
const limits = { firstMs: 1_800, secondMs: 600, shift: 0.01, letterMs: 50, letters: 0.98 };

type Login = { email: string; password: string };

/**
 * Measures what an adviser of the demo firm sees: when the largest part of each first screen is painted
 * on a slow line and machine (median of five), and a second screen; how far things move from the sign-in
 * to the first screen; and how many of the letters typed are painted within 50 ms, unthrottled.
 */
export async function measureConsole({ check, print }: Goals, dataDir: string): Promise<void> {
  if (!chromiumPath) return print('        there is no Chromium here');
  const atrium = await startAtrium(dataDir);
  const browser = await launchBrowser();
  try {
    const origin = atrium.address.replace('127.0.0.1', 'localhost');
    const login = adviserOf(dataDir);
    await whenBuilt(origin);
    await atrium.idle();
    const context = await newContext();
    check(
      'layout shift, sign-in to first screen',
      await shiftOfSignIn(context, origin, login),
      '',
      {
        atMost: limits.shift,
      },
    );
    for (const [name, path] of Object.entries(await screensOf(context, origin))) {
      const taken: number[] = [];
      for (let round = 0; round < rounds; round++)
        taken.push(await paintMs(context, origin + path));
      check(`${name}, largest paint`, median(taken), 'ms', { atMost: limits.firstMs });
    }
    const seconds: number[] = [];
    for (let round = 0; round < rounds; round++)
      seconds.push(await secondScreenMs(context, origin));
    check('a person from the list of people', median(seconds), 'ms', { atMost: limits.secondMs });
    const letters = await shareOfLetters(context, origin);
    check('letters painted within 50 ms, share', letters, '', { atLeast: limits.letters });
  } finally {
    await browser.close();
    await atrium.stop();
  }

  function newContext(): Promise<BrowserContext> {
    const viewport = { width: 1280, height: 800 };
    return browser.newContext({ viewport, locale: 'es-CL', timezoneId: 'America/Santiago' });
  }
}

function adviserOf(dataDir: string): Login {
  const made = readFileSync(join(dataDir, credentialsFile), 'utf8');
  const { demo } = JSON.parse(made) as { demo: (Login & { role: string })[] };
  const adviser = demo.find(({ role }) => role === 'TENANT_STAFF');
  if (!adviser) throw new Error('The demo firm has no adviser');
  return adviser;
}

/** Waits until the console is built, which a first start does behind its back. */
async function whenBuilt(origin: string): Promise<void> {
  const answers = async () => (await fetch(origin, { headers: { accept: 'text/html' } })).ok;
  if (!(await waitUntil(answers, 120_000, 500))) throw new Error('The console was not built');
}

/** Signs in as a person does, and returns how far what was drawn moved until the first screen stood. */
async function shiftOfSignIn(
  context: BrowserContext,
  origin: string,
  login: Login,
): Promise<number> {
  await context.addInitScript(() => {
    Object.assign(globalThis, { shift: 0 });
    new PerformanceObserver((list) => {
      // What moves right after a key or a click was asked for, and does not count.
      for (const entry of list.getEntries())
        if (!Reflect.get(entry, 'hadRecentInput'))
          Object.assign(globalThis, {
            shift: Reflect.get(globalThis, 'shift') + Number(Reflect.get(entry, 'value')),
          });
    }).observe({ type: 'layout-shift', buffered: true });
  });
  const page = await context.newPage();
  await page.goto(`${origin}/sign-in`);
  await page.locator('input[type=email]').fill(login.email);
  await page.locator('input[type=password]').fill(login.password);
  await page.locator('button[type=submit]').click();
  await page.locator('main#main h1').waitFor();
  await rest(page);
  const shift = await page.evaluate(() => Number(Reflect.get(globalThis, 'shift')));
  await page.close();
  return shift;
}

/** Returns the addresses of the screens that are measured, by name, with records that the adviser sees. */
async function screensOf(context: BrowserContext, origin: string): Promise<Record<string, string>> {
  const page = await context.newPage();
  await page.goto(`${origin}/people`);
  const hrefOf = (prefix: string) =>
    page
      .locator(`main a[href^="${prefix}"]`)
      .evaluateAll(
        (links, start) =>
          links
            .map((link) => new URL((link as HTMLAnchorElement).href).pathname)
            .find((path) => /^[0-9a-f-]{36}$/.test(path.slice(start.length))) ?? '',
        prefix,
      );
  const find = async (path: string, prefix: string) => {
    await page.goto(origin + path);
    await page.locator(`main a[href^="${prefix}"]`).first().waitFor();
    await rest(page);
    return hrefOf(prefix);
  };
  const meeting = await find('/meetings', '/meetings/');
  const screens = {
    today: '/',
    queue: '/queue',
    people: '/people',
    person: await find('/people', '/people/'),
    household: await find('/households', '/households/'),
    calendar: '/calendar',
    brief: `${meeting}/brief`,
    insights: '/insights',
    tasks: '/tasks',
  };
  await page.close();
  return screens;
}

/** Opens an address with nothing cached, and returns when its largest part was painted, in milliseconds. */
async function paintMs(context: BrowserContext, url: string): Promise<number> {
  const page = await context.newPage();
  await slowDown(page);
  await page.goto(url);
  await rest(page);
  const taken = await page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        new PerformanceObserver((list) =>
          resolve(list.getEntries().at(-1)?.startTime ?? 0),
        ).observe({
          type: 'largest-contentful-paint',
          buffered: true,
        });
      }),
  );
  await page.close();
  return taken;
}

/** Goes from the list of people to one of them, and returns how long it took until the person stood there. */
async function secondScreenMs(context: BrowserContext, origin: string): Promise<number> {
  const page = await context.newPage();
  await slowDown(page);
  await page.goto(`${origin}/people`);
  await rest(page);
  const taken = await page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const link = [
          ...document.querySelectorAll<HTMLAnchorElement>('main a[href^="/people/"]'),
        ].find(({ href }) => /[0-9a-f-]{36}$/.test(href));
        if (!link) throw new Error('The list of people shows nobody');
        const began = performance.now();
        const look = () => {
          const isThere =
            location.pathname !== '/people' &&
            document.querySelector('main h1') !== null &&
            document.querySelector('[aria-busy="true"]') === null;
          if (isThere) requestAnimationFrame(() => resolve(performance.now() - began));
          else requestAnimationFrame(look);
        };
        link.click();
        requestAnimationFrame(look);
      }),
  );
  await page.close();
  return taken;
}

/** Types two hundred letters into the form of a new person, and returns the share painted within 50 ms. */
async function shareOfLetters(context: BrowserContext, origin: string): Promise<number> {
  const page = await context.newPage();
  await page.goto(`${origin}/people/new`);
  await rest(page);
  await page.evaluate(() => {
    const late: number[] = [];
    Object.assign(globalThis, { late });
    // Events that took less than 16 ms are not told.
    new PerformanceObserver((list) => {
      for (const { name, duration } of list.getEntries())
        if (name === 'keydown') late.push(duration);
    }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit);
  });
  const field = page.locator('main input[type=text], main input:not([type])').first();
  const text = 'Catalina Errazuriz '.repeat(11).slice(0, 200);
  await field.pressSequentially(text, { delay: 40 });
  await page.waitForTimeout(500);
  const late = await page.evaluate(
    (ms) => (Reflect.get(globalThis, 'late') as number[]).filter((each) => each > ms).length,
    limits.letterMs,
  );
  await page.close();
  return 1 - late / text.length;
}

async function slowDown(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Network.clearBrowserCache');
  await devtools.send('Network.emulateNetworkConditions', line);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slower });
}

/** Waits until a page has its heading, and nothing in it is busy for a while. */
async function rest(page: Page): Promise<void> {
  await page.locator('main h1').first().waitFor();
  await page.waitForFunction(() => document.querySelector('[aria-busy="true"]') === null);
  await page.waitForTimeout(700);
}

const median = (figures: readonly number[]) =>
  figures.toSorted((a, b) => a - b)[Math.floor(figures.length / 2)] ?? Number.NaN;
