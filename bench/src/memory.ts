import { readdirSync, readFileSync } from 'node:fs';

export type Used = { name: string; mb: number; cpuSeconds: number };

/** Linux counts processor time in hundredths of a second, whatever its clock. */
const ticks = 100;

/**
 * Memory and processor time of a process and all below it, PostgreSQL left out: the proportional
 * set size in MB (each shared page counted once over those who share it) and the seconds used so
 * far, from `/proc`. Linux only.
 */
export function memoryOf(root: number): Used[] {
  const stats = new Map<number, string[]>();
  for (const entry of readdirSync('/proc').filter((each) => /^\d+$/.test(each))) {
    const stat = read(`/proc/${entry}/stat`);
    stats.set(Number(entry), stat.slice(stat.lastIndexOf(')') + 2).split(' '));
  }
  const below = (pid: number): boolean =>
    pid === root || (stats.has(pid) && pid > 1 && below(Number(stats.get(pid)?.[1])));
  return [...stats].flatMap(([pid, stat]) => {
    if (!below(pid) || /^postgres$/m.test(read(`/proc/${pid}/comm`))) return [];
    const command = read(`/proc/${pid}/cmdline`).replaceAll('\0', ' ');
    const kb = Number(/^Pss:\s+(\d+)/m.exec(read(`/proc/${pid}/smaps_rollup`))?.[1] ?? 0);
    if (kb === 0) return [];
    const cpuSeconds = (Number(stat[11]) + Number(stat[12])) / ticks;
    return [{ name: command.trim(), mb: kb / 1024, cpuSeconds }];
  });
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
