import { mkdirSync } from 'node:fs';
import { type Command, flag, one, parse, UsageError } from '@atrium/cli/command.ts';
import { readBackupSettings } from '@atrium/local/backup/settings.ts';
import { type Config, readConfig } from '@atrium/local/config.ts';
import { backUp } from '@atrium/local/keeping/backup.ts';
import { openLog } from '@atrium/local/log.ts';
import { runBackup } from './run-backup.ts';

export const backup: Command = {
  name: 'backup',
  parameters: 'DIR [--follow] | FILE.tar.gz',
  summary: 'takes a backup while Atrium serves',
  help: `Copies the database, while it serves, analytics and the uploads into a new folder in DIR, checks the copy
against the manifest that PostgreSQL makes of it, prints "verified", and says what it did not take. Keys are
in no backup: keep secrets.json, or TOKEN_SIGNING_KEY and SECRET_KEY, elsewhere.

  --follow   goes on until it is stopped, a second or two behind: the installation can be restored as of
             any moment since. What others send to analytics is a minute behind. A new copy begins each day.

  BACKUP_PUBLIC_KEY       encrypts the backup; "npx atrium keys backup FILE" makes the pair
  BACKUP_DATABASE_URL     with DATABASE_URL: a login of that server that may replicate
  BACKUP_KEEP             days of which every moment stays; older copies are removed after each new one
  BACKUP_CLICKHOUSE_DISK  with CLICKHOUSE_URL: the disk of that server that it copies analytics to

With DATABASE_URL and without BACKUP_DATABASE_URL, only DATA_DIR is kept, in one packed file; that ends with
1, since the database is missing. So does FILE.tar.gz, which keeps DATA_DIR, the embedded database and the
keys in one unencrypted file while Atrium does not run. Uploads in an S3 bucket are in no backup.

DATA_DIR says which start is meant (.data of the project), as for npm start.
`,
  async run(args) {
    const { values, positionals } = parse(args, { follow: flag });
    const target = one('backup', 'folder', positionals);
    const config = readConfig();
    const settings = readBackupSettings(config.environment);
    const isFile = /\.t?gz$/.test(target);
    if (isFile && values.follow) throw new UsageError('--follow takes a folder, not a file');
    if (isFile || (config.databaseUrl && !settings.databaseUrl))
      return keepInFile(config, target, { isFile, follow: values.follow ?? false });
    return runBackup(config, settings, target, values.follow ?? false);
  },
};

type Kept = { isFile: boolean; follow: boolean };

async function keepInFile(
  config: Config,
  target: string,
  { isFile, follow }: Kept,
): Promise<number> {
  if (!isFile) mkdirSync(target, { recursive: true, mode: 0o700 });
  const log = openLog(config, (line) => void process.stderr.write(line));
  const { file, bytes, hasDatabase } = await backUp(config, target, log);
  const what = hasDatabase ? 'DATA_DIR and its database' : 'DATA_DIR';
  const size = (bytes / 1_048_576).toFixed(1);
  process.stdout.write(`${what} in ${file}, ${size} MiB. It holds the keys: keep it safe.\n`);
  if (!config.databaseUrl) return 0;
  process.stdout.write(
    'The database at DATABASE_URL is not in it: set BACKUP_DATABASE_URL, or use pg_dump.\n',
  );
  if (follow)
    process.stdout.write('Nothing is followed: --follow needs BACKUP_DATABASE_URL here.\n');
  return 1;
}
