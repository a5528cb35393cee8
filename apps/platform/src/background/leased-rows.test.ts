import { randomUUID } from 'node:crypto';
import { Registry } from '@prometheus-io/client';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { world } from '../../test-support/world.ts';
import { system } from '../database/principal.ts';
import type { Tx } from '../database/transaction.ts';
import { startLeasedRows } from './leased-rows.ts';
import { createLeases, isFree, type Lease, LeaseLost } from './leases.ts';
import { type Loop, startLoop } from './loop.ts';

const w = await world({}, { own: true });
const { logger } = w.services;
const { db } = w;
const { tenantUuid } = await w.tenant();
const running: { stop: () => Promise<void> }[] = [];
afterEach(() => Promise.all(running.splice(0).map((each) => each.stop())));

beforeAll(async () => {
  await w.sql`
    create table errands (
      tenant_uuid uuid not null, errand_uuid uuid not null, batch uuid not null,
      done int not null default 0, lease_token uuid, lease_until timestamptz,
      primary key (tenant_uuid, errand_uuid))`;
  await w.sql`call protect('errands')`;
});

type Errand = { tenantUuid: string; errandUuid: string };
const leasesOf = (seconds = 60) =>
  createLeases({ db, logger, table: 'errands', key: 'errandUuid', seconds });

async function addErrands(count: number): Promise<string> {
  const batch = randomUUID();
  await db.asTenant(
    tenantUuid,
    system,
    (tx) => tx`
      insert into errands (tenant_uuid, errand_uuid, batch)
      select ${tenantUuid}, gen_random_uuid(), ${batch} from generate_series(1, ${count}::int)`,
  );
  return batch;
}

const findDue = (tx: Tx, batch: string, room: number) =>
  tx<Errand[]>`
    select tenant_uuid, errand_uuid from errands t
     where batch = ${batch} and done = 0 and ${isFree(tx)} limit ${room}
       for no key update skip locked`;

/** Begins a worker of errands, as a process of its own would have it. */
function startWorker(
  batch: string,
  {
    run,
    seconds = 60,
  }: { run?: (errand: Errand, lease: Lease) => Promise<void>; seconds?: number },
) {
  const worker = startLeasedRows({
    name: 'errands',
    db,
    leases: leasesOf(seconds),
    most: 4,
    logger,
    registry: new Registry(),
    idleMs: 50,
    find: (tx, room) => findDue(tx, batch, room),
    work: async (errand: Errand, lease) => {
      await run?.(errand, lease);
      await finish(errand, lease);
      return true;
    },
  });
  running.push(worker);
  return worker;
}

const finish = (errand: Errand, lease: Lease) =>
  db.asTenant(tenantUuid, system, async (tx) => {
    await lease.hold(tx);
    await tx`update errands set done = done + 1 where errand_uuid = ${errand.errandUuid}`;
  });

const doneOf = async (batch: string) =>
  (
    await db.asPlatform(
      (tx) => tx<{ done: number }[]>`
        select done from errands where batch = ${batch} order by done`,
    )
  ).map(({ done }) => done);

test('each row is worked on once, however many processes look for it', async () => {
  const batch = await addErrands(40);
  for (let count = 0; count < 3; count++) startWorker(batch, {});
  await expect.poll(() => doneOf(batch)).toEqual(Array.from({ length: 40 }, () => 1));
  const left = () =>
    db.asPlatform(
      (tx) => tx`select from errands where batch = ${batch} and lease_token is not null`,
    );
  await expect.poll(async () => (await left()).length).toBe(0);
});

test('a row whose work fails rests until its lease runs out, and the others go on', async () => {
  const batch = await addErrands(10);
  let failures = 0;
  let unlucky = '';
  startWorker(batch, {
    seconds: 1,
    run: async ({ errandUuid }) => {
      unlucky ||= errandUuid;
      if (errandUuid === unlucky && failures++ === 0) throw new Error('not now');
    },
  });
  await expect.poll(() => doneOf(batch)).toEqual(Array.from({ length: 10 }, () => 1));
  // On a busy machine a lease as short as this may lapse amid its work, which is then done once more.
  expect(failures).toBeGreaterThan(1);
  expect(failures).toBeLessThanOrEqual(4);
});

test('a lease is prolonged while its work lasts, and what lost it can write nothing', async () => {
  const batch = await addErrands(1);
  const [taken] = await db.asPlatform(async (tx) =>
    leasesOf(3).take(tx, await findDue(tx, batch, 1)),
  );
  if (!taken) throw new Error('nothing was taken');
  const firstUntil = await leaseUntil(batch);
  await expect.poll(() => leaseUntil(batch)).not.toBe(firstUntil);
  const others = leasesOf();
  expect(await db.asPlatform((tx) => others.take(tx, [taken.row]))).toEqual([]);

  taken.lease.lapse();
  const steal = async () => (await db.asPlatform((tx) => others.take(tx, [taken.row]))).length;
  await expect.poll(steal).toBe(1);
  await expect(finish(taken.row, taken.lease)).rejects.toThrow(LeaseLost);
  await taken.lease.release();
  expect(await leaseUntil(batch)).not.toBeNull();
  expect(await doneOf(batch)).toEqual([0]);
});

test('a lease whose taking was rolled back is free for others', async () => {
  const batch = await addErrands(1);
  const leases = leasesOf(1);
  const taking = db.asPlatform(async (tx) => {
    expect(await leases.take(tx, await findDue(tx, batch, 1))).toHaveLength(1);
    throw new Error('changed my mind');
  });
  await expect(taking).rejects.toThrow('changed my mind');
  expect(await leaseUntil(batch)).toBeNull();
  const [errand] = await db.asPlatform(
    (tx) => tx<Errand[]>`select tenant_uuid, errand_uuid from errands where batch = ${batch}`,
  );
  if (!errand) throw new Error('The errand is not there');
  // The caller hears of its failure before the rollback has come to the server.
  const take = () => db.asPlatform((tx) => leases.take(tx, [errand]));
  await expect.poll(take).toHaveLength(1);
});

const leaseUntil = async (batch: string) => {
  const [row] = await db.asPlatform(
    (tx) => tx<{ leaseUntil: string }[]>`
      select lease_until::text from errands where batch = ${batch}`,
  );
  return row?.leaseUntil;
};

test('a worker that stops takes nothing more and waits for what is under way', async () => {
  const batch = await addErrands(20);
  const gate = Promise.withResolvers<void>();
  let begun = 0;
  const worker = startWorker(batch, {
    run: async () => {
      begun += 1;
      await gate.promise;
    },
  });
  await expect.poll(() => begun).toBe(4);
  const stopped = worker.stop();
  gate.resolve();
  await stopped;
  expect((await doneOf(batch)).filter((done) => done === 1)).toHaveLength(4);
});

test('a loop that fails goes on after a pause, and its turns are counted by what they came to', async () => {
  const registry = new Registry();
  let turns = 0;
  const loop: Loop = startLoop({
    name: 'errands',
    logger,
    registry,
    idleMs: 5,
    run: async () => {
      turns += 1;
      if (turns === 1) throw new Error('not now');
      return turns === 2;
    },
  });
  running.push(loop);
  await expect.poll(() => turns).toBeGreaterThan(3);
  await loop.stop();
  const { values = [] } = (await registry.getSingleMetric('worker_turns_total')?.get()) ?? {};
  const counts = Object.fromEntries(values.map(({ labels, value }) => [labels.outcome, value]));
  expect(counts).toEqual({ failed: 1, worked: 1, idle: turns - 2 });
});

test('wakes that come while a loop works lead to one more turn', async () => {
  const gate = Promise.withResolvers<void>();
  let turns = 0;
  const loop = startLoop({
    name: 'errands',
    logger,
    registry: new Registry(),
    idleMs: 3_600_000,
    run: async () => {
      turns += 1;
      if (turns === 1) await gate.promise;
      return false;
    },
  });
  running.push(loop);
  await expect.poll(() => turns).toBe(1);
  for (let count = 0; count < 30; count++) loop.wake();
  gate.resolve();
  await expect.poll(() => turns).toBe(2);
});
