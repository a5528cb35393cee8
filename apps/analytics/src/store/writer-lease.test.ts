import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ownDirectory } from '../own-directory.ts';
import { createTurns } from '../turns.ts';
import { openChdb } from './chdb.ts';
import { migrate } from './migrate.ts';
import type { Store } from './store.ts';
import { claimForMany, takeWriterLease } from './writer-lease.ts';

const directory = mkdtempSync(join(tmpdir(), 'atrium-lease-'));
let store: Store;

beforeAll(async () => {
  store = await openChdb(directory, 1);
  await migrate(store);
});

afterAll(async () => {
  await store.close();
  rmSync(directory, { recursive: true });
});

/** One statement at a time, as an engine's session wants it, from any number of claimants. */
function control() {
  const inTurn = createTurns();
  return {
    command: (sql: string) => inTurn(() => store.control.command(sql)),
    select: (sql: string) => inTurn(() => store.control.select(sql)),
  };
}

function claimant(shared = control(), leaseMs = 3_000) {
  const regained: number[] = [];
  const take = takeWriterLease({
    control: shared,
    writerUuid: crypto.randomUUID(),
    leaseMs,
    onRegained: () => void regained.push(1),
    onError: () => undefined,
  });
  return { take, regained };
}

test('of many that want to write at once one may, and the next when it has gone', async () => {
  const shared = control();
  const contend = async () => {
    const claims = Array.from({ length: 5 }, () => claimant(shared).take);
    const settled = await Promise.allSettled(claims);
    for (const each of settled)
      if (each.status === 'rejected')
        expect(String(each.reason)).toMatch(/Another analytics process, [0-9a-f-]{36}, writes/);
    return settled.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
  };
  // On a busy machine all may withdraw from each other until their time is over, and begin again.
  let holders = await contend();
  for (let round = 1; holders.length === 0 && round < 10; round++) holders = await contend();
  expect(holders).toHaveLength(1);
  await holders[0]?.release();
  const next = await claimant(shared).take;
  await next.guard(store.writer).command('select 1');
  await next.release();
});

test('who could not renew may not write, and learns when the lease is back', async () => {
  const shared = control();
  let away = false;
  const failing = {
    ...shared,
    command: (sql: string) => (away ? Promise.reject(new Error('away')) : shared.command(sql)),
  };
  const { take, regained } = claimant(failing, 600);
  const lease = await take;
  const writer = lease.guard(store.writer);
  const tried = () => writer.command('select 1').catch(({ message }: Error) => message);
  // On a busy machine a lease as short as this lapses by itself, and comes back.
  await expect.poll(tried).toBeUndefined();
  away = true;
  await expect.poll(tried).toBe('ClickHouse code 0');
  const before = regained.length;
  const other = await claimant(shared, 600).take;
  await other.release();
  away = false;
  await expect.poll(tried).toBeUndefined();
  expect(regained.length).toBeGreaterThan(before);
  await lease.release();
});

test('a directory has one process, and the same writer each time', () => {
  const first = ownDirectory(join(directory, 'own'), 0);
  expect(() => ownDirectory(join(directory, 'own'), 0)).toThrow('Another analytics process uses');
  first.release();
  const again = ownDirectory(join(directory, 'own'), 0);
  expect(again.writerUuid).toBe(first.writerUuid);
  again.release();
});

test('one that writes by itself and many that share a log are not on the same store', async () => {
  const shared = control();
  const alone = await claimant(shared, 60_000).take;
  await expect(claimForMany(shared)).rejects.toThrow(/^Another analytics process, .* by itself$/);
  await alone.release();
  await claimForMany(shared);
  await expect(claimant(shared, 1_000).take).rejects.toThrow(
    'Analytics processes that share a log write to this store: set NATS_URL here too, or end them',
  );
});
