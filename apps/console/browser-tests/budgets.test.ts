import { chromiumPath } from '@atrium/platform/test-support/browser.ts';
import type { Page, Request } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { consoleWorld, settle } from './console-world.ts';
import { grownFirm } from './grown-firm.ts';

/** Calls from an address to a settled screen, the frame around it included. */
const most = { today: 8, queue: 6, person: 8, household: 8, calendar: 6, brief: 5, list: 6 };
/** Calls one after another: one that begins after another's end is a step later. */
const mostSteps = 4;
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
    const { page, context } = await world.signIn(firm.admin);
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

  test('after something was saved', async () => {
    const { page, context } = await world.signIn(firm.admin, {}, '/queue?kind=papers');
    await settle(page);
    await page.getByRole('button', { name: 'Tomar lo primero' }).click();
    const sheet = page.getByRole('dialog');
    await settle(page);
    const { calls } = await callsOf(page, async () => {
      await sheet.getByRole('button', { name: 'Tomar', exact: true }).click();
      await sheet.getByText(/La tiene/).waitFor();
    });
    process.stdout.write(`a queue item taken: ${calls.length} calls\n`);
    if (process.env.CALLS) process.stdout.write(`  ${calls.join('\n  ')}\n`);
    expect(calls.length).toBeLessThanOrEqual(mostAfterWrite);
    await context.close();
  });
});

/** Returns the calls of the API that something sets off, and in how many steps they came. */
async function callsOf(page: Page, act: () => Promise<void>) {
  const calls: string[] = [];
  const steps = new Map<Request, number>();
  let done = 0;
  const isCall = (request: Request) => {
    const { pathname } = new URL(request.url());
    return pathname.startsWith('/api/') && !/changes$|\/assets\//.test(pathname);
  };
  const began = (request: Request) => {
    if (!isCall(request)) return;
    calls.push([request.method(), request.url(), request.postData() ?? ''].join(' '));
    steps.set(request, done + 1);
  };
  const ended = (request: Request) => {
    done = Math.max(done, steps.get(request) ?? 0);
  };
  page.on('request', began);
  page.on('requestfinished', ended);
  await act();
  await settle(page);
  page.off('request', began);
  page.off('requestfinished', ended);
  return { calls, steps: Math.max(0, ...steps.values()) };
}
