import { Problem } from '../problems.ts';

type Turns = {
  atOnce: number;
  mostWaiting: number;
  /** The longest time anybody waits for a turn, in milliseconds. */
  longestMs: number;
};

/**
 * Lets some work run at a time and some wait; who comes beyond that, or has waited for too long,
 * gets OVERLOADED. For what takes a thread for long: there are four, and files, names and
 * signatures need them too.
 */
export function takeTurns({ atOnce, mostWaiting, longestMs }: Turns) {
  const waiting = new Set<() => void>();
  let running = 0;

  function waitForTurn(): Promise<void> {
    if (waiting.size >= mostWaiting) throw overloaded();
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const turn = () => {
      clearTimeout(timer);
      resolve();
    };
    const timer = setTimeout(() => {
      waiting.delete(turn);
      reject(overloaded());
    }, longestMs);
    waiting.add(turn);
    return promise;
  }

  return async function inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (running < atOnce) running += 1;
    else await waitForTurn();
    try {
      return await work();
    } finally {
      // Whoever is next takes over the place.
      const [next] = waiting;
      if (next) {
        waiting.delete(next);
        next();
      } else running -= 1;
    }
  };
}

function overloaded(): Problem {
  return new Problem('OVERLOADED', 'Too many are signing in; try again in 2 seconds', {
    headers: { 'retry-after': '2' },
  });
}
