import { setTimeout as pause } from 'node:timers/promises';
import { shardOf } from '../src/distributed/names.ts';
import { openClickHouse } from '../src/store/clickhouse-server.ts';
import type { Fleet, Member } from './fleet.ts';
import { countOf } from './world.ts';

type Options = {
  /** Says how long processes are killed for, in ms. */
  forMs: number;
  /** How long a writer is stopped for, in ms. */
  stopMs: number;
  tell?: (line: string) => void;
};

const senders = 6;
const caps = { seconds: 60, memoryBytes: 2e9, rowsRead: 1e9, threads: 2 };

/** Returns a tenant of a shard. */
export function tenantOf(shard: number, shards: number): string {
  for (;;) {
    const tenant = crypto.randomUUID();
    if (shardOf(tenant, shards) === shard) return tenant;
  }
}

/**
 * Sends events while one process at a time is killed at random, never two of the three servers of the log, and
 * while a writer is stopped for a while and goes on. Returns what was acknowledged and what is stored.
 */
export async function proveLog(fleet: Fleet, { forMs, stopMs, tell = () => {} }: Options) {
  const tenants = Array.from({ length: fleet.shards }, (_, shard) => tenantOf(shard, fleet.shards));
  const acknowledged = new Set<string>();
  const sent = new Set<string>();
  const figures = { kills: 0, refusals: 0, longestRefusalMs: 0, longestAnswerMs: 0 };
  const ending = new AbortController();

  async function post(member: Member, at: number, path: string, body: object) {
    const url = `${member.address}/api/analytics/${path}`;
    const signal = AbortSignal.timeout(15_000);
    // A token of its own for each, since they last an hour.
    const own = await fleet.headersOf(tenants[at] ?? '', 'TENANT_STAFF');
    const headers = { ...own, 'content-type': 'application/json' };
    const init = { method: 'POST', headers, body: JSON.stringify(body), signal };
    return fetch(url, init).catch(() => undefined);
  }

  /** Sends to one process after the other, as a balancer does, until an event is acknowledged. */
  async function send(at: number): Promise<void> {
    const tenantId = tenants[at % tenants.length] ?? '';
    let refusedSinceMs: number | undefined;
    for (let turn = at; !ending.signal.aborted; turn++) {
      const up = fleet.ingesters.filter(({ isUp }) => isUp);
      const member = up[turn % up.length];
      if (!member) {
        await pause(20);
        continue;
      }
      const size = turn % 3 === 0 ? 25 : 1;
      const events = Array.from({ length: size }, () => ({
        eventType: 'proof',
        tenantId,
        eventId: crypto.randomUUID(),
      }));
      for (const { eventId } of events) sent.add(eventId);
      const beganMs = performance.now();
      const path = size === 1 ? 'events' : 'events/batch';
      const body = size === 1 ? (events[0] ?? {}) : { events };
      const answer = await post(member, at % tenants.length, path, body);
      const text = await answer?.text().catch(() => undefined);
      const nowMs = performance.now();
      const isTaken = answer?.ok === true && text !== undefined;
      // A process that was killed says nothing; a refusal is an answer.
      if (answer && !isTaken) figures.refusals += 1;
      if (!isTaken) refusedSinceMs ??= beganMs;
      // Also of a sender that is refused to the end.
      const longMs = nowMs - (refusedSinceMs ?? nowMs);
      figures.longestRefusalMs = Math.max(figures.longestRefusalMs, longMs);
      if (isTaken) {
        for (const { eventId } of events) acknowledged.add(eventId);
        figures.longestAnswerMs = Math.max(figures.longestAnswerMs, nowMs - beganMs);
        refusedSinceMs = undefined;
      }
      await pause(20);
    }
  }

  /** Kills one process after the other and starts each anew. */
  async function kill(): Promise<void> {
    const all = [...fleet.ingesters, ...fleet.writers, ...fleet.readers, ...fleet.logs];
    const untilMs = performance.now() + forMs;
    // Each server of the log and each role at least once, in any order.
    const first = [...fleet.logs, fleet.ingesters[0], fleet.writers[1], fleet.readers[0]];
    const order = first.flatMap((each) => each ?? []).sort(() => Math.random() - 0.5);
    while (order.length > 0 || performance.now() < untilMs) {
      const member = order.pop() ?? all[Math.floor(Math.random() * all.length)];
      if (!member) break;
      tell(`killing ${member.name}`);
      await member.kill();
      figures.kills += 1;
      await pause(500 + Math.random() * 1_500);
      await member.start();
      await pause(Math.random() * 1_000);
    }
  }

  const sending = Array.from({ length: senders }, (_, at) => send(at));
  try {
    // The first one started alone, and has the shards.
    const [holder] = fleet.writers;
    tell(`stopping ${holder?.name} for ${stopMs} ms`);
    holder?.signal('SIGSTOP');
    await pause(stopMs);
    holder?.signal('SIGCONT');
    await kill();
  } finally {
    ending.abort();
    await Promise.all(sending);
  }

  const store = openClickHouse(fleet.engine.url, { readers: 2 });
  const readStored = () =>
    store.query(
      {
        sql: "select toString(event_id), count() from events where event_type = 'proof' group by event_id",
        params: {},
      },
      caps,
    );
  // Writers go on with what was acknowledged last: in the end all of it is stored, and readers count the same.
  const untilMs = performance.now() + 90_000;
  let [counted, rows] = [await countByReaders(), await readStored()];
  const stored = () => new Set(rows.map(([id]) => String(id)));
  const isBehind = () => counted !== rows.length || acknowledged.difference(stored()).size > 0;
  while (isBehind() && performance.now() < untilMs) {
    await pause(500);
    [counted, rows] = [await countByReaders(), await readStored()];
  }
  await store.close();
  return {
    ...figures,
    sent: sent.size,
    acknowledged: acknowledged.size,
    stored: rows.length,
    counted,
    lost: [...acknowledged.difference(stored())].length,
    doubled: rows.filter(([, count]) => Number(count) !== 1).length,
    unknown: [...stored().difference(sent)].length,
  };

  /** Returns how many events readers count, asked for each tenant. */
  async function countByReaders(): Promise<number> {
    const ask = async (at: number) => {
      const reader = fleet.readers[at % fleet.readers.length];
      const answer = reader && (await post(reader, at, 'query', countOf('proof')));
      const body = (await answer?.json()) as { rows?: { values: [number] }[] } | undefined;
      return body?.rows?.[0]?.values[0] ?? 0;
    };
    let sum = 0;
    for (const at of tenants.keys()) sum += await ask(at);
    return sum;
  }
}
