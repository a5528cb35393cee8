import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { clientA } from '../../test-support/clients.ts';
import { askForTokens, signIn } from '../../test-support/sign-in.ts';
import { enterDemo } from '../demo.ts';
import { keepState, readState } from '../saved-state.ts';
import { startSimulators } from '../start-simulators.ts';

const eachProvider = [
  { kind: 'a', provider: 'Google' },
  { kind: 'b', provider: 'Microsoft' },
] as const;
const simulators = await startSimulators({ httpPushes: true });
afterAll(simulators.close);

describe.each(eachProvider)('The page of $provider', ({ kind }) => {
  const { url, person, faults, provider } = simulators[kind];
  const email = 'ana@example.com';
  const ana = person(email);
  const tomorrow = (time: string) =>
    `${Temporal.Now.plainDateISO().add({ days: 1 }).toString()}T${time}`;
  const press = (path: string, form: Record<string, string>, headers = {}) =>
    fetch(`${url}/simulator/${path}`, {
      method: 'POST',
      body: new URLSearchParams({ account: email, ...form }),
      redirect: 'manual',
      headers,
    });
  const look = async () => (await fetch(`${url}/simulator?account=${email}`)).text();

  test('shows the calendar and takes new events, moves, answers and cancellations', async () => {
    const start = tomorrow('10:00');
    await press('create', {
      title: 'Lunch <b>',
      start,
      minutes: '90',
      attendee: 'guest@example.com',
    });
    const [event] = ana.events();
    const id = event?.id ?? '';
    expect(await look()).toMatch(
      /Lunch &lt;b&gt;[\s\S]*10:00–11:30[\s\S]*guest@example.com: no answer/,
    );
    await press('move', { id, start: tomorrow('15:00') });
    await press('answer', { id, attendee: 'guest@example.com', answer: 'accepted' });
    expect(await look()).toMatch(/15:00–16:30[\s\S]*guest@example.com: accepted/);
    const cancelled = await press('cancel', { id });
    expect(cancelled.status).toBe(303);
    expect(await look()).not.toContain('Lunch');
  });

  test('arms faults for the calendar that is shown, and clears them', async () => {
    await press('arm', { kind: 'drop-push', times: '3' });
    expect(faults.list()).toEqual([{ kind: 'drop-push', account: email, times: 3, left: 3 }]);
    expect(await look()).toContain('drop-push  (3 left)');
    await press('arm', { clear: 'yes' });
    expect(faults.list()).toEqual([]);
  });

  test('says what is wrong with a form, and heeds no other site', async () => {
    expect((await press('move', { id: 'unknown', start: tomorrow('10:00') })).status).toBe(400);
    expect((await press('create', { title: 'x', start: 'soon' })).status).toBe(400);
    const foreign = { 'sec-fetch-site': 'cross-site' };
    expect((await press('create', { title: 'x', start: tomorrow('10:00') }, foreign)).status).toBe(
      403,
    );
    expect(ana.events()).toEqual([]);
  });

  test('has faults, the clock and the accounts at hand for programs', async () => {
    const post = (path: string, body?: object) =>
      fetch(`${url}/simulator/${path}`, {
        method: 'POST',
        ...(body && {
          body: JSON.stringify(body),
          headers: { 'content-type': 'application/json' },
        }),
      });
    expect((await post('faults', { kind: 'fail-before', times: 2 })).status).toBe(204);
    expect(faults.list()).toEqual([{ kind: 'fail-before', times: 2, left: 2 }]);
    expect((await post('faults', { kind: 'nonsense' })).status).toBe(400);
    await fetch(`${url}/simulator/faults`, { method: 'DELETE' });
    expect(faults.list()).toEqual([]);
    await post('clock', { skewMs: 60_000 });
    expect(provider.clock.now() - Date.now()).toBeGreaterThan(59_000);
    await post('clock', { skewMs: 0 });

    const { refresh_token } = await signIn(simulators, kind, email);
    expect((await post(`accounts/${email}/revoke`)).status).toBe(204);
    const form = { grant_type: 'refresh_token', refresh_token };
    expect((await askForTokens(simulators, kind, form)).status).toBe(400);
    expect((await post(`accounts/${email}/nonsense`)).status).toBe(404);
    const state = await (await fetch(`${url}/simulator/state.json?account=${email}`)).json();
    expect(state).toMatchObject({ changes: expect.any(Number), events: [], channels: [] });
  });
});

test('The demo has something to look at, also after a restart that keeps connections', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'calendars-'));
  const file = join(folder, 'deeper', 'state');
  const first = await startSimulators({ httpPushes: true, state: readState(file) });
  enterDemo(first);
  const adviser = 'adviser@andes.example';
  const tokens = await signIn(first, 'a', adviser);
  const before = first.a.person(adviser).instances();
  expect(before.length).toBeGreaterThanOrEqual(10);
  const save = keepState(file, first);
  await first.close();
  save();

  const second = await startSimulators({ httpPushes: true, state: readState(file) });
  try {
    expect(second.a.person(adviser).instances()).toEqual(before);
    const form = { grant_type: 'refresh_token', refresh_token: tokens.refresh_token };
    expect((await askForTokens(second, 'a', form)).status).toBe(200);
    const client = await clientA(second, adviser);
    const { data } = await client.events.list({ calendarId: 'primary' });
    expect(data.items).toHaveLength(3);
  } finally {
    await second.close();
    rmSync(folder, { recursive: true });
  }
});
