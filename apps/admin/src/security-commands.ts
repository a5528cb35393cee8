import { type Command, one, parse } from '@atrium/cli/command.ts';
import { readConfig } from '@atrium/local/config.ts';
import { withDatabase } from '@atrium/local/keeping/with-database.ts';
import { openLog } from '@atrium/local/log.ts';

export const securityReset: Command = {
  name: 'security reset',
  parameters: 'TENANT',
  summary: 'lets a firm in again that its own rules lock out',
  help: `TENANT is the firm's code or its tenantUuid. Its staff may work from every network again, and administrators
of the platform may enter it (the firm is told by mail). All its other rules stay. Atrium may run or not.

DATA_DIR says which start is meant (.data of the project), as for npm start; DATABASE_URL a database of
your own.
`,
  async run(args) {
    const tenant = one('security reset', 'tenant', parse(args, {}).positionals);
    const config = readConfig();
    // Loaded here because no other command needs it.
    const { resetSecurityOnMachine } = await import(
      '@atrium/platform/tenants/security/reset-on-machine.ts'
    );
    const log = openLog(config, (line) => void process.stderr.write(line));
    const changed = await withDatabase(config, 'npx atrium security reset', log, (url) =>
      resetSecurityOnMachine(url, tenant),
    );
    process.stdout.write(
      changed.length > 0 ? `Reset: ${changed.join(', ')}\n` : 'There was nothing to reset.\n',
    );
    return 0;
  },
};
