import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { cpus, release, totalmem } from 'node:os';
import { join } from 'node:path';
import { root } from './atrium.ts';

const file = join(root, 'bench/RESULTS.md');

/**
 * Puts the figures of a run, as lines of Markdown, between their section's marks in bench/RESULTS.md,
 * below when and on what they were taken. Throws when the file has no such marks.
 */
export function writeFigures(section: 'peers' | 'steady', figures: readonly string[]): void {
  const text = readFileSync(file, 'utf8');
  const [begin, end] = [`<!-- ${section} -->\n`, `<!-- end of ${section} -->`];
  const [from, to] = [text.indexOf(begin) + begin.length, text.indexOf(end)];
  if (from < begin.length || to < from) throw new Error(`RESULTS.md has no place for ${section}`);
  const lines = [takenOn(), '', ...figures, ''].join('\n');
  writeFileSync(file, `${text.slice(0, from)}${lines}${text.slice(to)}`);
}

/** The commit that a tree has checked out, and whether more than that is in it. */
export function commitOf(tree: string): string {
  const describe = ['describe', '--always', '--dirty', '--exclude=*'];
  return execFileSync('git', describe, { cwd: tree, encoding: 'utf8' }).trim();
}

function takenOn(): string {
  const when = new Date().toISOString().slice(0, 16).replace('T', ' ');
  const memory = `${Math.round(totalmem() / 2 ** 30)} GiB`;
  return `${when} UTC, commit ${commitOf(root)}; ${cpus().length} × ${cpus()[0]?.model.trim()}, ${memory}, Linux ${release()}, Node ${process.versions.node}.`;
}
