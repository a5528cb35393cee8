import { isAway } from '../database/replication.ts';
import { type Check, codeOf, type Found, fail, gravest, ok, skipped, warn } from './finding.ts';
import { listKeyAges } from './key-ages.ts';

const mebibyte = 1_048_576;
const shortestKey = 32;
const [lateHours, lostHours] = [26, 72];
const oldestKeyDays = 365;
/** The code of PostgreSQL for a table that is not there. */
const undefinedTable = '42P01';

export const disk: Check = async ({ config, readDisk }) => {
  const { freeBytes, totalBytes } = await readDisk(config.dataDir);
  const free = Math.floor(freeBytes / mebibyte);
  const message = `${free} MiB are free where DATA_DIR lies`;
  if (free < 512) return fail(message);
  return free < 2_048 || freeBytes < totalBytes / 20 ? warn(message) : ok(message);
};

/** Says what keeps a login from copying its server, by PostgreSQL's code, and what mends it. */
const refusals: Readonly<Record<string, [what: string, mend: string]>> = {
  '28P01': ['is refused', 'check its credentials'],
  '28000': ["is in no line of the server's pg_hba.conf", 'add one'],
  '3D000': ['names a database that is not there', 'name another'],
  '42501': ['may not replicate', "let it, or use the backups of the server's provider"],
  '53300': [
    'gets no connection',
    'raise max_wal_senders, which needs wal_level=replica, or max_connections',
  ],
};

/**
 * Tries the login of backups, and looks how old the last one is. While that is new, a server that is away is a
 * warning, since it may come back before the next one.
 */
export const backup: Check = async ({ findBackupAge, tryBackupLogin }) => {
  const [login, age] = await Promise.all([
    tryBackupLogin().then(() => null, toRefusal),
    findBackupAge().then(toAge, (error) =>
      fail(`The last backup cannot be looked at (${codeOf(error)})`),
    ),
  ]);
  if (!login) return age;
  const message = `${login.message}. ${age.message}`;
  return login.mayPass && age.status === 'OK' ? warn(message) : fail(message);
};

function toRefusal(error: unknown): { message: string; mayPass: boolean } {
  const code = codeOf(error);
  const [what, mend] = refusals[code] ?? ['cannot connect', 'check that its server is reached'];
  const message = `The login of BACKUP_DATABASE_URL ${what} (${code}): ${mend}`;
  return { message, mayPass: isAway(error) };
}

function toAge(seconds: number | null): Found {
  if (seconds === null) return skipped('No backup of this installation is known');
  const hours = Math.floor(seconds / 3_600);
  const message = `The last verified backup is ${hours} hours old`;
  if (hours >= lostHours) return fail(message);
  return hours >= lateHours ? warn(message) : ok(message);
}

/** Looks whether what is kept sealed can be opened, and by the first key, and how old the keys are. */
export const keys: Check = async ({ config, db, countSeals }) => {
  const { secretKeys, calendar } = config;
  const { others, unreadable } = await countSeals({ secretKeys, tokenKeys: calendar.tokenKeys });
  const [first] = secretKeys;
  // A schema that is older has no table of them, which the check of the schema tells.
  const ages = await db
    .asPlatform((tx) => listKeyAges(tx, config))
    .catch((error: unknown) => {
      if (codeOf(error) === undefinedTable) return [];
      throw error;
    });
  const found = [
    unreadable > 0
      ? fail(`What is kept encrypted cannot be read by SECRET_KEY, ${unreadable} texts at least`)
      : ok('read'),
    others > 0
      ? warn(`${others} texts are sealed by a former key. Run: npx atrium keys reseal`)
      : ok('sealed'),
    first.length < shortestKey ? warn('SECRET_KEY is short: take 32 random bytes') : ok('long'),
    ...ages
      .filter(({ days }) => days > oldestKeyDays)
      .map(({ name, days }) => warn(`${name} has been in use for ${days} days: change it`)),
  ];
  const old = ages.map(({ name, days }) => `, ${name} has been in use for ${days} days`).join('');
  return gravest(found, ok(`What is kept encrypted can be read${old}`));
};
