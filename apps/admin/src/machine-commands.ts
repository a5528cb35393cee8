import { createInterface } from 'node:readline/promises';
import { type Command, flag, parse, UsageError } from '@atrium/cli/command.ts';
import { type Config, readConfig } from '@atrium/local/config.ts';
import { listToReset, reset as resetDataDir } from '@atrium/local/keeping/reset.ts';
import { openLog } from '@atrium/local/log.ts';

const which = `DATA_DIR says which start is meant (.data of the project), as for npm start. Atrium must not run.
`;

export const reset: Command = {
  name: 'reset',
  parameters: '[--yes]',
  summary: 'deletes all of DATA_DIR and its database, to begin anew',
  help: `Asks before it deletes; --yes does not ask. What is not Atrium's in DATA_DIR stays.

${which}`,
  async run(args) {
    const { values, positionals } = parse(args, { yes: flag });
    if (positionals.length > 0) throw new UsageError('reset takes no names: DATA_DIR says what');
    const config = readConfig();
    const folders = listToReset(config);
    if (folders.length === 0) {
      say(`There is nothing in DATA_DIR ${config.dataDir}`);
      return 0;
    }
    if (!values.yes && !(await agreed(folders))) {
      say('Nothing was deleted.');
      return 1;
    }
    await resetDataDir(config, logOf(config));
    say(`Deleted: ${folders.join(', ')}`);
    return 0;
  },
};

async function agreed(folders: string[]): Promise<boolean> {
  if (!process.stdin.isTTY) throw new UsageError('reset asks at a terminal; without one say --yes');
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const answer = await terminal.question(
    `This deletes for good what Atrium keeps in ${folders.join(' and ')}. Type yes to go on: `,
  );
  terminal.close();
  return answer.trim().toLowerCase() === 'yes';
}

function logOf(config: Config) {
  return openLog(config, (line) => void process.stderr.write(line));
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
