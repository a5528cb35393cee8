import { type Command, flag, parse, UsageError } from '@atrium/cli/command.ts';
import { readConfig } from '@atrium/local/config.ts';
import { withDatabase } from '@atrium/local/keeping/with-database.ts';
import { openLog } from '@atrium/local/log.ts';

export const migrateSchema: Command = {
  name: 'migrate',
  parameters: '[--check]',
  summary: 'brings the database to the schema of this version',
  help: `Each step is one transaction, so what is cut off leaves nothing half done; two at once wait for each other.
Before it a replica with MIGRATE=wait waits, and one with MIGRATE=refuse does not start.
  --check  changes nothing; ends with 1 where the schema is older or newer than this version

DATA_DIR says which start is meant (.data of the project), as for npm start; DATABASE_URL a database of
your own.
`,
  async run(args) {
    const { values, positionals } = parse(args, { check: flag });
    if (positionals.length > 0) throw new UsageError('migrate takes no names');
    const config = readConfig();
    const log = openLog(config, (line) => void process.stderr.write(line));
    // Loaded here because no other command needs it.
    const { compareSchema, migrate } = await import('@atrium/platform/database/migrate.ts');
    const { explainSchema } = await import('@atrium/platform/database/schema-state.ts');
    return withDatabase(config, 'npx atrium migrate', log, async (url) => {
      const say = (line: string) => void process.stdout.write(`${line}\n`);
      let steps = 0;
      if (!values.check)
        await migrate(url, (name) => {
          steps += 1;
          if (process.stderr.isTTY) process.stderr.write(`${name}\n`);
        });
      const state = await compareSchema(url);
      if (steps > 0) say(`Steps: ${steps}`);
      say(explainSchema(state));
      return state.is === 'CURRENT' ? 0 : 1;
    });
  },
};
