import { setTimeout as pause } from 'node:timers/promises';
import type { KV } from '@nats-io/kv';
import { createTurns } from '../turns.ts';

/** Says how far a shard is: stored up to a sequence, and up to another in the batch that is being written. */
export type ShardState = {
  /** Says when the stream was made that the sequences are of. Empty before the first one. */
  created: string;
  /** Names one reading of the stream from its beginning. Tokens of batches have it. */
  run: string;
  stored: number;
  writing: number;
};

type Claim = ShardState & { writer: string | null; turn: number };

/** Is thrown to whoever held a lease that is another's now, and must write nothing more. */
export class LeaseLost extends Error {
  override name = 'LeaseLost';
}

export const leaseMs = 6_000;

const nobodys: Claim = { writer: null, turn: 0, created: '', run: '', stored: 0, writing: 0 };

/**
 * Returns what a shard's key says, as of its last writing. The bucket is asked at its leader, so that nobody
 * reads an old claim.
 */
export async function readClaim(kv: KV, key: string): Promise<{ claim: Claim; revision: number }> {
  const entry = await kv.get(key);
  return entry
    ? { claim: entry.json<Claim>(), revision: entry.revision }
    : { claim: nobodys, revision: 0 };
}

type Options = { kv: KV; key: string; writer: string; signal: AbortSignal };

/**
 * Waits until a key is this writer's and returns its lease. The key's revision is the fence: every claim names
 * the one before it, so of two writers one is refused. Another's claim is taken over when it has not
 * changed for `leaseMs` of this process's own clock. Undefined when `signal` was aborted.
 */
export async function takeLease(options: Options): Promise<Lease | undefined> {
  const { kv, key, writer, signal } = options;
  let seen = { revision: -1, sinceMs: 0 };
  for (; !signal.aborted; await rest(leaseMs / 6, signal)) {
    const found = await readClaim(kv, key).catch(() => undefined);
    if (!found) {
      // While nobody can be asked its holder may not renew it either.
      seen = { revision: -1, sinceMs: 0 };
      continue;
    }
    const now = performance.now();
    if (found.revision !== seen.revision) seen = { revision: found.revision, sinceMs: now };
    const isFree = found.claim.writer === null || found.claim.writer === writer;
    if (!isFree && now - seen.sinceMs < leaseMs) continue;
    const lease = createLease(options, found);
    if (
      await lease.put(lease.state).then(
        () => true,
        () => false,
      )
    )
      return lease;
    await lease.close();
  }
  return undefined;
}

export type Lease = ReturnType<typeof createLease>;

function createLease({ kv, key, writer }: Options, found: { claim: Claim; revision: number }) {
  const lost = new AbortController();
  let { claim, revision } = found;
  let heldUntilMs = performance.now() + leaseMs;
  let isGivenUp = false;
  const inTurn = createTurns();

  /** Writes a claim upon the last one. What was cut short is looked up and tried again. */
  async function write(change: Partial<Claim>): Promise<void> {
    const next = { ...claim, writer, ...change, turn: claim.turn + 1 };
    const beganMs = performance.now();
    for (const deadlineMs = beganMs + 2 * leaseMs; ; await rest(100)) {
      lost.signal.throwIfAborted();
      const written = await kv
        .put(key, JSON.stringify(next), { previousSeq: revision })
        .catch(() => undefined);
      const there =
        written === undefined ? await readClaim(kv, key).catch(() => undefined) : undefined;
      const isOurs = there?.claim.writer === next.writer && there.claim.turn === next.turn;
      if (written !== undefined || (there && isOurs && there.revision > revision)) {
        revision = written ?? there?.revision ?? revision;
        claim = next;
        heldUntilMs = beganMs + leaseMs;
        return;
      }
      if ((there && there.revision !== revision) || performance.now() > deadlineMs)
        lost.abort(new LeaseLost(`The lease ${key} is another's`));
    }
  }

  const put = (change: Partial<Claim>) => inTurn(() => write(change));
  const renewing = setInterval(() => void put({}).catch(() => {}), leaseMs / 4).unref();
  lost.signal.addEventListener('abort', () => clearInterval(renewing));

  return {
    get state(): ShardState {
      const { created, run, stored, writing } = claim;
      return { created, run, stored, writing };
    },
    /** Is aborted when another took the lease. */
    signal: lost.signal,
    /** Returns whether nobody else can have the lease yet. */
    isHeld: () => !isGivenUp && !lost.signal.aborted && performance.now() < heldUntilMs,
    /** Says how far the shard is. Throws LeaseLost when it is another's. */
    put: (state: Partial<ShardState>) => put(state),
    /** Gives the lease up, so that another need not wait. From its call on the lease is not held. */
    async close(): Promise<void> {
      isGivenUp = true;
      clearInterval(renewing);
      if (!lost.signal.aborted) await put({ writer: null }).catch(() => {});
      lost.abort(new LeaseLost(`The lease ${key} was given up`));
    },
  };
}

const rest = (ms: number, signal?: AbortSignal) =>
  pause(ms, undefined, { ref: false, ...(signal ? { signal } : {}) }).catch(() => {});
