import { chromiumPath } from '@atrium/platform/test-support/browser.ts';
import type { Page, Request, Route } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { consoleWorld, hasQuieted, hearNoChanges, settle } from './console-world.ts';
import { grownFirm } from './grown-firm.ts';

/** Calls from an address to a settled screen, the frame around it included. */
const most = { today: 8, queue: 6, person: 8, household: 8, calendar: 6, brief: 5, list: 6 };
/** Calls one after another: those that are made before any of them is answered are one step. */
const mostSteps = 4;
/** Calls once something was saved, the one that saves it included. */
const mostAfterWrite = 5;

if (!chromiumPath) {
  test('Calls of the console are not counted: there is no Chromium here', ({ skip }) => skip());
}

describe.runIf(chromiumPath)('The console asks little', async () => {
  const world = chromiumPath ? await consoleWorld() : undefined;
  if (!world) return;
  let firm: Awaited<ReturnType<typeof grownFirm>>;
  beforeAll(async () => {
    firm = await grownFirm(world.w);
  });

  test('of a screen, in few steps, and nothing twice', async () => {
    const { contactUuid, householdUuid, meetingUuid } = firm;
    // What the firm did in the background may still be told of, which is another reason to ask again.
    const { page, context } = await world.signIn(firm.admin, {}, '/', hearNoChanges);
    await settle(page);
    const screens: Record<string, [string, number]> = {
      today: ['/', most.today],
      queue: ['/queue', most.queue],
      people: ['/people', most.list],
      households: ['/households', most.list],
      meetings: ['/meetings', most.list],
      person: [`/people/${contactUuid}`, most.person],
      household: [`/households/${householdUuid}`, most.household],
      calendar: ['/calendar', most.calendar],
      brief: [`/meetings/${meetingUuid}/brief`, most.brief],
    };
    for (const [name, [path, budget]] of Object.entries(screens)) {
      const { calls, steps } = await callsOf(page, async () => {
        await page.goto(world.origin + path);
      });
      process.stdout.write(`${name}: ${calls.length} calls in ${steps} steps\n`);
      if (process.env.CALLS) process.stdout.write(`  ${calls.join('\n  ')}\n`);
      expect.soft(calls.length, `${name}: calls`).toBeLessThanOrEqual(budget);
      expect.soft(steps, `${name}: steps`).toBeLessThanOrEqual(mostSteps);
      expect.soft(new Set(calls).size, `${name}: nothing twice`).toBe(calls.length);
    }
    await context.close();
  });

  test('while its scripts are on the way: for the session before the page’s own, for a list before the screen’s', async () => {
    const { page, context } = await world.signIn(firm.admin, {}, '/', hearNoChanges);
    const open = async (script: RegExp, call: string) => {
      const { promise: isAsked, resolve: goOn } = Promise.withResolvers<void>();
      const held = async (route: Route) => {
        await isAsked;
        await route.continue();
      };
      await page.route(script, held);
      const asked = page.waitForRequest((request) => request.url().includes(call));
      const there = page.goto(`${world.origin}/people`);
      await asked;
      expect(await page.locator('h1').count(), call).toBe(0);
      goOn();
      await there;
      await settle(page);
      await page.unroute(script, held);
    };
    await open(/\/assets\/main-[\w-]+\.js$/, '/api/auth/me');
    await open(/\/assets\/list-[\w-]+\.js$/, '/api/v2/contacts');
    await context.close();
  });

  test('after something was saved', async () => {
    const { page, context } = await world.signIn(
      firm.admin,
      {},
      '/queue?kind=papers&prospects=yes',
    );
    await settle(page);
    await page.getByRole('button', { name: 'Abrir el primero' }).click();
    const sheet = page.getByRole('dialog');
    await settle(page);
    const { calls } = await callsOf(page, async () => {
      await sheet.getByRole('button', { name: 'Tomar', exact: true }).click();
      await sheet.getByText(/A cargo de/).waitFor();
    });
    process.stdout.write(`a queue item taken: ${calls.length} calls\n`);
    if (process.env.CALLS) process.stdout.write(`  ${calls.join('\n  ')}\n`);
    expect(calls.length).toBeLessThanOrEqual(mostAfterWrite);
    await context.close();
  });
});

/**
 * Returns the calls of the API that something sets off, and in how many steps they came. Each waits until the page
 * makes no more, so that the steps are the page's own and not those of how fast each is answered.
 */
async function callsOf(page: Page, act: () => Promise<void>) {
  const calls: string[] = [];
  const held: Route[] = [];
  const open = new Set<Request>();
  let [steps, isOver] = [0, false];
  const isCall = ({ pathname }: URL) =>
    pathname.startsWith('/api/') && !/changes$|\/assets\//.test(pathname);
  const hold = (route: Route) => {
    const request = route.request();
    calls.push([request.method(), request.url(), request.postData() ?? ''].join(' '));
    held.push(route);
  };
  const end = (request: Request) => void open.delete(request);
  const answerInSteps = async () => {
    while (!isOver) {
      const { length } = calls;
      await hasQuieted(page);
      if (held.length === 0 || open.size > 0 || calls.length > length) continue;
      steps += 1;
      for (const route of held.splice(0)) {
        // One that the page gave up meanwhile, by going elsewhere, never ends.
        if (route.request().failure()) continue;
        open.add(route.request());
        await route.fallback();
      }
    }
  };
  page.on('requestfinished', end);
  page.on('requestfailed', end);
  await page.route(isCall, hold);
  const answering = answerInSteps();
  await act();
  await settle(page);
  isOver = true;
  await answering;
  await page.unroute(isCall, hold);
  page.off('requestfinished', end);
  page.off('requestfailed', end);
  return { calls, steps };
}
