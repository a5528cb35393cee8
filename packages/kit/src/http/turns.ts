import { KitProblem } from '../problem.ts';

type Options = {
  /** The number of works of one name that run at a time. */
  atOnce: number;
  /** The longest time that anybody waits for a turn, in milliseconds. */
  longestMs?: number;
  /** The greatest number that waits by one name. */
  mostWaiting?: number;
};

type Queue = { running: number; waiting: Set<() => void> };

/**
 * Lets some work of each name run at a time: the work of one person, or on one thing. More waits for
 * its turn. Who has waited for too long, or comes while too many wait, gets RATE_LIMITED.
 */
export function createTurns({ atOnce, longestMs = 10_000, mostWaiting = 50 }: Options) {
  const queues = new Map<string, Queue>();

  /** Resolves when it is the caller's turn, with the function that ends it. */
  async function take(name: string, gone?: AbortSignal): Promise<() => void> {
    const queue = queues.get(name) ?? { running: 0, waiting: new Set() };
    queues.set(name, queue);
    if (queue.running < atOnce) queue.running += 1;
    else await waitIn(queue, gone);
    let ended = false;
    return () => {
      if (!ended) end(name, queue);
      ended = true;
    };
  }

  function waitIn(queue: Queue, gone?: AbortSignal): Promise<void> {
    if (queue.waiting.size >= mostWaiting) throw tooMany();
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const giveUp = () => reject(tooMany());
    const timer = setTimeout(giveUp, longestMs);
    gone?.addEventListener('abort', giveUp);
    queue.waiting.add(resolve);
    return promise.finally(() => {
      queue.waiting.delete(resolve);
      clearTimeout(timer);
      gone?.removeEventListener('abort', giveUp);
    });
  }

  function end(name: string, queue: Queue): void {
    // Whoever is next takes over the place.
    const [next] = queue.waiting;
    if (next) {
      queue.waiting.delete(next);
      next();
      return;
    }
    queue.running -= 1;
    if (queue.running === 0) queues.delete(name);
  }

  return { take };
}

function tooMany(): KitProblem {
  const detail = 'As many of these as may run at a time do; try again in 5 seconds';
  return new KitProblem('RATE_LIMITED', detail, { headers: { 'retry-after': '5' } });
}
