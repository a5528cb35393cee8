import { setTimeout as pause } from 'node:timers/promises';
import {
  DiscardPolicy,
  type JetStreamManager,
  jetstream,
  jetstreamManager,
  StorageType,
  type StreamConfig,
} from '@nats-io/jetstream';
import { type KV, Kvm } from '@nats-io/kv';
import { connect } from '@nats-io/transport-node';
import type { Logger } from 'pino';
import { names } from './names.ts';
import { serversBehind } from './servers.ts';
import type { LogSettings } from './settings.ts';
import { tellHowSafe } from './sync-check.ts';

// Shorter than an election among three servers, so that what was cut short by one is tried again in time.
const requestMs = 2_000;
const startsWithinMs = 30_000;

export type Log = Awaited<ReturnType<typeof openLog>>;

/**
 * Connects to the servers of the log and makes its streams and its bucket where they are missing, on three
 * servers where there are as many. Throws when the log was made with another number of shards.
 */
export async function openLog(settings: LogSettings, streamBytes: number, log: Logger) {
  const { servers, user, pass, isEncrypted, shards } = settings;
  const nc = await connect({
    servers,
    name: 'atrium-analytics',
    ...(user === undefined ? {} : { user, pass: pass ?? '' }),
    ...(isEncrypted ? { tls: {} } : {}),
    maxReconnectAttempts: -1,
    reconnectTimeWait: 250,
    timeout: 5_000,
    pingInterval: 2_000,
    // A password that is being changed is no reason to stay away for ever.
    ignoreAuthErrorAbort: true,
  });
  const js = jetstream(nc, { timeout: requestMs });
  const jsm = await jetstreamManager(nc, { timeout: 10_000 });
  const looking = await jetstreamManager(nc, { timeout: requestMs, checkAPI: false });
  const look = (stream: string) => looking.streams.info(stream);
  // A cluster may have fewer than three; each server tells its clients of the others, by any number of addresses.
  const { server_id, server_name, cluster, connect_urls = [] } = nc.info ?? {};
  const members = cluster
    ? await serversBehind(servers, connect_urls)
    : [{ id: server_id ?? '', name: server_name ?? '' }];
  const replicas = members.length >= 3 ? 3 : 1;
  const kv = await patiently(() =>
    new Kvm(js).create(names.bucket, { replicas, allow_direct: false, timeout: 10_000 }),
  );
  const made = await patiently(() => settleShards(kv, shards));
  if (made !== String(shards))
    throw new Error(
      `ANALYTICS_SHARDS is ${shards}, and the log was made with ${made}, which stays as it is`,
    );
  const streams = Array.from({ length: shards }, (_, shard) => ({
    name: names.eventsOf(shard),
    subjects: [names.eventSubject(shard)],
    max_bytes: streamBytes,
  }));
  const refused = { name: names.refused, subjects: [names.refusedSubject('*')], max_bytes: -1 };
  for (const wanted of [{ name: names.bucketStream }, ...streams, refused])
    await patiently(() => ensureStream(jsm, { ...wanted, num_replicas: replicas }));
  await tellHowSafe({ replicas, members, monitorUrls: settings.monitorUrls, log });

  return {
    nc,
    js,
    jsm,
    kv,
    settings,
    /** Returns when a stream was made and what its leader has of it. */
    look,
    /**
     * Resolves when the leader of any shard answers: a server that is cut off from the others answers too and
     * takes nothing in, and the leader of one shard alone may be just being elected.
     */
    ping: async () => void (await Promise.any(streams.map(({ name }) => look(name)))),
    close: () => nc.close(),
  };
}

type Wanted = Partial<StreamConfig> & { name: string; num_replicas: number };

/** Makes a stream, or gives one that is there its present bounds and more replicas. */
async function ensureStream(jsm: JetStreamManager, wanted: Wanted): Promise<void> {
  const fixed = { storage: StorageType.File, discard: DiscardPolicy.New, allow_direct: true };
  const there = await jsm.streams.info(wanted.name).catch(() => undefined);
  if (!there) {
    await jsm.streams.add({ ...fixed, ...wanted });
    return;
  }
  const num_replicas = Math.max(wanted.num_replicas, there.config.num_replicas);
  const { max_bytes = there.config.max_bytes } = wanted;
  if (there.config.max_bytes === max_bytes && there.config.num_replicas === num_replicas) return;
  await jsm.streams.update(wanted.name, { ...there.config, max_bytes, num_replicas });
}

/**
 * Remembers the number of shards for ever, since by another one a tenant's identifiers would lie elsewhere.
 * Returns the one that is remembered.
 */
async function settleShards(kv: KV, shards: number): Promise<string | undefined> {
  const there = await kv.get(names.shardsKey);
  // Of several that begin at once one is refused, and reads what the other wrote.
  if (!there) await kv.create(names.shardsKey, String(shards)).catch(() => undefined);
  return (there ?? (await kv.get(names.shardsKey)))?.string();
}

/** Does work until it succeeds, while servers elect who leads them or others make the same. */
async function patiently<T>(work: () => Promise<T>): Promise<T> {
  for (const untilMs = performance.now() + startsWithinMs; ; ) {
    try {
      return await work();
    } catch (error) {
      if (performance.now() > untilMs) throw error;
      await pause(500);
    }
  }
}
