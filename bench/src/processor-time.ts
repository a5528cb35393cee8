import { readdir, readFile } from 'node:fs/promises';

/** Microseconds of processor time. */
export type ProcessorTime = { postgres: number; others: number };

/**
 * Returns what a process and all below it have used so far, from `schedstat` of their threads, which counts
 * nanoseconds where `stat` counts hundredths of a second. Linux only. What a process that has ended
 * used is missing.
 */
export async function processorTimeOf(root: number): Promise<ProcessorTime> {
  const parents = new Map<number, number>();
  for (const entry of (await readdir('/proc')).filter((each) => /^\d+$/.test(each))) {
    const stat = await read(`/proc/${entry}/stat`);
    parents.set(Number(entry), Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]));
  }
  const below = (pid: number): boolean => pid === root || (pid > 1 && below(parents.get(pid) ?? 0));
  const used = { postgres: 0, others: 0 };
  for (const pid of [...parents.keys()].filter(below)) {
    const isPostgres = /^postgres$/m.test(await read(`/proc/${pid}/comm`));
    used[isPostgres ? 'postgres' : 'others'] += await usedBy(pid);
  }
  return used;
}

async function usedBy(pid: number): Promise<number> {
  const threads = await readdir(`/proc/${pid}/task`).catch(() => []);
  const texts = await Promise.all(
    threads.map((thread) => read(`/proc/${pid}/task/${thread}/schedstat`)),
  );
  return texts.reduce((sum, text) => sum + Number(text.split(' ')[0] ?? 0), 0) / 1000;
}

/** '' for a process that has ended. */
const read = (path: string) => readFile(path, 'utf8').catch(() => '');
