import { startSpan } from '@atrium/kit/tracing/spans.ts';
import { atTrace } from '@atrium/kit/tracing/trace-context.ts';
import { Counter, type Registry } from '@prometheus-io/client';
import type { Logger } from 'pino';

const longestPauseMs = 8_000;

/** Says whose log and whose figures a loop writes to. */
export type LoopMeans = { logger: Logger; registry: Registry };

export type LoopOptions = LoopMeans & {
  /** A fixed word, by which the log, the figures and the spans know the loop. */
  name: string;
  /** Says that nothing may be done for now, if the loop sends something to others. */
  isPaused?: (() => Promise<boolean>) | undefined;
  /** Does what is to do now, and returns whether there was anything. */
  run: (isStopped: () => boolean) => Promise<boolean>;
  /** The pause after which it looks by itself for what others left, in milliseconds. */
  idleMs?: number;
  /** The pause between the first wake after a rest and the turn that follows it. */
  promptMs?: number;
  /** The pause after a turn that found work, in which wakes gather. */
  gatherMs?: number;
};

export type Loop = ReturnType<typeof startLoop>;

/**
 * Works in turns until it is stopped: when it is woken, and once a second for what others left. After
 * failures it waits longer each time, up to eight seconds, whoever wakes it. Each turn that found work
 * or failed is a span, and all are counted (`worker_turns_total{worker,outcome}`). `stop` waits for the
 * turn that is under way.
 */
export function startLoop(options: LoopOptions) {
  const { name, run, isPaused = async () => false, logger, registry } = options;
  const { idleMs = 1_000, promptMs = 0, gatherMs = 0 } = options;
  const turns = turnsOf(registry);
  let failures = 0;
  let stopped = false;
  let woken = false;
  let workedAt = Number.NEGATIVE_INFINITY;
  let timer: NodeJS.Timeout | undefined;
  let dueAt = Number.POSITIVE_INFINITY;
  let running: Promise<void> | undefined;

  function schedule(delayMs: number): void {
    const at = performance.now() + delayMs;
    if (stopped || running || at >= dueAt) return;
    clearTimeout(timer);
    dueAt = at;
    timer = setTimeout(() => void turn(), delayMs);
  }

  /** Asks for a turn soon; what is looked for already is looked for once more. */
  function wake(): void {
    woken = true;
    if (failures === 0) schedule(Math.max(promptMs, workedAt + gatherMs - performance.now()));
  }

  async function turn(): Promise<void> {
    dueAt = Number.POSITIVE_INFINITY;
    woken = false;
    running = attempt();
    await running;
    running = undefined;
    if (failures > 0) schedule(Math.min(250 * 2 ** failures, longestPauseMs));
    else if (woken) wake();
    else schedule(idleMs);
  }

  async function attempt(): Promise<void> {
    // A span that never ends is not sent: a turn without work leaves none.
    const span = startSpan({
      name: `turn ${name}`,
      kind: 'CONSUMER',
      parent: null,
      attributes: {},
    });
    try {
      const worked = !(await isPaused()) && (await atTrace(span.context, () => run(() => stopped)));
      if (worked) span.end();
      if (worked) workedAt = performance.now();
      failures = 0;
      turns.inc({ worker: name, outcome: worked ? 'worked' : 'idle' });
    } catch (error) {
      span.end(true);
      failures += 1;
      turns.inc({ worker: name, outcome: 'failed' });
      logger.warn({ err: error, worker: name, failures }, 'a worker failed; trying again');
    }
  }

  schedule(0);
  return {
    wake,
    stop: async () => {
      stopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}

/** Returns the one counter of all loops of a process. */
type Turns = Counter<'worker' | 'outcome'>;

function turnsOf(registry: Registry): Turns {
  const name = 'worker_turns_total';
  const help = 'Turns of background workers, by what they came to';
  const known = registry.getSingleMetric(name) as Turns | undefined;
  const labelNames = ['worker', 'outcome'] as const;
  return known ?? new Counter({ name, help, labelNames, registers: [registry] });
}
