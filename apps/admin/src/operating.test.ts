import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { readBackupSettings } from '@atrium/local/backup/settings.ts';
import { childEnvironment } from '@atrium/local/test-support/child-environment.ts';
import { openSql } from '@atrium/platform/test-support/open-sql.ts';
import { cloneDatabase, world } from '@atrium/platform/test-support/world.ts';
import { afterAll, describe, expect, test } from 'vitest';
import { atrium as runHere } from '../test-support/run-atrium.ts';

const w = await world();
const url = await cloneDatabase();
const sql = openSql(url);
afterAll(sql.end);
const folder = await mkdtemp(join(tmpdir(), 'atrium-operating-'));

/** Runs a program of the project to its end. */
async function run(entry: string, args: string[], settings: Record<string, string>) {
  const env = { ...childEnvironment(), ...settings };
  const child = spawn(process.execPath, [entry, ...args], { env });
  const [out, err, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit'),
  ]);
  return { code, out, err };
}
const main = join(import.meta.dirname, 'main.ts');
const atrium = (args: string[], settings: Record<string, string> = { DATABASE_URL: url }) =>
  runHere(args, settings);

describe('npx atrium migrate', () => {
  test('tells an older and a newer schema from its own, and brings the older one up', async () => {
    const newest = '9999_of_a_newer_version.sql';
    await sql`insert into schema_migrations (name, content_hash) values (${newest}, '')`;
    const newer = await atrium(['migrate', '--check']);
    expect([newer.code, newer.out]).toEqual([1, expect.stringMatching(/newer version.*9999_/)]);
    const refusing = {
      ATRIUM_MODE: 'development',
      DATABASE_URL: url,
      SECRET_KEY: 'x'.repeat(43),
      TOKEN_SIGNING_KEY: '{}',
      MIGRATE: 'refuse',
      DATA_DIR: folder,
      PORT: '0',
    };
    const platform = join(import.meta.dirname, '../../platform/src/main.ts');
    await sql`delete from schema_migrations where name = ${newest}`;
    // Nothing of the last step is undone: its file is taken as missing, and it may be run again.
    const [last] =
      await sql`select name, content_hash from schema_migrations order by name desc limit 1`;
    await sql`delete from schema_migrations where name = ${last?.name}`;
    const [older, refused] = await Promise.all([
      atrium(['migrate', '--check']),
      run(platform, [], { ...refusing, TOKEN_SIGNING_KEY: String(w.config.tokens.signingKey) }),
    ]);
    expect([older.code, older.out]).toEqual([1, expect.stringContaining('1 step is missing')]);
    expect([refused.code, refused.err + refused.out]).toEqual([
      78,
      expect.stringContaining('npx atrium migrate'),
    ]);
    await sql`insert into schema_migrations (name, content_hash) values (${last?.name}, ${last?.contentHash})`;
    const [current, again, unsaid] = await Promise.all([
      atrium(['migrate', '--check']),
      atrium(['migrate']),
      atrium(['migrate', 'now']),
    ]);
    const nowhere = { DATABASE_URL: 'postgres://a:secret@127.0.0.1:1/x' };
    for (const args of [['migrate', '--check'], ['resume'], ['security', 'reset', 'ANDES']]) {
      const lost = await atrium(args, nowhere);
      expect([lost.code, lost.out]).toEqual([1, '']);
      expect(lost.err).toMatch(/^atrium: DATABASE_URL: no PostgreSQL answers at 127\.0\.0\.1:1/);
    }
    const right = 'The schema is that of this version.\n';
    expect([current.code, current.out, again.code, again.out]).toEqual([0, right, 0, right]);
    expect([current.err, unsaid.code]).toEqual(['', 2]);
  });
});

test('npx atrium version, and what every command takes, are said', async () => {
  const [version, ...helps] = await Promise.all([
    run(main, ['version'], {}),
    ...['migrate', 'doctor', 'keys reseal'].map((name) => atrium([...name.split(' '), '--help'])),
  ]);
  expect([version.code, version.out]).toEqual([
    0,
    expect.stringMatching(/^atrium \d+\.\d+\.\d+\n$/),
  ]);
  for (const help of helps)
    expect([help.code, help.out]).toEqual([0, expect.stringMatching(/^npx atrium/)]);
});

test('a setting of backups that is malformed is named in words', () => {
  const faults = [
    ['BACKUP_DATABASE_URL', 'garbage', /is not an address such as postgres:/],
    ['BACKUP_DATABASE_URL', 'https://db.example/x', /is not an address such as postgres:/],
    ['BACKUP_DATABASE_URL', 'postgres://a:b@[x', /is not an address such as postgres:/],
    ['BACKUP_KEEP', 'x', /must be a whole number/],
    ['BACKUP_CLICKHOUSE_DISK', 'a b', /must be the name of a disk/],
    ['BACKUP_PUBLIC_KEY', 'abc', /is not a public key/],
  ] as const;
  for (const [name, value, words] of faults)
    expect(() => readBackupSettings({ [name]: value })).toThrow(
      new RegExp(`^${name} ${words.source}`),
    );
});

test('npx atrium doctor and keys reseal run by the settings of the platform, which files may hold', async () => {
  const key = join(folder, 'secret-key');
  await writeFile(key, `${'n'.repeat(43)}\n${w.config.secretKeys[0]}\n`);
  const settings = {
    DATABASE_URL: url,
    PUBLIC_URL: 'http://atrium.example',
    SECRET_KEY_FILE: key,
    TOKEN_SIGNING_KEY: w.config.tokens.signingKey,
    ANALYTICS_URL: 'http://127.0.0.1:1',
    DATA_DIR: folder,
  };
  const mayNotReplicate = { ...settings, BACKUP_DATABASE_URL: url };
  const nowhere = { ...mayNotReplicate, DATABASE_URL: 'postgres://a:secret@127.0.0.1:1/x' };
  const [looked, lines, resealed, missing, backup] = await Promise.all([
    atrium(['doctor', '--json'], settings),
    atrium(['doctor'], nowhere),
    atrium(['keys', 'reseal'], settings),
    atrium(['keys', 'reseal'], { DATABASE_URL: url, DATA_DIR: folder }),
    atrium(['backup', join(folder, 'copies')], mayNotReplicate),
  ]);
  const found: { name: string; status: string; message: string }[] = JSON.parse(looked.out);
  const statusOf = Object.fromEntries(found.map(({ name, status }) => [name, status]));
  expect(statusOf).toMatchObject({
    database: 'OK',
    engine: 'FAIL',
    mail: 'SKIPPED',
    sender: 'SKIPPED',
    store: 'OK',
    calendars: 'SKIPPED',
    clock: 'OK',
    backup: 'SKIPPED',
    keys: 'OK',
    schema: 'OK',
  });
  expect(found).toHaveLength(13);
  expect(looked.code).toBe(1);
  expect([lines.code, lines.out]).toEqual([1, expect.stringMatching(/^FAIL +database /m)]);
  expect(lines.out).toMatch(/^FAIL +backup +The login .* may not replicate \(42501\)/m);
  expect([backup.code, backup.err]).toEqual([1, expect.stringContaining('may not replicate')]);
  const told = [looked, lines, resealed, missing, backup].map(({ out, err }) => out + err).join('');
  const { d: ownKey } = JSON.parse(String(w.config.tokens.signingKey));
  for (const secret of ['n'.repeat(43), String(w.config.secretKeys[0]), ownKey, 'secret'])
    expect(told).not.toContain(secret);
  expect(told).not.toMatch(/[\w.+-]+@[\w-]+\.\w|eyJ[\w-]{10}|atr_|-----BEGIN/);
  expect([resealed.code, resealed.out]).toEqual([0, 'Resealed: 0\n']);
  expect([missing.code, missing.err]).toEqual([1, expect.stringContaining('SECRET_KEY')]);
});
