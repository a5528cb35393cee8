import { type Command, one, parse, UsageError } from '../command.ts';
import { readCatalogue } from '../operations/read-catalogue.ts';
import { bash, fish, zsh } from './scripts.ts';
import { wordsOf } from './words.ts';

const shells = { bash, zsh, fish };
const isShell = (name: string): name is keyof typeof shells => Object.hasOwn(shells, name);

/** Prints what a shell completes commands by: areas, operations and options. */
export const completion: Command = {
  name: 'completion',
  parameters: 'bash | zsh | fish',
  summary: 'prints the completion of commands for a shell',
  help: `  bash   source <(atrium completion bash)
  zsh    source <(atrium completion zsh), after compinit
  fish   atrium completion fish | source
`,
  async run(args, here) {
    const shell = one('completion', 'shell: bash, zsh or fish', parse(args, {}).positionals);
    if (!isShell(shell)) throw new UsageError('completion is there for bash, zsh and fish');
    process.stdout.write(shells[shell](wordsOf(here.commands ?? [], readCatalogue())));
    return 0;
  },
};
