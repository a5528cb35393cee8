import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { signIn } from '@atrium/api-client/test-support/call-api.ts';
import { afterAll, expect, test } from 'vitest';
import { bootAtrium } from './atrium.ts';
import { keepBusy, tally } from './busy.ts';
import { openFirm } from './firm.ts';

const hourMs = 3_600_000;
/** The number of jumps of the clock, one after the other; `npm run test:soak` asks for more. */
const jumps = Number(process.env.CLOCK_JUMPS ?? 4);
const offsets = [2, -3, 20, 0, -0.1, 0.6, -5, 1, 0];

const folder = mkdtempSync(join(tmpdir(), 'atrium-clock-'));
const clock = join(folder, 'ahead-ms');
const setClock = (hours: number) => writeFileSync(clock, String(hours * hourMs));
setClock(0);
const atrium = await bootAtrium({
  ACCESS_TOKEN_SECONDS: String(86_400),
  NODE_OPTIONS: `--import=${new URL(`moved-clock.ts?clock=${clock}`, import.meta.url)}`,
});
afterAll(async () => {
  await atrium.stop();
  rmSync(folder, { recursive: true });
});
const firm = await openFirm(atrium);
const { email, password } = atrium.readSignIns();

/** Moves the clock of the services, and waits until a token shows it. */
async function moveClock(hours: number): Promise<void> {
  setClock(hours);
  const ahead = async () => {
    const issued = issuedAt(await signIn(firm.call, email, password));
    return Math.round((issued - Date.now()) / hourMs) + 0;
  };
  await expect.poll(ahead).toBe(Math.round(hours) + 0);
}

test(
  'however the clock jumps under load, all goes on: nothing acknowledged is lost or doubled',
  async () => {
    const { call, adviser } = firm;
    const busy = keepBusy(firm, 6);
    for (let jump = 0; jump < jumps; jump++) {
      await moveClock(offsets[jump % offsets.length] ?? 0);
      const before = busy.outcomes.length;
      await expect.poll(() => busy.outcomes.length - before).toBeGreaterThan(100);
      // It may be busy in a moment, and says so; a clock that went elsewhere is no reason.
      const ready = async () => (await fetch(`${atrium.address}/health/ready`)).status;
      await expect.poll(ready).toBe(200);
    }
    const { acknowledged, acknowledgedOnce, sentEvents, outcomes, missing } = await busy.stop();
    await moveClock(0);
    process.stdout.write(`clock: ${JSON.stringify({ jumps, ...tally(outcomes) })}\n`);
    expect(missing).toEqual([]);
    expect(outcomes.filter(({ status }) => status !== 200 && status !== 202)).toEqual([]);
    const stored = await firm.listContacts();
    const all = acknowledged.union(acknowledgedOnce);
    expect(new Set(stored)).toEqual(all);
    expect(stored.length).toBe(all.size);
    const count = { timeout: 60_000, interval: 250 };
    await expect.poll(() => firm.countEvents('contact.created'), count).toBe(stored.length);
    // Those came with no time of their own, so they bear the moved one.
    const query = {
      eventType: 'test.sent',
      timeRange: { from: '2020-01-01T00:00:00Z', to: '2100-01-01T00:00:00Z' },
      aggregations: [{ function: 'COUNT' }],
    };
    const { body } = await call('POST', '/api/analytics/query', query, adviser);
    expect(body.rows[0].values[0]).toBe(sentEvents.size);
  },
  240_000 + jumps * 5_000,
);

test('who signed in while the clock was ahead stays so when it is set back, and a token ends by the clock', async () => {
  const { call, adviser } = firm;
  await moveClock(10);
  const ahead = await signIn(call, email, password);
  await moveClock(0);
  expect((await call('GET', '/api/auth/me', undefined, ahead)).status).toBe(200);
  await moveClock(25);
  const late = await call('GET', '/api/contacts', undefined, adviser);
  expect([late.status, late.body.code]).toEqual([401, 'TOKEN_EXPIRED']);
  expect((await signIn(call, email, password)).authorization).toMatch(/^Bearer /);
});

/** Returns the time at which a token says that it was issued, in milliseconds. */
function issuedAt({ authorization = '' }: Record<string, string>): number {
  const claims = Buffer.from(authorization.split('.')[1] ?? '', 'base64url').toString();
  return JSON.parse(claims).iat * 1_000;
}
