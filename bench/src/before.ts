import { chmodSync, mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { root, startAtrium } from './atrium.ts';
import type { Goals } from './goals.ts';
import { at, closedLoop, median, mixedLoad, openLoop, type Send } from './mixed-load.ts';
import { startOurs } from './peers-atrium.ts';
import { type ProcessorTime, processorTimeOf } from './processor-time.ts';
import { commitOf } from './results.ts';

const contacts = 20_000;
const rounds = 8;
/** Seconds before anything is measured, and of each measurement. */
const [warmUp, window] = [10, 4];
const share = 0.7;
const kinds = ['reading', 'a page of 20', 'creating', 'mixed'] as const;

/**
 * This tree against an older one, both running at once, in turns of four seconds: what a machine
 * that changes its speed within minutes does falls on both, which runs one after the other cannot
 * say. BEFORE is the folder of the older one, a checkout with its dependencies installed, whose
 * tables are those of today. Prints requests a second of 32 callers and processor time a request,
 * medians, with the median of the ratios of each turn; then the times at 70 % of the lesser of the
 * two, arrivals at random, mixed as in the steady load. No goals.
 */
export async function measureBefore({ print }: Goals, dataDir: string): Promise<void> {
  const { BEFORE: folder } = process.env;
  if (!folder) throw new Error('BEFORE must name the folder of the tree to compare with');
  // PostgreSQL, which runs as a user of its own where the caller is root, must get to the two inside.
  chmodSync(dataDir, 0o711);
  const closing: (() => Promise<void>)[] = [];
  try {
    const before = await startSide(resolve(folder), join(dataDir, 'before'), closing);
    const now = await startSide(root, join(dataDir, 'now'), closing);
    print(`        before ${before.commit}, now ${now.commit}; ${rounds} turns`);
    for (const kind of kinds) {
      const runs = await inTurns([before, now], async (side) => {
        const used = await processorTimeOf(side.pid);
        const rate = await closedLoop(side[kind], window);
        return perRequest(rate, used, await processorTimeOf(side.pid));
      });
      print(`        ${describe(kind, runs)}`);
      if (kind === 'mixed') {
        const rate = Math.min(...runs.map((each) => median(each.map((run) => run.rate)))) * share;
        const times = await inTurns([before, now], (side) => openLoop(side.mixed, rate, window));
        print(`        at ${rate.toFixed(0)}/s, ms: ${times.map(percentiles).join(' -> ')}`);
      }
    }
  } finally {
    for (const close of closing) await close();
  }
}

type Side = Record<(typeof kinds)[number], Send> & { commit: string; pid: number };
type Run = ProcessorTime & { rate: number };

async function startSide(tree: string, dataDir: string, closing: (() => Promise<void>)[]) {
  mkdirSync(dataDir);
  const settings = { DEMO: 'off', ACCESS_TOKEN_SECONDS: '86400' };
  const started = await startAtrium(dataDir, settings, tree);
  closing.unshift(started.stop);
  const { atrium, bare, close } = await startOurs(started, dataDir, contacts);
  closing.unshift(close);
  await bare.stop();
  const loads = [atrium.get, atrium.list, atrium.create, undefined].map((only) =>
    mixedLoad(atrium, only),
  );
  closing.unshift(...loads.map((load) => load.close));
  const sends = Object.fromEntries(kinds.map((kind, n) => [kind, loads[n]?.send]));
  const side = { ...sends, commit: commitOf(tree), pid: started.pid } as Side;
  await closedLoop(side.mixed, warmUp);
  return side;
}

/** Measures the sides in turns and returns the results of each; who comes first changes from turn to turn. */
async function inTurns<Result>(sides: Side[], measure: (side: Side) => Promise<Result>) {
  const results = sides.map((): Result[] => []);
  for (let round = 0; round < rounds; round++) {
    const order = [...sides.keys()];
    for (const n of round % 2 ? order.toReversed() : order) {
      results[n]?.push(await measure(sides[n] as Side));
    }
  }
  return results;
}

/** Returns the rate with microseconds of processor time a request. */
function perRequest(rate: number, before: ProcessorTime, after: ProcessorTime): Run {
  const of = (who: keyof ProcessorTime) => (after[who] - before[who]) / (rate * window);
  return { rate, postgres: of('postgres'), others: of('others') };
}

function describe(kind: string, [before = [], now = []]: Run[][]): string {
  const figures = (['rate', 'postgres', 'others'] as const).map((name) => {
    const [rateBefore, rateNow] = [before, now].map((runs) => median(runs.map((run) => run[name])));
    const ratio = median(now.map((run, n) => run[name] / (before[n]?.[name] ?? Number.NaN)));
    return `${rateBefore?.toFixed(0)} -> ${rateNow?.toFixed(0)} (${ratio.toFixed(2)})`;
  });
  const [rate, postgres, others] = figures;
  return `${kind}: ${rate}/s; a request's µs in PostgreSQL ${postgres}, elsewhere ${others}`;
}

function percentiles(turns: number[][]): string {
  const times = turns.flat().toSorted((a, b) => a - b);
  return [0.5, 0.9, 0.99].map((part) => `p${part * 100} ${at(times, part)}`).join(', ');
}
