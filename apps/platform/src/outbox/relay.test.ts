import { randomUUID } from 'node:crypto';
import { Registry } from '@prometheus-io/client';
import { afterEach, expect, test, vi } from 'vitest';
import { world } from '../../test-support/world.ts';
import type { Loop } from '../background/loop.ts';
import { endOutgoingPause } from '../background/outgoing-pause.ts';
import type { Db } from '../database/db.ts';
import { system } from '../database/principal.ts';
import { recordEvent } from '../events.ts';
import { type OutboxEvent, startRelay } from './relay.ts';
import { renumberEvents } from './renumber-events.ts';

const w = await world({}, { own: true });
const { logger } = w.services;
let relay: Loop | undefined;
let goOn = () => undefined as unknown;
afterEach(async () => {
  goOn();
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
  await expect.poll(() => own().length).toBe(25);
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
      (tx) => tx`select 1 from events where refused_reason = 'never'`,
    );
  await expect.poll(async () => (await refused()).length).toBe(1);
  const sent = state.taken.length;
  await note(w.db, tenantUuid, 'contact.created');
  relay?.wake();
  await expect.poll(() => state.taken.length).toBe(sent + 1);
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
    .poll(() => state.taken.filter((event) => event.tenantId === tenantUuid).length)
    .toBeGreaterThanOrEqual(2);
});

test('an event of a transaction that ends late is handed on after those of later ones', async () => {
  const { tenantUuid } = await w.tenant();
  const state = analytics();
  const types = () =>
    state.taken.filter((event) => event.tenantId === tenantUuid && event.entityType === 'CONTACT');
  await w.db.asTenant(tenantUuid, system, async (tx) => {
    await recordEvent(tx, {
      eventType: 'contact.created',
      entityType: 'CONTACT',
      entityId: randomUUID(),
    });
    for (let count = 0; count < 3; count++) {
      await note(w.db, tenantUuid, 'contact.created');
      relay?.wake();
      await expect.poll(() => types().length).toBe(count + 1);
    }
  });
  relay?.wake();
  await expect.poll(() => types().length).toBe(4);
  expect(new Set(types().map((event) => event.eventId)).size).toBe(4);
});

test('one transaction with more events than a batch is handed on in several, each event once', async () => {
  const { tenantUuid } = await w.tenant();
  await w.db.asTenant(
    tenantUuid,
    system,
    (tx) =>
      tx`
      insert into events (tenant_uuid, event_uuid, event_type, actor_type, entity_type, entity_id)
      select ${tenantUuid}, gen_random_uuid(), 'contact.created', 'SYSTEM', 'CONTACT', gen_random_uuid()
        from generate_series(1, 4321)`,
  );
  const state = analytics();
  let batches = 0;
  state.before = async () => {
    batches += 1;
    if (batches === 3) throw new Error('away');
  };
  const own = () => state.taken.filter((event) => event.tenantId === tenantUuid);
  const ids = () => new Set(own().map((event) => event.eventId)).size;
  await expect.poll(ids).toBeGreaterThanOrEqual(4321);
  // Events sent beside the batch that failed come again, and no more than that.
  expect(own().length - ids()).toBeLessThanOrEqual(1000);
});

test('after a dump is restored on a server of lower transaction numbers, what was not delivered is', async () => {
  const { tenantUuid } = await w.tenant();
  const ahead = await w.db.asTenant(tenantUuid, system, async (tx) => {
    await recordEvent(tx, {
      eventType: 'contact.created',
      entityType: 'CONTACT',
      entityId: randomUUID(),
    });
    const [row] = await tx<[{ event: string }]>`
      update events set recorded_in = '9000000000000'
       where entity_type = 'CONTACT' returning event_uuid as event`;
    return row.event;
  });
  const state = analytics();
  const taken = () => state.taken.filter((event) => event.tenantId === tenantUuid);
  await note(w.db, tenantUuid, 'contact.created');
  relay?.wake();
  await expect.poll(() => taken().filter((event) => event.entityType === 'CONTACT').length).toBe(1);
  await relay?.stop();
  await renumberEvents(w.db, logger);
  // A restored database sends nothing until somebody says so.
  await w.db.asPlatform(endOutgoingPause);
  const restored = analytics();
  const ids = () => restored.taken.map((event) => event.eventId);
  await expect.poll(ids).toContain(ahead);
  await note(w.db, tenantUuid, 'contact.created');
  relay?.wake();
  await expect.poll(() => ids().length).toBe(2);
});

test('two replicas and many writers, some of whom change their mind: every committed event arrives', async () => {
  const { tenantUuid } = await w.tenant();
  const state = analytics();
  const other = startRelay({
    db: w.db,
    logger,
    registry: new Registry(),
    deliver: async (events) => {
      state.taken.push(...events);
      return events.map(() => ({ refusal: null }));
    },
  });
  const write = async (count: number) => {
    await w.db.asTenant(tenantUuid, system, async (tx) => {
      const entityId = randomUUID();
      await recordEvent(tx, { eventType: 'contact.created', entityType: 'CONTACT', entityId });
      if (count % 3 === 0) throw new Error('changed my mind');
    });
    (count % 2 ? relay : other)?.wake();
  };
  const settled = await Promise.allSettled(Array.from({ length: 300 }, (_, count) => write(count)));
  expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(200);
  const ids = () =>
    new Set(
      state.taken
        .filter((event) => event.tenantId === tenantUuid && event.entityType === 'CONTACT')
        .map((event) => event.eventId),
    ).size;
  await expect.poll(ids).toBe(200);
  await other.stop();
});

test('no transaction is open while analytics is asked, and what a killed process leaves is taken up', async () => {
  const { tenantUuid } = await w.tenant();
  const gate = Promise.withResolvers<void>();
  goOn = gate.resolve;
  const state = analytics();
  let asked = 0;
  state.before = async () => {
    asked += 1;
    await gate.promise;
  };
  await note(w.db, tenantUuid, 'contact.created');
  relay?.wake();
  await expect.poll(() => asked).toBe(1);
  // Other workers have theirs for a moment; one of the relay would last.
  const open = () => w.sql`
    select query from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid()
       and application_name = 'atrium' and xact_start is not null`;
  await expect.poll(open).toEqual([]);
  // Its process dies: the lease runs out, and another one hands the event on.
  await w.db.asPlatform(
    (tx) => tx`update outbox_position set lease_until = now() - interval '1 second'`,
  );
  const taken: string[] = [];
  const other = startRelay({
    db: w.db,
    logger,
    registry: new Registry(),
    deliver: async (events) => {
      taken.push(...events.map(({ tenantId }) => tenantId));
      return events.map(() => ({ refusal: null }));
    },
  });
  await expect.poll(() => taken).toContain(tenantUuid);
  await other.stop();
});
