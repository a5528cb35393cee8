import { randomUUID } from 'node:crypto';
import { Registry } from 'prom-client';
import { afterEach, expect, test, vi } from 'vitest';
import { type Db, system } from '../db.ts';
import { recordEvent } from '../events.ts';
import { world } from '../testing/world.ts';
import { type OutboxEvent, type Relay, startRelay } from './relay.ts';

const w = await world();
const { logger } = w.services;
let relay: Relay | undefined;
afterEach(async () => {
  vi.useRealTimers();
  await relay?.stop();
});

/** An analytics that takes what it is given, or does what it is told before. */
function analytics() {
  const taken: OutboxEvent[] = [];
  const state = { taken, before: async () => undefined as unknown };
  relay = startRelay({
    db: w.db,
    logger,
    registry: new Registry(),
    deliver: async (events) => {
      await state.before();
      taken.push(...events);
      return events.map((event) => ({
        refusal: event.eventType === 'contact.updated' ? 'never' : null,
      }));
    },
  });
  return state;
}

const note = (db: Db, tenantUuid: string, eventType: 'contact.created' | 'contact.updated') =>
  db.asTenant(tenantUuid, system, (tx) =>
    recordEvent(tx, { eventType, entityType: 'CONTACT', entityId: randomUUID() } as never),
  );

test('what was recorded while analytics was away arrives when it is back, each event once', async () => {
  const { tenantUuid } = await w.tenant();
  const state = analytics();
  let failures = 0;
  state.before = async () => {
    failures += 1;
    if (failures <= 3) throw new Error('away');
  };
  for (let count = 0; count < 25; count++) await note(w.db, tenantUuid, 'contact.created');
  relay?.wake();
  const own = () =>
    state.taken.filter((event) => event.tenantId === tenantUuid && event.entityType === 'CONTACT');
  await expect.poll(() => own().length, { timeout: 20_000 }).toBe(25);
  expect(new Set(own().map((event) => event.eventId)).size).toBe(own().length);
});

test('a refusal is kept with its reason, and nothing is sent again', async () => {
  const { tenantUuid } = await w.tenant();
  const state = analytics();
  await note(w.db, tenantUuid, 'contact.updated');
  relay?.wake();
  const refused = () =>
    w.db.asTenant(
      tenantUuid,
      system,
      (tx) => tx`select 1 from events where refused_reason = 'never' and delivered_at is not null`,
    );
  await expect.poll(async () => (await refused()).length, { timeout: 10_000 }).toBe(1);
  const sent = state.taken.length;
  await note(w.db, tenantUuid, 'contact.created');
  relay?.wake();
  await expect.poll(() => state.taken.length, { timeout: 10_000 }).toBe(sent + 1);
});

test('a clock that is set back by hours delays no event', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const { tenantUuid } = await w.tenant();
  const state = analytics();
  // Woken while it sends, and the clock set back in the same moment.
  state.before = async () => {
    state.before = async () => undefined;
    vi.setSystemTime(new Date(Date.now() - 7_200_000));
    await note(w.db, tenantUuid, 'contact.created');
    relay?.wake();
  };
  await note(w.db, tenantUuid, 'contact.created');
  relay?.wake();
  await expect
    .poll(() => state.taken.filter((event) => event.tenantId === tenantUuid).length, {
      timeout: 10_000,
    })
    .toBeGreaterThanOrEqual(2);
});
