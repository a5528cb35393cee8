import { startAtrium } from './atrium.ts';
import type { Goals } from './goals.ts';
import { at, closedLoop, mean, median, mixedLoad, openLoop } from './mixed-load.ts';
import { startOurs } from './peers-atrium.ts';
import { writeFigures } from './results.ts';

const minutes = Number(process.env.STEADY_MINUTES ?? 10);
const contacts = 20_000;
const share = 0.7;
/** Seconds of full load first, then of each measurement of the capacity, and of the load after it. */
const [warmUp, measuring, stretch] = [30, 2, 10];
/** Measurements whose median is the capacity. */
const latest = 3;
/** Stretches that are told of together. */
const together = 6;
/** The time within which 99 of 100 requests must be answered, in milliseconds. */
const goal = 50;

/**
 * Minutes of steady load at 70 % of what the platform can do: of ten requests seven read a contact,
 * two list and one creates. Arrivals are random (Poisson) and wait for nobody, and a request's time
 * counts from when it was due. What 32 callers get that wait for their answers is the capacity. It is
 * measured for two seconds before every ten, since a shared machine's speed drifts by half within
 * minutes and doubles for seconds, and the median of the latest three counts; the answers do not.
 * It is measured once more at the end, and ten seconds beyond the goal are told with it. Memory, all
 * but PostgreSQL, is looked at after each measurement, which takes a processor for a tenth of a second,
 * and compared between the first and the last quarter. STEADY_MINUTES sets how long, 10 unless told.
 * Writes RESULTS.md.
 */
export async function measureSteady({ check, print }: Goals, dataDir: string): Promise<void> {
  const started = await startAtrium(dataDir, { DEMO: 'off', ACCESS_TOKEN_SECONDS: '86400' });
  const closing = [started.stop];
  try {
    const ours = await startOurs(started, dataDir, contacts);
    closing.unshift(ours.close);
    await ours.bare.stop();
    const { send, close } = mixedLoad(ours.atrium);
    closing.unshift(close);

    const memory: number[] = [];
    const capacities: number[] = [];
    const stretches: Stretch[] = [];
    await closedLoop(send, warmUp);
    for (let left = minutes * 60; left > 0; left -= stretch) {
      capacities.push(await closedLoop(send, measuring));
      const capacity = median(capacities.slice(-latest));
      memory.push((await started.memory()).reduce((sum, { mb }) => sum + mb, 0));
      const times = await openLoop(send, capacity * share, Math.min(left, stretch));
      stretches.push({ capacity, times });
    }
    capacities.push(await closedLoop(send, measuring));

    const rates = capacities.toSorted((a, b) => a - b);
    const { times } = join(stretches);
    const parts = Array.from({ length: Math.ceil(stretches.length / together) }, (_, part) =>
      join(stretches.slice(part * together, (part + 1) * together)),
    );
    const quarter = Math.ceil(memory.length / 4);
    const [first, last] = [mean(memory.slice(0, quarter)), mean(memory.slice(-quarter))];
    const lines = [
      `${minutes} minutes; capacity ${rates[0]?.toFixed(0)} to ${rates.at(-1)?.toFixed(0)}/s, on average ${mean(rates).toFixed(0)}`,
      `${times.length.toLocaleString('en')} answers: p50 ${at(times, 0.5)} ms, p99 ${at(times, 0.99)} ms, p99.9 ${at(times, 0.999)} ms`,
      `p99 of each minute, with its capacity: ${parts.map((each) => `${at(each.times, 0.99)} (${each.capacity.toFixed(0)})`).join(', ')}`,
      `ten seconds beyond ${goal} ms: ${beyond(stretches, capacities).join(', ') || 'none'}`,
      `memory ${first.toFixed(0)} MB in the first quarter, ${last.toFixed(0)} MB in the last`,
    ];
    for (const line of lines) print(`        ${line}`);
    check('steady load, p99', at(times, 0.99), 'ms', { atMost: goal });
    check('steady load, memory last to first quarter', last / first, '', { atMost: 1.1 });
    writeFigures(
      'steady',
      lines.map((line) => `- ${line}`),
    );
  } finally {
    for (const close of closing) await close();
  }
}

/**
 * The p99 of each ten seconds beyond the goal, when they began, and the capacity just before and just
 * after: where it fell amid them, the load was more than its share of what the machine could do then.
 */
function beyond(stretches: readonly Stretch[], capacities: readonly number[]): string[] {
  return stretches.flatMap(({ times }, n) => {
    const p99 = at(
      times.toSorted((a, b) => a - b),
      0.99,
    );
    const [before, after] = [capacities[n], capacities[n + 1]].map((each) => each?.toFixed(0));
    return p99 > goal ? [`${p99} at ${n * stretch} s (${before} before, ${after} after)`] : [];
  });
}

type Stretch = { capacity: number; times: number[] };

/** Their mean capacity and all their times, sorted. */
function join(stretches: readonly Stretch[]): Stretch {
  const capacity = mean(stretches.map((each) => each.capacity));
  return { capacity, times: stretches.flatMap((each) => each.times).toSorted((a, b) => a - b) };
}
