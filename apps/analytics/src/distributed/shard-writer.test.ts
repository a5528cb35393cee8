import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { natsProgram, startNats } from '../../test-support/nats-server.ts';
import { toConfig } from '../config.ts';
import { openClickHouse } from '../store/clickhouse-server.ts';
import { startHttpEngine } from '../store/http-engine.ts';
import { migrate } from '../store/migrate.ts';
import type { Store } from '../store/store.ts';
import { names } from './names.ts';
import { type Log, openLog } from './open-log.ts';
import { watchPositions } from './positions.ts';
import { readClaim } from './shard-lease.ts';
import { startShardWriters } from './shard-writers.ts';
import { streamJournal } from './stream-journal.ts';

const tenantUuid = crypto.randomUUID();
const logger = pino({ level: 'silent' });
const key = names.shardKey(0);

test.skipIf(natsProgram)('nats-server is there', ({ skip }) =>
  skip('nats-server is not installed'),
);

describe.runIf(natsProgram)('the writer of a shard', () => {
  const folder = mkdtempSync(join(tmpdir(), 'atrium-shard-'));
  const ends: (() => unknown)[] = [];
  let engine: Awaited<ReturnType<typeof startHttpEngine>>;
  let store: Store;
  let log: Log;
  let open: () => Promise<Log>;

  beforeAll(async () => {
    engine = await startHttpEngine(join(folder, 'engine'));
    ends.push(engine.stop);
    const [server] = await startNats(folder, 1);
    ends.push(() => server?.stop());
    const { sharedLog } = toConfig({
      NATS_URL: server?.url,
      CLICKHOUSE_URL: engine.url,
      ANALYTICS_SHARDS: '1',
    });
    if (!sharedLog) throw new Error('There are no servers');
    open = () => openLog(sharedLog, 1_048_576, logger);
    log = await open();
    ends.push(log.close);
    store = openClickHouse(engine.url, { readers: 1, writers: 1 });
    ends.push(store.close);
    await migrate(store);
  });
  afterAll(async () => {
    for (const end of ends.reverse()) await end();
    rmSync(folder, { recursive: true });
  });

  const onLost = vi.fn();
  const start = () =>
    startShardWriters({
      log,
      logger,
      store,
      identifierBytes: 1_048_576,
      retentionMonths: 0,
      onOutcome: () => {},
      onLost,
    });
  const append = () => {
    const at = '2026-03-01 10:00:00.000';
    const who = ['USER', '', 'CONTACT', '', 1, {}];
    const row = [tenantUuid, 'shard.test', at, crypto.randomUUID(), at, ...who];
    return streamJournal(log, 0).append([JSON.stringify(row)]);
  };
  const stored = async () =>
    Number((await store.control.select('select count() from events'))[0]?.[0]);
  /** Lets batches wait for the store until it is mended. */
  const holdBatches = () => {
    const { promise: isWriting, resolve: writes } = Promise.withResolvers<void>();
    const { promise: mended, resolve: mend } = Promise.withResolvers<void>();
    engine.letWait(async ({ searchParams }) => {
      if (!searchParams.has('insert_deduplication_token')) return;
      writes();
      await mended;
    });
    return { isWriting, mend };
  };
  const makeAnew = async () => {
    await log.jsm.streams.delete(names.eventsOf(0));
    await expect(log.ping()).rejects.toThrow();
    await (await open()).close();
    await log.ping();
  };

  test('events of a stream that was made anew, or that lost what it had, are stored', async () => {
    const before = start();
    for (let count = 0; count < 3; count++) await append();
    await expect.poll(stored, { timeout: 10_000 }).toBe(3);
    await makeAnew();
    expect(await append()).toBe(1);
    await expect.poll(stored, { timeout: 10_000 }).toBe(4);
    await before.close();
    // As when a server came back with an older disk.
    const { claim } = await readClaim(log.kv, key);
    await log.kv.put(key, JSON.stringify({ ...claim, stored: 50, writing: 60 }));
    expect(await append()).toBe(2);
    // Neither a look or two nor the end of the process shows that the rest will not come.
    const short = start();
    await pause(2_500);
    await short.close();
    expect((await readClaim(log.kv, key)).claim).toMatchObject({ stored: 50, writing: 60 });
    const after = start();
    await expect.poll(stored, { timeout: 20_000 }).toBe(5);
    await after.close();
  });

  test('a stream that is made anew while a batch waits for the store keeps its events', async () => {
    const before = await stored();
    const { isWriting, mend } = holdBatches();
    const writers = start();
    const last = await append();
    await isWriting;
    await makeAnew();
    expect(await append()).toBeLessThanOrEqual(last);
    mend();
    await expect.poll(stored, { timeout: 10_000 }).toBe(before + 2);
    await writers.close();
  });

  test('who waits for a place of a stream waits for no other, and not for one that is gone', async () => {
    const positions = watchPositions(log);
    const placeOf = async (sequence: number) => {
      const { created } = await log.look(names.eventsOf(0));
      return { created, sequence };
    };
    const before = start();
    const last = await append();
    await positions.reached(0, await placeOf(last));
    await before.close();
    const gone = positions.reached(0, await placeOf(await append()));
    await makeAnew();
    const anew = await placeOf(await append());
    expect(anew.sequence).toBeLessThanOrEqual(last);
    const isThere = vi.fn();
    const reached = positions.reached(0, anew).then(isThere);
    await gone;
    expect(isThere).not.toHaveBeenCalled();
    const count = await stored();
    const after = start();
    await reached;
    expect(await stored()).toBe(count + 1);
    await after.close();
    await positions.close();
  });

  test('who is overtaken in the middle of what it was asked says so, and another can be asked', async () => {
    const { isWriting, mend } = holdBatches();
    const writers = start();
    await append();
    await isWriting;
    const work = JSON.stringify({ tenantUuid, withinMs: 20_000 });
    const answer = log.nc.request(names.work(0), work, { timeout: 20_000 });
    const { claim } = await readClaim(log.kv, key);
    await log.kv.put(key, JSON.stringify({ ...claim, writer: 'another', turn: claim.turn + 99 }));
    mend();
    expect((await answer).json()).toEqual({ failed: 'MOVED' });
    // What was given up before counts as nobody's loss.
    await expect.poll(() => onLost.mock.calls.length).toBe(1);
    await writers.close();
  });
});
