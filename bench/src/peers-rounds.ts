import { type Figures, load } from './load.ts';
import { memoryOf } from './memory.ts';
import type { Operation, Subject } from './peers-subject.ts';

/** The result of a product for one operation; `cpuMs` a request and `mb` of all its processes. */
export type Measured = Figures & { cpuMs: number; mb: number };

/**
 * One operation of all products, in turns after one turn to warm up, so that what else the machine
 * does falls on all. Answers for each product its round of the median rate.
 */
export async function measureInTurns(
  subjects: Subject[],
  operation: Operation,
  { seconds, rounds }: { seconds: number; rounds: number },
): Promise<Map<string, Measured>> {
  const taking = subjects.filter((subject) => subject[operation]);
  const runs = new Map<string, Measured[]>(taking.map(({ name }) => [name, []]));
  for (let round = 0; round <= rounds; round++) {
    for (const subject of taking) {
      const run = await turn(subject, operation, seconds);
      if (round > 0) runs.get(subject.name)?.push(run);
    }
  }
  return new Map([...runs].map(([name, each]) => [name, median(each)]));
}

async function turn(subject: Subject, operation: Operation, seconds: number): Promise<Measured> {
  const asked = subject[operation];
  if (!asked) throw new Error(`${subject.name} has no ${operation}`);
  const before = await usedBy(subject.pid);
  const figures = await load({ ...asked, seconds });
  await subject.settle?.();
  const after = await usedBy(subject.pid);
  const cpuMs = ((after.cpuSeconds - before.cpuSeconds) * 1000) / (figures.perSecond * seconds);
  return { ...figures, cpuMs, mb: after.mb };
}

/** Returns what a product's processes use together, without npm, which started one of them. */
async function usedBy(pid: number): Promise<{ mb: number; cpuSeconds: number }> {
  const processes = (await memoryOf(pid)).filter(({ name }) => !/^(npm|sh )/.test(name));
  const sum = (values: number[]) => values.reduce((total, each) => total + each, 0);
  return {
    mb: sum(processes.map(({ mb }) => mb)),
    cpuSeconds: sum(processes.map(({ cpuSeconds }) => cpuSeconds)),
  };
}

function median(runs: Measured[]): Measured {
  const sorted = runs.toSorted((a, b) => a.perSecond - b.perSecond);
  return sorted[Math.floor(sorted.length / 2)] as Measured;
}
