/** The names of the log's streams, bucket, keys, subjects and headers. */
export const names = {
  bucket: 'ATRIUM_ANALYTICS',
  /** The stream in which the servers keep the bucket. */
  bucketStream: 'KV_ATRIUM_ANALYTICS',
  /** The key of the number of shards. */
  shardsKey: 'shards',
  /** The key of who makes the store's tables. */
  tablesKey: 'tables',
  /** The key of who writes a shard, and how far it is. */
  shardKey: (shard: number) => `shard.${shard}`,
  eventsOf: (shard: number) => `ATRIUM_EVENTS_${shard}`,
  eventSubject: (shard: number) => `atrium.events.${shard}`,
  refused: 'ATRIUM_REFUSED',
  refusedSubject: (tenantUuid: string) => `atrium.refused.${tenantUuid}`,
  /** Says that a shard has something to store, and whether somebody waits for that. */
  wake: (shard: number) => `atrium.wake.${shard}`,
  /** Says up to which sequence a shard is stored, as a `Position`. */
  stored: (shard: number) => `atrium.stored.${shard}`,
  /** Asks the writer of a shard to remove or to clear what a tenant has. */
  work: (shard: number) => `atrium.work.${shard}`,
  /** Tells a process what became of events that it took in. */
  outcomes: (inbox: string) => `atrium.outcomes.${inbox}`,
  /** Says on a message at which subject somebody waits for its outcomes. */
  askerHeader: 'Atrium-Asker',
} as const;

/** Returns the shard of a tenant: by a hash of its digits (FNV-1a), the same in every process for ever. */
export function shardOf(tenantId: string, shards: number): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < tenantId.length; at++)
    hash = Math.imul(hash ^ tenantId.charCodeAt(at), 0x01000193);
  return (hash >>> 0) % shards;
}

/** Tells a shard's writer of so many more lines up to a sequence, and whether somebody waits. */
export type Wake = { lines: number; sequence: number; hurry: boolean };

/** Tells up to which sequence a shard is stored, in which reading of the stream that was made at a time. */
export type Position = { created: string; run: string; stored: number };
