import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { natsProgram, startNats } from '../../test-support/nats-server.ts';
import { toConfig } from '../config.ts';
import { names, shardOf } from './names.ts';
import { openLog } from './open-log.ts';
import { serversBehind } from './servers.ts';
import { LeaseLost, takeLease } from './shard-lease.ts';
import { streamJournal } from './stream-journal.ts';

test('the log is refused without a store that processes can share, and under addresses that are none', () => {
  expect(() => toConfig({ NATS_URL: 'nats://a:4222' })).toThrow(
    'NATS_URL needs CLICKHOUSE_URL too, since an embedded store belongs to one process',
  );
  const given = { CLICKHOUSE_URL: 'http://a:8123', NATS_URL: 'http://a,nats://b' };
  expect(() => toConfig(given)).toThrow('NATS_URL must be addresses such as nats://host:4222');
  const mixed = { ...given, NATS_URL: 'nats://a:4222,tls://b:4222' };
  expect(() => toConfig(mixed)).toThrow('NATS_URL must be nats:// addresses only, or tls://');
});

test('a tenant has its shard for ever', () => {
  const tenants = ['00000000-0000-4000-8000-000000000001', 'd1f0e9a4-58cd-4a0c-9a4f-2f8f3a6f8a11'];
  expect(tenants.map((each) => shardOf(each, 8))).toEqual([2, 4]);
});

test.skipIf(natsProgram)('nats-server is there', ({ skip }) =>
  skip('nats-server is not installed'),
);

describe.runIf(natsProgram)('a log on a server', () => {
  const folder = mkdtempSync(join(tmpdir(), 'atrium-log-'));
  let server: Awaited<ReturnType<typeof startNats>>[number] | undefined;
  const told: string[] = [];
  const logger = pino(
    { level: 'warn' },
    {
      write(line) {
        const { msg, servers = [] } = JSON.parse(line);
        told.push([msg, ...servers].join(' '));
      },
    },
  );

  beforeAll(async () => {
    [server] = await startNats(folder, 1, '"2m"');
  });
  afterAll(async () => {
    await server?.stop();
    rmSync(folder, { recursive: true });
  });

  const open = (
    change: { servers?: string[]; shards?: number; monitorUrls?: string[] } = {},
    bytes = 16_384,
  ) =>
    openLog(
      {
        servers: [new URL(server?.url ?? '').host],
        user: 'atrium',
        pass: new URL(server?.url ?? '').password,
        isEncrypted: false,
        monitorUrls: [],
        shards: 2,
        writes: true,
        ...change,
      },
      bytes,
      logger,
    );

  test('the start says where an acknowledged event could be lost, and refuses another number of shards', async () => {
    await (await open()).close();
    await (await open({ monitorUrls: [server?.monitorUrl ?? ''] })).close();
    expect(told).toEqual([
      'the log is on one server: events are lost with its disk, and wait while it is away',
      'whether the log is synced at once cannot be seen: NATS_MONITOR_URL is not set',
      'the log is on one server: events are lost with its disk, and wait while it is away',
      'the log is not synced at once: a power cut may lose acknowledged events',
    ]);
    await expect(open({ shards: 3 })).rejects.toThrow(
      'ANALYTICS_SHARDS is 3, and the log was made with 2, which stays as it is',
    );
  });

  test('servers count once, under however many addresses, and one that no monitor shows is named', async () => {
    const own = join(folder, 'two');
    mkdirSync(own);
    const two = await startNats(own, 2);
    onTestFinished(async () => {
      for (const each of two) await each.stop();
    });
    const hosts = two.map(({ url }) => new URL(url).host);
    const servers = [...hosts, `localhost:${new URL(two[0]?.url ?? '').port}`];
    told.length = 0;
    const log = await open({ servers, monitorUrls: [two[0]?.monitorUrl ?? ''] });
    expect((await log.look(names.eventsOf(0))).config.num_replicas).toBe(1);
    expect(told).toEqual([
      'the log is on one server: events are lost with its disk, and wait while it is away',
      'whether these sync the log at once cannot be seen: NATS_MONITOR_URL does not name them nats-1',
    ]);
    await log.close();
    // What servers tell of may be meant for each other: nobody listens at the port of tcpmux here.
    const [unseen = '', ...named] = ['127.0.0.1:1', ...hosts];
    expect(await serversBehind(named, [unseen])).toHaveLength(2);
    expect(await serversBehind([...named, unseen], [])).toHaveLength(3);
  });

  test('what was appended is read in order, a full stream refuses, and what is trimmed makes room', async () => {
    const log = await open();
    const journal = streamJournal(log, 0);
    const line = `["${'x'.repeat(3_000)}"]`;
    const first = await journal.append(['["a"]', '["b"]']);
    for (let count = 0; count < 4; count++) await journal.append([line]);
    await expect(journal.append(Array(3).fill(line))).rejects.toMatchObject({ code: 'OVERLOADED' });
    // A stream that does not answer is waited for since the lines came, and not since their turn.
    const waiting = { sinceMs: performance.now() - 60_000 };
    await expect(streamJournal(log, 99).append([line], waiting)).rejects.toMatchObject({
      code: 'OVERLOADED',
    });
    const [found] = await Array.fromAsync(journal.read(first));
    expect(found).toMatchObject({ place: first, lines: ['["a"]', '["b"]'] });
    await journal.trim(first + 4);
    expect(await Array.fromAsync(journal.read(first))).toEqual([]);
    expect(await journal.append([line])).toBeGreaterThan(first + 4);
    await log.close();
  });

  test('a shard has one writer: who was overtaken is refused and learns so, who gives up makes room', async () => {
    const log = await open();
    const key = names.shardKey(1);
    const { kv } = log;
    const take = (writer: string) =>
      takeLease({ kv, key, writer, signal: AbortSignal.timeout(60_000) });
    const first = await take('first');
    const state = { created: 'then', run: 'one', stored: 5, writing: 9 };
    await first?.put(state);
    // As another would do when the first was stopped for longer than a lease.
    await kv.put(key, JSON.stringify({ ...state, writer: null, turn: 99 }));
    const second = await take('second');
    expect(second?.state).toEqual(state);
    await expect(first?.put({ stored: 9 })).rejects.toThrow(LeaseLost);
    expect([first?.isHeld(), first?.signal.aborted, second?.isHeld()]).toEqual([false, true, true]);
    const closing = second?.close();
    // Another may have it before this one hears that it was given up.
    expect(second?.isHeld()).toBe(false);
    await closing;
    const third = await take('third');
    expect(third?.state).toEqual(state);
    await third?.close();
    await log.close();
  });
});
