/** The names of the log's streams, bucket and subjects. */
export const names = {
  bucket: 'ATRIUM_ANALYTICS',
  eventsOf: (shard: number) => `ATRIUM_EVENTS_${shard}`,
  eventSubject: (shard: number) => `atrium.events.${shard}`,
  refused: 'ATRIUM_REFUSED',
  refusedSubject: (tenantUuid: string) => `atrium.refused.${tenantUuid}`,
  /** Says that a shard has something to store, and whether somebody waits for that. */
  wake: (shard: number) => `atrium.wake.${shard}`,
  /** Says up to which sequence a shard is stored. */
  stored: (shard: number) => `atrium.stored.${shard}`,
  /** Asks the writer of a shard to remove or to clear what a tenant has. */
  work: (shard: number) => `atrium.work.${shard}`,
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
