import { setTimeout as pause } from 'node:timers/promises';
import { names, type Position } from './names.ts';
import type { Log } from './open-log.ts';
import { readClaim } from './shard-lease.ts';

export type Positions = ReturnType<typeof watchPositions>;

type Waiting = { sequence: number; go: () => void };

const lookMs = 500;

/**
 * Watches how far each shard is stored. Writers say so; what gets lost of that is looked up in the bucket every
 * half second while somebody waits.
 */
export function watchPositions({ nc, kv, settings }: Log) {
  const known = Array<Position | undefined>(settings.shards).fill(undefined);
  const waiting = Array.from({ length: settings.shards }, (): Waiting[] => []);
  const stopping = new AbortController();

  function advance(shard: number, { run, stored }: Position): void {
    const before = known[shard];
    const isAnew = before !== undefined && before.run !== run;
    if (before && !isAnew && stored <= before.stored) return;
    known[shard] = { run, stored };
    const waited = waiting[shard] ?? [];
    // Who waited for a sequence of a stream that is gone would wait for ever.
    const [there = [], rest = []] = [true, false].map((isThere) =>
      waited.filter(({ sequence }) => (isAnew || sequence <= stored) === isThere),
    );
    waiting[shard] = rest;
    for (const { go } of there) go();
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
    /** Resolves when a shard is stored up to a sequence. */
    reached(shard: number, sequence: number): Promise<void> {
      if ((known[shard]?.stored ?? 0) >= sequence) return Promise.resolve();
      const { promise, resolve } = Promise.withResolvers<void>();
      waiting[shard]?.push({ sequence, go: resolve });
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
