import { setTimeout as pause } from 'node:timers/promises';
import { names } from './names.ts';
import type { Log } from './open-log.ts';
import { readClaim } from './shard-lease.ts';

export type Positions = ReturnType<typeof watchPositions>;

export const keyOfShard = (shard: number) => `shard.${shard}`;

type Waiting = { sequence: number; go: () => void };

const lookMs = 500;

/**
 * Watches how far each shard is stored. Writers say so; what gets lost of that is looked up in the bucket every
 * half second while somebody waits.
 */
export function watchPositions({ nc, kv, settings }: Log) {
  const stored = Array<number>(settings.shards).fill(0);
  const waiting = Array.from({ length: settings.shards }, (): Waiting[] => []);
  const stopping = new AbortController();

  function advance(shard: number, sequence: number): void {
    if (sequence <= (stored[shard] ?? 0)) return;
    stored[shard] = sequence;
    const [there = [], rest = []] = [true, false].map((isThere) =>
      waiting[shard]?.filter((each) => each.sequence <= sequence === isThere),
    );
    waiting[shard] = rest;
    for (const { go } of there) go();
  }

  const subscriptions = stored.map((_, shard) =>
    nc.subscribe(names.stored(shard), {
      callback: (error, msg) => {
        if (!error) advance(shard, Number(msg.string()));
      },
    }),
  );

  async function lookAt(shard: number): Promise<void> {
    const found = await readClaim(kv, keyOfShard(shard)).catch(() => undefined);
    if (found) advance(shard, found.claim.stored);
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
      if ((stored[shard] ?? 0) >= sequence) return Promise.resolve();
      const { promise, resolve } = Promise.withResolvers<void>();
      waiting[shard]?.push({ sequence, go: resolve });
      if (stored[shard] === 0) void lookAt(shard);
      return promise;
    },
    async close(): Promise<void> {
      stopping.abort();
      await looking;
      for (const each of subscriptions) each.unsubscribe();
    },
  };
}
