import { setTimeout as pause } from 'node:timers/promises';
import { guardWriter } from './guard-writer.ts';
import type { Store, StoreWriter } from './store.ts';
import { uuidLiteral } from './uuid-literal.ts';

type LeaseOptions = {
  control: Store['control'];
  writerUuid: string;
  /** Is called when the lease lapsed and was taken again: another may have written in between. */
  onRegained: () => void;
  onError: (error: unknown) => void;
  leaseMs?: number;
};

// A claim and the check after it must see each other on every replica.
const settled =
  "settings insert_quorum = 'auto', insert_quorum_parallel = 0, select_sequential_consistency = 1";

/** Stands in `writers` for all processes of the distributed form, which write beside each other. */
const manyWriters = '6b0f7a52-3c1e-4d8b-9a4f-51d2c7e80a16';
const claimMs = 60_000;

type Control = Store['control'];

/** Writes a claim: a row that says until when somebody writes. */
async function writeClaim({ command }: Control, writerUuid: string, ms: number): Promise<void> {
  await command(
    `insert into writers (writer, until) ${settled} select ${uuidLiteral(writerUuid)}, now64(3) + toIntervalMillisecond(${ms})`,
  );
}

/** Returns somebody else whose claim has not run out. */
async function findOther({ select }: Control, writerUuid: string): Promise<string | undefined> {
  const [row] = await select(
    'select toString(writer) from writers group by writer ' +
      `having argMax(until, at) > now64(3) and writer != ${uuidLiteral(writerUuid)} limit 1 ${settled}`,
  );
  return row ? String(row[0]) : undefined;
}

/**
 * Claims the store for all processes of the distributed form, for a minute. Throws when one of the embedded form
 * writes to it: it knows of no shards.
 */
export async function claimForMany(control: Control): Promise<void> {
  await writeClaim(control, manyWriters, claimMs);
  const other = await findOther(control, manyWriters);
  if (!other) return;
  await writeClaim(control, manyWriters, 0);
  throw new Error(`Another analytics process, ${other}, writes to this store by itself`);
}

/** The time in ms after which a claim for many is made again. */
export const claimAgainMs = claimMs / 3;

/**
 * Ensures that one process at a time writes to a shared store, since exactly once rests on it. A
 * writer that claims checks afterwards and withdraws if it is not alone: of two that come at the
 * same time both may withdraw, but never both stay. A claim lasts `leaseMs` and is renewed six
 * times in that; the same writer may come back at once. Throws when another keeps the lease.
 */
export async function takeWriterLease(options: LeaseOptions) {
  const { control, writerUuid, onRegained, onError, leaseMs = claimMs } = options;
  const stopping = new AbortController();
  let heldUntil = Number.NEGATIVE_INFINITY;

  /** Writes a claim and returns until when it holds, by this process's own clock. */
  async function claim(ms: number): Promise<number> {
    const began = performance.now();
    await writeClaim(control, writerUuid, ms);
    return began + ms;
  }

  const otherWriter = () => findOther(control, writerUuid);

  /** Returns who has the lease, if somebody else does; else takes it, after calling `before`. */
  async function take(before = () => {}): Promise<string | undefined> {
    const holder = await otherWriter();
    if (holder) return holder;
    const until = await claim(leaseMs);
    const beside = await otherWriter();
    if (beside) {
      await claim(0);
      return beside;
    }
    before();
    heldUntil = until;
    return undefined;
  }

  const isHeld = (reserveMs = 0) => heldUntil - reserveMs > performance.now();

  async function renew(): Promise<void> {
    const before = heldUntil;
    const until = isHeld() ? await claim(leaseMs) : Number.NEGATIVE_INFINITY;
    // A renewal that came through after the end may have come after somebody else's claim.
    if (before > performance.now()) heldUntil = until;
    else await take(onRegained);
  }

  async function keep(): Promise<void> {
    const { signal } = stopping;
    while (!signal.aborted) {
      await pause(leaseMs / 6, undefined, { ref: false, signal }).catch(() => {});
      if (!signal.aborted) await renew().catch(onError);
    }
  }

  const deadline = performance.now() + leaseMs * 1.5;
  for (let waitMs = leaseMs / 60; ; waitMs = Math.min(waitMs * 2, leaseMs / 4)) {
    const other = await take();
    if (!other) break;
    if (performance.now() > deadline)
      throw new Error(
        other === manyWriters
          ? 'Analytics processes that share a log write to this store: set NATS_URL here too, or end them'
          : `Another analytics process, ${other}, writes to this store`,
      );
    // Ever wider apart, so that of several which keep withdrawing one is alone at last.
    await pause(waitMs * (0.5 + Math.random()));
  }
  const keeping = keep();

  return {
    /** Returns a writer that refuses to write when the lease might end before the statement does. */
    guard: (inner: StoreWriter) =>
      guardWriter(inner, () => isHeld(leaseMs / 2), 'The writer lease has lapsed'),

    async release(): Promise<void> {
      stopping.abort();
      await keeping;
      heldUntil = Number.NEGATIVE_INFINITY;
      await claim(0).catch(onError);
    },
  };
}
