import type { Command } from '../command.ts';
import type { Catalogue } from '../operations/catalogue.ts';
import { common } from '../operations/help.ts';

/** What may follow each beginning of a command line: none, a word or two. */
export type Words = ReadonlyMap<string, readonly string[]>;

/** Returns the words that may follow, of the commands and of the operations. */
export function wordsOf(commands: readonly Command[], catalogue: Catalogue): Words {
  const words = new Map<string, Set<string>>();
  const add = (before: string, ...more: readonly string[]) =>
    words.set(before, new Set([...(words.get(before) ?? []), ...more]));
  for (const [area, operations] of Object.entries(catalogue)) {
    add('', area);
    for (const [name, { row, options }] of Object.entries(operations)) {
      add(area, name);
      add(`${area} ${name}`, ...options.map(({ option }) => `--${option}`));
      add(`${area} ${name}`, ...(row.takes ? ['--body'] : []), ...(row.cursor ? ['--all'] : []));
      add(`${area} ${name}`, ...common.map(([usage]) => usage.split(' ')[0] ?? ''), '--help');
    }
  }
  for (const { name, parameters, help } of commands) {
    const [first = '', second] = name.split(' ');
    add('', first);
    if (second) add(first, second);
    const options = `${parameters}\n${help}`.match(/(?<![\w-])--[a-z][a-z-]*/g) ?? [];
    add(name, ...options, '--help');
  }
  for (const shell of ['bash', 'zsh', 'fish']) add('completion', shell);
  add('', 'help', '--help', '--version');
  return new Map([...words].map(([before, all]) => [before, [...all].sort()]));
}
