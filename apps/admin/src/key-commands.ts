import { type Command, parse, UsageError } from '@atrium/cli/command.ts';
import { readConfig } from '@atrium/local/config.ts';
import { readSealingKeys } from '@atrium/local/keeping/sealing-keys.ts';
import { withDatabase } from '@atrium/local/keeping/with-database.ts';
import { openLog } from '@atrium/local/log.ts';

export const keysReseal: Command = {
  name: 'keys reseal',
  parameters: '',
  summary: 'seals by the first SECRET_KEY what another one sealed',
  help: `SECRET_KEY takes several keys, parted by commas (SECRET_KEY_FILE: one a line). The first one seals, all of
them open. To change it: put the new one behind the old one and start every process anew, then put it in
front and start anew, then run this. It goes on where it was cut off, while Atrium runs or not, and ends with 1
where something is left that no key opens. Take the old key away once links that it signed have had their
time (docs/operations.md says which).

DATA_DIR says which start is meant (.data of the project), as for npm start; DATABASE_URL a database of
your own.
`,
  async run(args) {
    if (parse(args, {}).positionals.length > 0) throw new UsageError('keys reseal takes no names');
    const config = readConfig();
    const keys = await readSealingKeys(config);
    // Loaded here because no other command needs it.
    const { resealOnMachine } = await import('@atrium/platform/reseal-on-machine.ts');
    const log = openLog(config, (line) => void process.stderr.write(line));
    const { resealed, unreadable } = await withDatabase(
      config,
      'npx atrium keys reseal',
      log,
      (url) => resealOnMachine(url, keys, tell),
    );
    process.stdout.write(`Resealed: ${resealed}\n`);
    if (unreadable > 0) process.stdout.write(`Left, since no key opens them: ${unreadable}\n`);
    return unreadable > 0 ? 1 : 0;
  },
};

/** Says at a terminal what is done, and anywhere what no key opens. */
function tell(line: string, isProgress: boolean): void {
  if (!isProgress || process.stderr.isTTY) process.stderr.write(`${line}\n`);
}
