import { existsSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import { type Command, one, parse, text, UsageError } from '@atrium/cli/command.ts';
import { drill, type ReadObject } from '@atrium/local/backup/drill.ts';
import { restoreArchive } from '@atrium/local/backup/restore-archive.ts';
import { readConfig } from '@atrium/local/config.ts';
import { restore as restoreFile } from '@atrium/local/keeping/restore.ts';
import { openLog } from '@atrium/local/log.ts';

export const restore: Command = {
  name: 'restore',
  parameters: 'DIR | FILE [--key FILE] [--to TIME] [--postgres DIR] [--secrets FILE]',
  summary: 'puts a backup into an empty place',
  help: `Takes the folder of "npx atrium backup DIR" (or a packed file of it) and puts everything where this
machine's start finds it. DATA_DIR must be empty or missing: "npx atrium reset" empties it. What is cut
short can be run again. The restored installation sends nothing until "npx atrium resume".

  --key FILE      the private key of an encrypted backup
  --to TIME       as of a moment that the backup was followed up to: 2026-11-27T08:15:30Z (UTC unless an
                  offset is given); without it the last change
  --postgres DIR  where the files of a server of your own go: an empty folder
  --secrets FILE  a copy of secrets.json, since keys are in no backup; without it new ones are made, all
                  sessions end, and what was encrypted with the old ones stays unreadable

DATA_DIR says which start is meant (.data of the project), as for npm start. Atrium must not run.
`,
  async run(args) {
    const { values, positionals } = parse(args, {
      key: text,
      to: text,
      postgres: text,
      secrets: text,
    });
    const archive = one('restore', 'folder or file', positionals);
    const to = readTime(values.to);
    const config = readConfig();
    const log = openLog(config, (line) => void process.stderr.write(line));
    if (!isFolder(archive)) {
      const options = Object.keys(values);
      if (!existsSync(archive) && (options.length > 0 || !/\.t?gz$/.test(archive)))
        throw new Error(`There is no folder ${archive}`);
      if (options.length > 0) throw new UsageError(`--${options[0]} is for a folder, not a file`);
      const { wakeRestoredOnMachine } = await loadWake();
      await restoreFile(config, archive, log, wakeRestoredOnMachine);
      say(`Restored into ${config.dataDir}. Start it: npm start`);
      return 0;
    }
    const { wakeRestoredOnMachine } = await loadWake();
    const { madeAt, objects, cluster, analyticsAt } = await restoreArchive(
      config,
      {
        archive,
        keyFile: values.key,
        to,
        postgres: values.postgres,
        secretsFile: values.secrets,
      },
      log,
      wakeRestoredOnMachine,
    );
    const as = to ? `as of ${to}` : 'up to its last change';
    say(
      `The backup of ${madeAt} is restored ${as}: the database in ${cluster}, ${objects} uploads.`,
    );
    say(
      analyticsAt
        ? `Analytics is as of ${analyticsAt}. What others sent to it after that is missing; the trail is delivered to it again.`
        : 'The backup has nothing of analytics: the trail is delivered to it again.',
    );
    if (!values.secrets && !values.postgres)
      say('No secrets.json was given (--secrets): the start makes new keys.');
    if (config.databaseUrl && !values.postgres)
      say('DATABASE_URL is set and leads to another database: start without it.');
    say(
      'It sends nothing until "npx atrium resume". Start it: ' +
        (values.postgres ? 'the server, then Atrium' : 'npm start'),
    );
    return 0;
  },
};

export const restoreDrill: Command = {
  name: 'restore-drill',
  parameters: 'DIR [--key FILE]',
  summary: 'tries whether a backup can be restored, and throws it away',
  help: `Restores the newest backup of DIR into a scratch folder, checks the audit trail of every firm and the wall
between firms, counts what there is, reads every upload and analytics to their end, and removes all of it, also when it is
stopped. Ends with 1 when something is wrong. Nothing of a running installation is touched.

  --key FILE   the private key of an encrypted backup

Archived months of the trails are read from the backup, or where S3_BUCKET is set from there.
`,
  async run(args) {
    const { values, positionals } = parse(args, { key: text });
    const archive = one('restore-drill', 'folder', positionals);
    if (!isFolder(archive)) throw new Error(`There is no folder ${archive}`);
    const { wakeRestoredOnMachine } = await loadWake();
    const [{ drillOnMachine }, { openBucket }] = await Promise.all([
      import('@atrium/platform/backups/drill-on-machine.ts'),
      import('@atrium/platform/files/open-object-store.ts'),
    ]);
    let faults: string[] = [];
    const inBucket = openBucket(readConfig().environment);
    const look = async (url: string, readObject: ReadObject) => {
      await wakeRestoredOnMachine(url);
      const found = await drillOnMachine(url, inBucket?.read ?? readObject);
      faults = found.faults;
      for (const [name, count] of Object.entries(found.counts)) say(`${name}: ${count}`);
    };
    const { home, madeAt, objects, analyticsAt, closed } = await untilStopped((stopping) =>
      drill(archive, values.key, look, stopping),
    );
    // Older ones may be of a former key.
    for (const each of closed)
      if (basename(each) > basename(home))
        faults.push(`the key does not open ${each}, which is newer`);
      else say(`left out: ${each}, which the key does not open`);
    say(`uploads: ${objects}`);
    say(`analytics: ${analyticsAt ? `as of ${analyticsAt}` : 'nothing'}`);
    for (const fault of faults) say(`wrong: ${fault}`);
    if (faults.length === 0) say(`The backup of ${madeAt} can be restored.`);
    return faults.length === 0 ? 0 : 1;
  },
};

/** Does something that Ctrl-C ends, and that clears up behind itself then. Throws what says so. */
async function untilStopped<T>(work: (stopping: AbortSignal) => Promise<T>): Promise<T> {
  const stopping = new AbortController();
  const stop = () => stopping.abort();
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  for (const signal of signals) process.once(signal, stop);
  try {
    return await work(stopping.signal);
  } catch (error) {
    if (!stopping.signal.aborted) throw error;
    throw new Error('The drill was stopped, and what it had restored is removed');
  } finally {
    for (const signal of signals) process.off(signal, stop);
  }
}

// Loaded here because no other command needs the platform.
const loadWake = () => import('@atrium/platform/backups/wake-restored-on-machine.ts');

const isFolder = (path: string) => existsSync(path) && statSync(path).isDirectory();

function readTime(given: string | undefined): Temporal.Instant | undefined {
  if (given === undefined) return undefined;
  const hasOffset = /(Z|[+-]\d\d(:?\d\d)?)$/i.test(given.slice(10));
  try {
    return Temporal.Instant.from(hasOffset ? given : `${given}Z`);
  } catch {
    throw new UsageError(`--to is not a time like 2026-11-27T08:15:30Z: "${given}"`);
  }
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
