import { execFileSync } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startSimulators } from '@atrium/calendar-simulators/start-simulators.ts';
import { freePort } from '@atrium/local/ports.ts';
import { hashPassword } from '@atrium/platform/auth/passwords.ts';
import { worldWithAnalytics } from '@atrium/platform/security-tests/world-with-analytics.ts';
import { atEndOfFile } from '@atrium/platform/test-support/at-end-of-file.ts';
import { launchBrowser } from '@atrium/platform/test-support/browser.ts';
import type { Client } from '@atrium/platform/test-support/client.ts';
import { world } from '@atrium/platform/test-support/world.ts';
import type { BrowserContext, BrowserContextOptions, Page, Request } from 'playwright-core';
import { vi } from 'vitest';
import { isFresh } from '../build/build.ts';

export const password = 'a long enough password';

/** A whole platform with the console as it is built now, and a browser. Closed when the file is done. */
export async function consoleWorld(
  settings: Record<string, string> = {},
  { hasAnalytics = true, listenAt = 0 } = {},
) {
  await buildOnce();
  const w = hasAnalytics ? await worldWithAnalytics(settings) : await listening(settings, listenAt);
  const origin = `http://localhost:${w.port}`;
  const browser = await launchBrowser();
  const passwordHash = await hashPassword(password);

  /** Gives an account the password of these tests. */
  async function letSignIn({ identity }: Client): Promise<string> {
    const { 'x-tenant-uuid': tenantUuid = '', 'x-user-id': userUuid = '' } = identity;
    await w.db.asPlatform(
      (tx) => tx`update accounts set password_hash = ${passwordHash}
        where tenant_uuid = ${tenantUuid} and user_uuid = ${userUuid}`,
    );
    return identity['x-user-email'] ?? '';
  }

  /** Opens a path, or a whole address, in a browser profile of its own, which may be prepared; faults are collected. */
  async function open(
    path = '/',
    options: BrowserContextOptions = {},
    prepare: (context: BrowserContext) => Promise<void> = async () => undefined,
  ) {
    const context = await browser.newContext({
      viewport: { width: 1280, height: 800 },
      locale: 'es-CL',
      timezoneId: 'America/Santiago',
      reducedMotion: 'reduce',
      ...options,
    });
    context.on('page', requestsOf);
    await prepare(context);
    const page = await context.newPage();
    const faults = watch(page);
    await page.goto(new URL(path, origin).href);
    return { page, faults, context };
  }

  /** Opens an address as a person who has signed in before: with the cookie, and what the console remembers of it. */
  async function signIn(
    client: Client,
    options: BrowserContextOptions = {},
    path = '/',
    prepare: (context: BrowserContext) => Promise<void> = async () => undefined,
  ) {
    const email = await letSignIn(client);
    const { 'x-tenant-uuid': tenantUuid, 'x-user-id': userUuid } = client.identity;
    const hint = JSON.stringify({ userUuid, tenantUuid, until: Date.now() + 5 * 60_000 });
    const localStorage = [{ name: 'atrium-session', value: hint }];
    const storageState = { cookies: [], origins: [{ origin, localStorage }] };
    const data = { email, password, cookie: true };
    const opened = await open(path, { ...options, storageState }, async (context) => {
      const answer = await context.request.post(`${origin}/api/auth/login`, { data });
      if (!answer.ok()) throw new Error(`The sign-in ended with ${answer.status()}`);
      await prepare(context);
    });
    await opened.page.locator('main#main h1').waitFor();
    return opened;
  }

  return { w, origin, browser, open, signIn, letSignIn };
}

/** Builds the console unless it is fresh: of the workers of a run the first one does, and the others wait. */
async function buildOnce(): Promise<void> {
  const isFirst = await mkdir(join(tmpdir(), 'console-build')).then(
    () => true,
    () => false,
  );
  if (isFirst) execFileSync(process.execPath, [join(import.meta.dirname, '../build/main.ts')]);
  else await vi.waitUntil(isFresh, { timeout: 200_000, interval: 200 });
}

/** A world that listens, on any free port for 0, without analytics behind it. */
async function listening(settings: Record<string, string>, listenAt: number) {
  // The port of the discard service, at which nobody listens: what asks for figures is told so at once.
  const shared = Object.keys(settings).length === 0;
  const w = await world({ ANALYTICS_URL: 'http://127.0.0.1:9', ...settings }, { shared });
  return Object.assign(w, { port: await w.listen(listenAt) });
}

export type ConsoleWorld = Awaited<ReturnType<typeof consoleWorld>>;

/** A world of the console beside simulated calendar providers, which lead back to it and tell it of changes. */
export async function consoleWorldWithCalendars() {
  const port = await freePort('127.0.0.1');
  const simulators = await startSimulators({ zone: 'America/Santiago', httpPushes: true });
  atEndOfFile(() => simulators.close());
  const world = await consoleWorld(
    {
      PUBLIC_URL: `http://localhost:${port}`,
      CALENDAR_RETRY_BASE_MS: '20',
      CALENDAR_TICK_MS: '100',
      ...simulators.environment,
    },
    { hasAnalytics: false, listenAt: port },
  );
  return { ...world, simulators };
}

/** Collects what a page complains of: console errors, policy reports, failed requests, exceptions. */
export function watch(page: Page): string[] {
  const faults: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' || /Content Security Policy/.test(message.text()))
      faults.push(`console: ${message.text()}`);
  });
  page.on('pageerror', (error) => faults.push(`exception: ${error.message}`));
  page.on('response', (response) => {
    if (response.status() >= 400) faults.push(`${response.status()} ${response.url()}`);
  });
  return faults;
}

/** Goes to an address within the page, as a link does, and waits until it is all there. */
export async function visit(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState({}, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, path);
  await settle(page);
}

/** Keeps pages from hearing what others change while they do: they know what they have asked for, as without the line. */
export async function hearNoChanges(context: BrowserContext): Promise<void> {
  await context.route(lineOfChanges, () => undefined);
}
/** The address of the line by which a page hears what others change. */
export const lineOfChanges = /\/api\/changes$/;

type Requests = { underWay: Set<Request>; begun: number };
const requests = new WeakMap<Page, Requests>();

/** Returns what a page asks for, from when it is there on; the line of changes, which does not end, is left out. */
function requestsOf(page: Page): Requests {
  const known = requests.get(page);
  if (known) return known;
  const own: Requests = { underWay: new Set(), begun: 0 };
  requests.set(page, own);
  const end = (request: Request) => void own.underWay.delete(request);
  page.on('request', (request) => {
    if (lineOfChanges.test(request.url())) return;
    // What a page asked for goes with it, though nobody tells of its end.
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) {
      const before = [...own.underWay];
      page.once('domcontentloaded', () => before.forEach(end));
    }
    own.begun += 1;
    own.underWay.add(request);
  });
  page.on('requestfinished', end);
  page.on('requestfailed', end);
  return own;
}

/** Waits until nothing loads: the page is the one of its address, no part is busy, no request is under way, nor does one begin. */
export async function settle(page: Page): Promise<void> {
  await page.locator('h1').first().waitFor();
  const own = requestsOf(page);
  let begun: number;
  let isBusy: boolean;
  do {
    begun = own.begun;
    isBusy = await page.evaluate(isBusySoon, quietMs);
  } while (isBusy || own.underWay.size > 0 || own.begun !== begun);
  await faded(page);
}
/** A page that has begun nothing in this time, by its own clock, has nothing left to do. */
const quietMs = 60;

/** Says, once a page has had a while of its own, whether it has nothing left to do; false where it is another by then. */
export const hasQuieted = (page: Page): Promise<boolean> =>
  page.evaluate(isBusySoon, quietMs).then(
    (isBusy) => !isBusy,
    () => false,
  );

/** Runs in the page: says after a while whether it goes somewhere or a part of it is busy. */
const isBusySoon = (afterMs: number) =>
  new Promise<boolean>((resolve) => {
    const look = () => {
      const { __TSR_ROUTER__: router } = globalThis as {
        __TSR_ROUTER__?: { state: { status: string } };
      };
      const isBusy = document.querySelector('[aria-busy="true"]') !== null;
      resolve(isBusy || router?.state.status === 'pending');
    };
    setTimeout(look, afterMs);
  });

/** Waits until what moves has arrived: colours fade from one scheme to the other. */
export async function faded(page: Page): Promise<void> {
  await page.evaluate(() =>
    Promise.allSettled(
      document
        .getAnimations()
        .filter((each) => each.effect?.getComputedTiming().iterations !== Number.POSITIVE_INFINITY)
        .map((each) => each.finished),
    ),
  );
}
