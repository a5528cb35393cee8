import { type Command, one, parse } from '@atrium/cli/command.ts';
import { readConfig } from '@atrium/local/config.ts';
import { withDatabase } from '@atrium/local/keeping/with-database.ts';
import { openLog } from '@atrium/local/log.ts';

export const adminReset: Command = {
  name: 'admin reset',
  parameters: 'EMAIL',
  summary: 'gives an administrator of the platform a new password',
  help: `Prints the password once. All sessions of the administrator end, and all second factors are taken
away: they are to be set up anew. Atrium may run or not.

DATA_DIR says which start is meant (.data of the project), as for npm start; DATABASE_URL a database of
your own.
`,
  async run(args) {
    const email = one('admin reset', 'e-mail', parse(args, {}).positionals);
    const config = readConfig();
    // Loaded here because no other command needs the platform.
    const { resetOnMachine } = await import('@atrium/platform/platform-admins/reset-on-machine.ts');
    const log = openLog(config, (line) => void process.stderr.write(line));
    const password = await withDatabase(config, 'npx atrium admin reset', log, (url) =>
      resetOnMachine(url, email),
    );
    process.stdout.write(`${password}\n`);
    return 0;
  },
};
