import { setTimeout as sleep } from 'node:timers/promises';
import type { Faults } from './faults.ts';

export type Push = {
  /** The channel or subscription: its pushes leave one after the other. */
  channel: string;
  account: string;
  url: string;
  headers: Record<string, string>;
  body?: string;
};

type PushRecord = { channel: string; account: string; status: number; tries: number };
export type Pushes = ReturnType<typeof openPushes>;

const triesAtMost = 4;
const answerWithinMs = 10_000;
const heldAtMostMs = 2_000;

/**
 * Sends pushes in order for each channel and tries again after a 5xx or no answer, with a pause
 * that doubles from 200 ms; any other answer is final, as with both providers.
 */
export function openPushes(faults: Faults, delayMs: number) {
  const queues = new Map<string, Promise<void>>();
  const held = new Map<string, () => void>();
  const closing = new AbortController();
  const records: PushRecord[] = [];
  let underWay = 0;

  /** Queues a push, with whatever faults are armed for it. Never throws. */
  function send(push: Push): void {
    const where = { operation: 'push', account: push.account };
    if (faults.strike('drop-push', where)) return;
    const late = faults.strike('late-push', where);
    const times = faults.strike('double-push', where) ? 2 : 1;
    const holdBack = faults.strike('hold-push', where) !== undefined;
    for (let copy = 0; copy < times; copy += 1) {
      if (late) track(pause(late.delayMs ?? 1_000).then(() => deliver(push)));
      else if (holdBack) track(untilNextOf(push.channel).then(() => deliver(push)));
      else enqueue(push);
    }
  }

  function enqueue(push: Push): void {
    const before = queues.get(push.channel) ?? Promise.resolve();
    const sent = before.then(() => pause(delayMs)).then(() => deliver(push));
    // One that was held after this one was queued waits for the one after.
    const release = held.get(push.channel);
    const done = sent.then(() => release?.());
    queues.set(push.channel, done);
    track(done);
  }

  function untilNextOf(channel: string): Promise<void> {
    const next = Promise.withResolvers<void>();
    const release = () => {
      if (held.get(channel) === release) held.delete(channel);
      next.resolve();
    };
    held.set(channel, release);
    return Promise.race([next.promise, pause(heldAtMostMs)]);
  }

  async function deliver(push: Push): Promise<void> {
    let status = 0;
    let tries = 0;
    while (tries < triesAtMost && !closing.signal.aborted) {
      tries += 1;
      status = await post(push, closing.signal);
      if (status > 0 && status < 500) break;
      if (tries < triesAtMost) await pause(100 * 2 ** tries);
    }
    const { channel, account } = push;
    records.push({ channel, account, status, tries });
    if (records.length > 1_000) records.shift();
  }

  function track(work: Promise<void>): void {
    underWay += 1;
    void work.finally(() => {
      underWay -= 1;
    });
  }

  const pause = (ms: number) =>
    ms > 0
      ? sleep(ms, undefined, { signal: closing.signal, ref: false }).catch(() => {})
      : Promise.resolve();

  return {
    send,
    /** Says what became of the last thousand pushes; status 0 means that nobody answered. */
    records,
    /** Says how many pushes are still on their way. */
    pending: () => underWay,
    close: () => closing.abort(),
  };
}

async function post(push: Push, closing: AbortSignal): Promise<number> {
  try {
    const response = await fetch(push.url, {
      method: 'POST',
      headers: push.headers,
      body: push.body ?? null,
      redirect: 'manual',
      signal: AbortSignal.any([closing, AbortSignal.timeout(answerWithinMs)]),
    });
    await response.arrayBuffer();
    return response.status;
  } catch {
    return 0;
  }
}
