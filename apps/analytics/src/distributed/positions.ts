import { setTimeout as pause } from 'node:timers/promises';
import { names, type Position } from './names.ts';
import type { Log } from './open-log.ts';
import { readClaim } from './shard-lease.ts';

export type Positions = ReturnType<typeof watchPositions>;

/** A sequence of a shard's stream: of the one that was made at a time, or, where that is not known, of any. */
type Place = { created?: string; sequence: number };
type Waiting = Place & { go: () => void };

const lookMs = 500;

/**
 * Watches how far each shard is stored. Writers say so; what gets lost of that is looked up in the bucket every
 * half second while somebody waits.
 */
export function watchPositions(log: Log) {
  const { nc, kv, settings } = log;
  const known = Array<Position | undefined>(settings.shards).fill(undefined);
  const waiting = Array.from({ length: settings.shards }, (): Waiting[] => []);
  const stopping = new AbortController();

  function letGo(shard: number, isOver: (each: Waiting) => boolean): void {
    const waited = Map.groupBy(waiting[shard] ?? [], isOver);
    waiting[shard] = waited.get(false) ?? [];
    for (const { go } of waited.get(true) ?? []) go();
  }

  function advance(shard: number, position: Position): void {
    const before = known[shard];
    const isAnew = before !== undefined && before.run !== position.run;
    if (before && !isAnew && position.stored <= before.stored) return;
    known[shard] = position;
    // Who waited for a sequence of a reading that is over would wait for ever.
    const isOver = ({ created = before?.created }: Place) => isAnew && created === before?.created;
    letGo(shard, (each) => isOver(each) || isThere(position, each));
  }

  const subscriptions = waiting.map((_, shard) =>
    nc.subscribe(names.stored(shard), {
      callback: (error, msg) => {
        if (!error) advance(shard, msg.json<Position>());
      },
    }),
  );

  async function lookAt(shard: number): Promise<void> {
    const found = await readClaim(kv, names.shardKey(shard)).catch(() => undefined);
    if (found?.claim.run) advance(shard, found.claim);
    if (!waiting[shard]?.some(({ created }) => created !== undefined)) return;
    const stream = await log.look(names.eventsOf(shard)).catch(() => undefined);
    // The stream of a place may be gone before a writer, or this process, has seen it.
    if (stream) letGo(shard, ({ created }) => created !== undefined && created !== stream.created);
  }

  async function look(): Promise<void> {
    const { signal } = stopping;
    while (!signal.aborted) {
      await pause(lookMs, undefined, { ref: false, signal }).catch(() => {});
      const behind = [...waiting.keys()].filter((shard) => waiting[shard]?.length);
      await Promise.all(behind.map(lookAt));
    }
  }
  const looking = look();

  return {
    /** Resolves when a shard is stored up to a place, or the stream of the place is gone. */
    reached(shard: number, place: Place): Promise<void> {
      if (isThere(known[shard], place)) return Promise.resolve();
      const { promise, resolve } = Promise.withResolvers<void>();
      waiting[shard]?.push({ ...place, go: resolve });
      if (!known[shard]) void lookAt(shard);
      return promise;
    },
    async close(): Promise<void> {
      stopping.abort();
      await looking;
      for (const each of subscriptions) each.unsubscribe();
    },
  };
}

/** Returns whether a position is as far as a place: sequences of two streams mean other events. */
function isThere(position: Position | undefined, { created, sequence }: Place): boolean {
  if (!position || (created !== undefined && created !== position.created)) return false;
  return position.stored >= sequence;
}
