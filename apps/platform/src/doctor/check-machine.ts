import { type Check, codeOf, fail, gravest, ok, skipped, warn } from './finding.ts';
import { listKeyAges } from './key-ages.ts';

const mebibyte = 1_048_576;
const shortestKey = 32;
const [lateHours, lostHours] = [26, 72];
const oldestKeyDays = 365;

export const disk: Check = async ({ config, readDisk }) => {
  const { freeBytes, totalBytes } = await readDisk(config.dataDir);
  const free = Math.floor(freeBytes / mebibyte);
  const message = `${free} MiB are free where DATA_DIR lies`;
  if (free < 512) return fail(message);
  return free < 2_048 || freeBytes < totalBytes / 20 ? warn(message) : ok(message);
};

export const backup: Check = async ({ findBackupAge, tryBackupLogin }) => {
  const refusal = await tryBackupLogin().then(() => null, codeOf);
  if (refusal)
    return fail(
      `The login of BACKUP_DATABASE_URL may not replicate (${refusal}): let it, or use the backups of the server's provider`,
    );
  const seconds = await findBackupAge();
  if (seconds === null) return skipped('No backup of this installation is known');
  const hours = Math.floor(seconds / 3_600);
  const message = `The last verified backup is ${hours} hours old`;
  if (hours >= lostHours) return fail(message);
  return hours >= lateHours ? warn(message) : ok(message);
};

/** Looks whether what is kept sealed can be opened, and by the first key, and how old the keys are. */
export const keys: Check = async ({ config, db, countSeals }) => {
  const { secretKeys, calendar } = config;
  const { others, unreadable } = await countSeals({ secretKeys, tokenKeys: calendar.tokenKeys });
  const [first] = secretKeys;
  const ages = await db.asPlatform((tx) => listKeyAges(tx, config));
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
