import { type Command, one, parse } from '@atrium/cli/command.ts';
import { readConfig } from '@atrium/local/config.ts';
import { withDatabase } from '@atrium/local/keeping/with-database.ts';
import { openLog } from '@atrium/local/log.ts';

export const ssoReset: Command = {
  name: 'sso reset',
  parameters: 'TENANT',
  summary: 'lets a firm’s staff sign in by password again',
  help: `TENANT is the firm's code or its tenantUuid. For a firm that signs in by its identity provider alone and
whose provider lets nobody in: passwords count again, and so do links that set one. The connection to
the provider stays. Atrium may run or not.

DATA_DIR says which start is meant (.data of the project), as for npm start; DATABASE_URL a database of
your own.
`,
  async run(args) {
    const tenant = one('sso reset', 'tenant', parse(args, {}).positionals);
    const config = readConfig();
    // Loaded here because no other command needs it.
    const { resetSsoOnMachine } = await import('@atrium/platform/sso/reset-on-machine.ts');
    const log = openLog(config, (line) => void process.stderr.write(line));
    const isChanged = await withDatabase(config, 'npx atrium sso reset', log, (url) =>
      resetSsoOnMachine(url, tenant),
    );
    process.stdout.write(
      isChanged ? 'Reset: passwords count again\n' : 'There was nothing to reset.\n',
    );
    return 0;
  },
};
