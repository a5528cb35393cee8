import { readdir, readFile } from 'node:fs/promises';

type Used = { name: string; mb: number; cpuSeconds: number };

/** Linux counts processor time in hundredths of a second, whatever its clock. */
const ticks = 100;

/**
 * Memory and processor time of a process and all below it, PostgreSQL left out: the proportional
 * set size in MB (each shared page counted once over those who share it) and the seconds used so
 * far, from `/proc`. Linux only. Asynchronous, because the kernel takes tens of milliseconds to add
 * up a large process, in which the caller may have load to send.
 */
export async function memoryOf(root: number): Promise<Used[]> {
  const stats = new Map<number, string[]>();
  for (const entry of (await readdir('/proc')).filter((each) => /^\d+$/.test(each))) {
    const stat = await read(`/proc/${entry}/stat`);
    stats.set(Number(entry), stat.slice(stat.lastIndexOf(')') + 2).split(' '));
  }
  const below = (pid: number): boolean =>
    pid === root || (stats.has(pid) && pid > 1 && below(Number(stats.get(pid)?.[1])));
  const used: Used[] = [];
  for (const [pid, stat] of stats) {
    if (!below(pid) || /^postgres$/m.test(await read(`/proc/${pid}/comm`))) continue;
    const command = (await read(`/proc/${pid}/cmdline`)).replaceAll('\0', ' ');
    const rollup = await read(`/proc/${pid}/smaps_rollup`);
    const kb = Number(/^Pss:\s+(\d+)/m.exec(rollup)?.[1] ?? 0);
    const cpuSeconds = (Number(stat[11]) + Number(stat[12])) / ticks;
    if (kb > 0) used.push({ name: command.trim(), mb: kb / 1024, cpuSeconds });
  }
  return used;
}

/** '' for a process that has ended. */
const read = (path: string) => readFile(path, 'utf8').catch(() => '');
