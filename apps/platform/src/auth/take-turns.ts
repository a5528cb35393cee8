import { Problem } from '../problems.ts';

/**
 * Lets some work run at a time and some wait; who comes beyond that gets OVERLOADED. For what
 * takes a thread for long: there are four, and files, names and signatures need them too.
 */
export function takeTurns(atOnce: number, mostWaiting: number) {
  const waiting: (() => void)[] = [];
  let running = 0;

  return async function inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (running >= atOnce) {
      if (waiting.length >= mostWaiting)
        throw new Problem('OVERLOADED', undefined, { headers: { 'retry-after': '2' } });
      await new Promise<void>((turn) => waiting.push(turn));
    } else running += 1;
    try {
      return await work();
    } finally {
      // Whoever is next takes over the place.
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
