import { createInterface } from 'node:readline/promises';
import { type Command, flag, one, parse, UsageError } from '@atrium/cli/command.ts';
import { type Config, readConfig } from '@atrium/local/config.ts';
import { backUp } from '@atrium/local/keeping/backup.ts';
import { listToReset, reset as resetDataDir } from '@atrium/local/keeping/reset.ts';
import { restore as restoreBackup } from '@atrium/local/keeping/restore.ts';
import { openLog } from '@atrium/local/log.ts';

const which = `DATA_DIR says which start is meant (.data of the project), as for npm start. Atrium must not run.
`;

export const backup: Command = {
  name: 'backup',
  parameters: 'FILE | FOLDER',
  summary: 'keeps all of DATA_DIR and its database in one file',
  help: `Writes a packed archive: FILE, or in FOLDER one with the date and time in its name. It holds the keys
and everybody's data, so keep it where only you can read it. What "npx atrium restore" needs is in
it: the database wherever it lies, analytics, uploads, mails, keys. A database of your own
(DATABASE_URL) and uploads in an S3 bucket are not: back them up with their own tools.

${which}`,
  async run(args) {
    const target = one('backup', 'file or folder', parse(args, {}).positionals);
    const config = readConfig();
    const { file, bytes, hasDatabase } = await backUp(config, target, logOf(config));
    const what = hasDatabase ? 'DATA_DIR and its database' : 'DATA_DIR';
    say(
      `${what} in ${file}, ${(bytes / 1_048_576).toFixed(1)} MiB. It holds the keys: keep it safe.`,
    );
    if (config.databaseUrl) say('The database at DATABASE_URL is not in it: use pg_dump.');
    return 0;
  },
};

export const restore: Command = {
  name: 'restore',
  parameters: 'FILE',
  summary: 'puts a backup into an empty DATA_DIR',
  help: `Takes a file of "npx atrium backup" and puts everything where this machine's start finds it. DATA_DIR
must be empty or missing: "npx atrium reset" empties it. One that is cut short can be run again.

${which}`,
  async run(args) {
    const file = one('restore', 'file', parse(args, {}).positionals);
    const config = readConfig();
    await restoreBackup(config, file, logOf(config));
    say(`Restored into ${config.dataDir}. Start it: npm start`);
    return 0;
  },
};

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
