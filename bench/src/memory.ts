import { readdirSync, readFileSync } from 'node:fs';

/**
 * Memory of a process and all below it, PostgreSQL left out, in MB: the proportional set size
 * (each shared page counted once over those who share it) from `/proc`. Linux only.
 */
export function memoryOf(root: number): { name: string; mb: number }[] {
  const parents = new Map<number, number>();
  for (const entry of readdirSync('/proc').filter((each) => /^\d+$/.test(each))) {
    const stat = read(`/proc/${entry}/stat`);
    parents.set(Number(entry), Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]));
  }
  const below = (pid: number): boolean =>
    pid === root || (parents.has(pid) && pid > 1 && below(parents.get(pid) ?? 0));
  return [...parents.keys()].filter(below).flatMap((pid) => {
    const command = read(`/proc/${pid}/cmdline`).replaceAll('\0', ' ');
    const kb = Number(/^Pss:\s+(\d+)/m.exec(read(`/proc/${pid}/smaps_rollup`))?.[1] ?? 0);
    return kb === 0 || /postgres/.test(command) ? [] : [{ name: command.trim(), mb: kb / 1024 }];
  });
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
