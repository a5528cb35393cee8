import { type Command, flag, parse, UsageError } from '@atrium/cli/command.ts';
import { readBackupSettings } from '@atrium/local/backup/settings.ts';
import { readConfig } from '@atrium/local/config.ts';
import { readPlatformConfig } from '@atrium/local/keeping/platform-config.ts';
import { withDatabase } from '@atrium/local/keeping/with-database.ts';
import { openLog } from '@atrium/local/log.ts';

export const doctor: Command = {
  name: 'doctor',
  parameters: '[--json]',
  summary: 'looks at every part of an installation and says what is wrong',
  help: `Looks at the database, analytics, the mail server, the sender's SPF, DKIM and DMARC, the store of uploads,
calendar providers, clocks, mapped domains and their certificates, the disk, the last backup, the keys and
the schema. It changes nothing but a small object, which it writes into the store and removes. Ends with 1
where something FAILs; what is not set up is SKIPPED.
  --json  an array of {name, status: OK, WARN, FAIL or SKIPPED, message}

DATA_DIR says which start is meant (.data of the project), as for npm start; DATABASE_URL a database of
your own. Run it with the settings of the platform.
`,
  async run(args) {
    const { values, positionals } = parse(args, { json: flag });
    if (positionals.length > 0) throw new UsageError('doctor takes no names');
    const config = readConfig();
    const backups = readBackupSettings(config.environment);
    const log = openLog(config, (line) => void process.stderr.write(line));
    // Loaded here because no other command needs it.
    const { examineOnMachine } = await import('@atrium/platform/doctor/examine-on-machine.ts');
    const { findBackupAgeOnMachine } = await import(
      '@atrium/platform/backups/backup-age-on-machine.ts'
    );
    const { tryReplication } = await import('@atrium/platform/database/replication.ts');
    const { sealedColumns } = await import('@atrium/platform/sealed-columns.ts');
    const examine = async (url: string) =>
      examineOnMachine(await readPlatformConfig(config, url), sealedColumns, {
        findBackupAge: () => findBackupAgeOnMachine(url),
        // The embedded server lets its own superuser.
        tryBackupLogin: async () => {
          if (config.databaseUrl && backups.databaseUrl) await tryReplication(backups.databaseUrl);
        },
      });
    // A server that does not answer is one of its findings.
    const findings = config.databaseUrl
      ? await examine(config.databaseUrl)
      : await withDatabase(config, 'npx atrium doctor', log, examine);
    const lines = findings.map(
      ({ name, status, message }) => `${status.padEnd(7)}  ${name.padEnd(12)}  ${message}`,
    );
    process.stdout.write(`${values.json ? JSON.stringify(findings, null, 2) : lines.join('\n')}\n`);
    return findings.some(({ status }) => status === 'FAIL') ? 1 : 0;
  },
};
