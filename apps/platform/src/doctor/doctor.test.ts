import { generateKeyPairSync } from 'node:crypto';
import { expect, test } from 'vitest';
import { openSql } from '../../test-support/open-sql.ts';
import { cloneDatabase, world } from '../../test-support/world.ts';
import { openDb } from '../database/db.ts';
import { examine } from './examine.ts';
import type { Means } from './finding.ts';
import { noteKeys } from './key-ages.ts';

const w = await world();
const day = 86_400_000;
const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 });
const pem = privateKey.export({ type: 'pkcs8', format: 'pem' });
const p = publicKey.export({ type: 'spki', format: 'der' }).toString('base64');
const coded = (code: string) => Object.assign(new Error('secret text of an error'), { code });

const provider = w.config.calendar.providers[0];
if (!provider) throw new Error('There is no provider');
const config = {
  ...w.config,
  development: false,
  publicUrl: 'https://atrium.example',
  secretKeys: ['x'.repeat(43)] as const,
  calendar: { ...w.config.calendar, providers: [{ ...provider, clientId: 'x' }] },
  mail: {
    ...w.config.mail,
    smtpUrl: 'smtp://user:pass@mail.example',
    from: 'Atrium <no-reply@post.example>',
    dkim: { domainName: 'post.example', keySelector: 's1', privateKey: String(pem) },
  },
};
const names: Record<string, string[]> = {
  'post.example': ['v=spf1 mx -all', 'other=1'],
  '_dmarc.post.example': ['v=DMARC1; p=reject'],
  's1._domainkey.post.example': [`v=DKIM1; k=rsa; p=${p}`],
};

/** Looks a name up among these; a name that is not there is unknown. */
function dnsOf(known: Record<string, string[]>): Means['dns'] {
  const resolve = async (name: string) => known[name] ?? Promise.reject(coded('ENOTFOUND'));
  return {
    resolveTxt: async (name) => (await resolve(name)).map((text) => [text]),
    resolve4: resolve,
    resolve6: () => Promise.reject(coded('ENODATA')),
  };
}

/** An installation with a mapped domain in which nothing is wrong. */
const means: Means = {
  config,
  // The world's database answers, but for the list of domains, which other files fill.
  db: { asPlatform: (work) => w.db.asPlatform(work) },
  dns: dnsOf(names),
  fetch: async () => ({ status: 200 }),
  readCertificate: async () => ({ validTo: Date.now() + 60 * day, distrust: null }),
  greetMailServer: async () => true,
  readDisk: async () => ({ freeBytes: 2 ** 40, totalBytes: 2 ** 41 }),
  store: {
    write: async () => undefined,
    read: async () => Buffer.from('doctor'),
    remove: async () => undefined,
  },
  countSeals: async () => ({ others: 0, unreadable: 0 }),
  findBackupAge: async () => 3_600,
  tryBackupLogin: async () => undefined,
  now: Date.now,
};

const looked = async (changes: Partial<Means>, name: string) => {
  const found = (await examine({ ...means, ...changes }, 5_000)).find((each) => each.name === name);
  expect(found?.message).not.toMatch(/pass|secret text/);
  return found;
};
const withMail = (changes: object) => ({
  config: { ...config, mail: { ...config.mail, ...changes } },
});
const failing = (code: string) => () => Promise.reject(coded(code));

test('doctor names thirteen parts, and those of a whole installation are OK', async () => {
  const found = await examine(means);
  expect(found.map(({ name }) => name)).toEqual(
    'database engine mail sender store calendars clock domains certificates disk backup keys schema'.split(
      ' ',
    ),
  );
  // Domains of other files may stand in this database.
  const others = found.filter(({ name }) => name !== 'domains');
  expect(others.filter(({ status }) => status !== 'OK')).toEqual([]);
});

const away = { fetch: failing('ECONNREFUSED') };
const without = (name: string) => ({ dns: dnsOf({ ...names, [name]: [] }) });
const instead = (name: string, ...texts: string[]) => ({ dns: dnsOf({ ...names, [name]: texts }) });
const ends = (validTo: number, distrust: string | null = null) => ({
  readCertificate: async () => ({ validTo, distrust }),
});
const free = (freeBytes: number) => ({
  readDisk: async () => ({ freeBytes, totalBytes: 2 ** 41 }),
});
const aged = (hours: number | null) => ({
  findBackupAge: async () => hours && hours * 3_600,
});
const sealed = (others: number, unreadable: number) => ({
  countSeals: async () => ({ others, unreadable }),
});
const lost = { asPlatform: failing('ECONNREFUSED') };
/** A clock that is so many milliseconds before the database's; how long that takes to answer is no part of it. */
const clocks = (aheadMs: number): Partial<Means> => {
  const at = Date.now();
  return { db: { asPlatform: async () => [{ at }] as never }, now: () => at + aheadMs };
};

test.each<[string, string, string, Partial<Means>, RegExp]>([
  ['a database that is away', 'database', 'FAIL', { db: lost }, /ECONNREFUSED/],
  ['analytics that is away', 'engine', 'FAIL', away, /does not answer/],
  [
    'analytics that is not ready',
    'engine',
    'FAIL',
    { fetch: async () => ({ status: 503 }) },
    /503/,
  ],
  ['a mail server that is away', 'mail', 'FAIL', { greetMailServer: failing('EDNS') }, /EDNS/],
  [
    'a login that the mail server refuses',
    'mail',
    'FAIL',
    { greetMailServer: failing('EAUTH') },
    /login/,
  ],
  ['no mail server', 'mail', 'SKIPPED', withMail({ smtpUrl: undefined }), /SMTP_URL/],
  ['a sender without SPF', 'sender', 'FAIL', without('post.example'), /no SPF/],
  [
    'a sender with two SPF records',
    'sender',
    'FAIL',
    instead('post.example', 'v=spf1 a', 'v=spf1 b'),
    /several/,
  ],
  ['a sender without DMARC', 'sender', 'WARN', without('_dmarc.post.example'), /no DMARC/],
  [
    'a key that nobody finds',
    'sender',
    'FAIL',
    without('s1._domainkey.post.example'),
    /no DKIM record/,
  ],
  [
    'another key than the own',
    'sender',
    'FAIL',
    instead('s1._domainkey.post.example', 'v=DKIM1; p=AAAA'),
    /is not that/,
  ],
  ['mails that are not signed', 'sender', 'WARN', withMail({ dkim: null }), /not signed/],
  ['no sender', 'sender', 'SKIPPED', withMail({ smtpUrl: undefined }), /SMTP_URL/],
  [
    'a store that refuses',
    'store',
    'FAIL',
    { store: { ...means.store, write: failing('EACCES') } },
    /EACCES/,
  ],
  [
    'a store that forgets',
    'store',
    'FAIL',
    { store: { ...means.store, read: async () => null } },
    /not found/,
  ],
  ['a provider that is not reached', 'calendars', 'FAIL', away, /not reached/],
  [
    'no provider',
    'calendars',
    'SKIPPED',
    { config: { ...config, calendar: { ...config.calendar, providers: [] } } },
    /No calendar/,
  ],
  ['a clock that is a minute off', 'clock', 'FAIL', clocks(60_000), /60\.0 seconds apart/],
  ['a clock that is some seconds off', 'clock', 'WARN', clocks(-5_000), /5\.0 seconds apart/],
  [
    'a certificate that ends soon',
    'certificates',
    'WARN',
    ends(Date.now() + 5.5 * day),
    /in 5 days/,
  ],
  ['one that has ended', 'certificates', 'FAIL', ends(Date.now() - 2 * day), /expired/],
  [
    'one that nobody believes',
    'certificates',
    'FAIL',
    ends(Date.now() + 60 * day, 'SELF_SIGNED'),
    /not believed/,
  ],
  [
    'no answer by https',
    'certificates',
    'FAIL',
    { readCertificate: failing('ECONNREFUSED') },
    /by https/,
  ],
  ['a disk that is full', 'disk', 'FAIL', free(2 ** 20), /1 MiB/],
  ['a disk that is nearly full', 'disk', 'WARN', free(2 ** 30), /1024 MiB/],
  ['an old backup', 'backup', 'WARN', aged(30), /30 hours/],
  ['a backup that is too old', 'backup', 'FAIL', aged(100), /100 hours/],
  ['no backup', 'backup', 'SKIPPED', aged(null), /No backup/],
  [
    'a login that may not replicate',
    'backup',
    'FAIL',
    { tryBackupLogin: failing('42501') },
    /may not replicate \(42501\).*provider.*1 hours old/,
  ],
  [
    'a server of backups that is away while the last one is new',
    'backup',
    'WARN',
    { tryBackupLogin: failing('ECONNREFUSED') },
    /cannot connect \(ECONNREFUSED\).*1 hours old/,
  ],
  [
    'a server of backups that is away while there is none',
    'backup',
    'FAIL',
    { tryBackupLogin: failing('CONNECTION_LOST'), ...aged(null) },
    /cannot connect \(CONNECTION_LOST\).*No backup/,
  ],
  [
    'a server that keeps no place for copies',
    'backup',
    'WARN',
    { tryBackupLogin: failing('53300') },
    /\(53300\).*max_wal_senders.*wal_level/,
  ],
  [
    'a login of backups with a wrong password',
    'backup',
    'FAIL',
    { tryBackupLogin: failing('28P01') },
    /is refused \(28P01\): check/,
  ],
  [
    'a login of backups that no rule lets in, and an age that is not known',
    'backup',
    'FAIL',
    { tryBackupLogin: failing('28000'), findBackupAge: failing('ECONNREFUSED') },
    /pg_hba.conf \(28000\).*cannot be looked at \(ECONNREFUSED\)/,
  ],
  ['texts of a former key', 'keys', 'WARN', sealed(3, 0), /keys reseal/],
  ['texts of a lost key', 'keys', 'FAIL', sealed(3, 1), /cannot be read/],
  ['a short key', 'keys', 'WARN', { config: { ...config, secretKeys: ['short'] } }, /short/],
  [
    'a schema that cannot be asked for',
    'schema',
    'FAIL',
    { config: { ...config, databaseUrl: 'postgres://a@127.0.0.1:1/b' } },
    /cannot be looked at/,
  ],
])('doctor finds %s', async (_what, name, status, changes, message) => {
  expect(await looked(changes, name)).toEqual({
    name,
    status,
    message: expect.stringMatching(message),
  });
});

test('doctor finds a newer schema, and an older one', async () => {
  const databaseUrl = await cloneDatabase();
  const sql = openSql(databaseUrl);
  const told = () => looked({ config: { ...config, databaseUrl } }, 'schema');
  await sql`insert into schema_migrations (name, content_hash) values ('9999_newer.sql', '')`;
  expect(await told()).toMatchObject({
    status: 'FAIL',
    message: expect.stringContaining('newer version of Atrium (9999_newer.sql)'),
  });
  await sql`
    delete from schema_migrations
     where name in (select name from schema_migrations order by name desc limit 2)`;
  expect(await told()).toMatchObject({
    status: 'FAIL',
    message: expect.stringMatching(/1 step is missing.*npx atrium migrate/),
  });
  await sql`drop table key_ages`;
  const older = openDb({ url: databaseUrl, max: 1 });
  expect(await looked({ db: older }, 'keys')).toMatchObject({ status: 'OK' });
  await older.close();
  await sql.end();
});

test('doctor tells for how long the keys are in use, from the start that was the first with each', async () => {
  const own = { ...config, secretKeys: [`age-${Date.now()}-${'x'.repeat(32)}`] as const };
  const told = () => looked({ config: own }, 'keys');
  await noteKeys(w.db, own);
  expect(await told()).toMatchObject({
    status: 'OK',
    message: expect.stringContaining('SECRET_KEY has been in use for 0 days'),
  });
  await w.db.asPlatform(
    (tx) => tx`update key_ages set since = now() - interval '400 days' where name = 'SECRET_KEY'`,
  );
  // A later start leaves what the first one noted.
  await noteKeys(w.db, own);
  expect(await told()).toMatchObject({
    status: 'WARN',
    message: 'SECRET_KEY has been in use for 400 days: change it',
  });
  const changed = { ...own, secretKeys: [`new-${own.secretKeys[0]}`, ...own.secretKeys] as const };
  await noteKeys(w.db, changed);
  expect(await looked({ config: changed }, 'keys')).toMatchObject({ status: 'OK' });
  const kept = await w.db.asPlatform(
    (tx) => tx<{ row: string }[]>`select key_ages::text as row from key_ages`,
  );
  for (const { row } of kept) expect(row).not.toContain(own.secretKeys[0]);
});

test('doctor finds a mapped domain without an address, and one that is not proven', async () => {
  const domain = `doctor-${Date.now()}.example`;
  const { tenantUuid } = await w.tenant();
  const set = (proveUntil: string | null) =>
    w.db.asPlatform(
      (tx) => tx`
        insert into tenant_domains (tenant_uuid, domain, active, challenge, proven_at, prove_until)
        values (${tenantUuid}, ${domain}, true, '', now(), ${proveUntil}::timestamptz)
        on conflict (tenant_uuid) do update set prove_until = excluded.prove_until`,
    );
  await set(null);
  expect((await looked({}, 'domains'))?.message).toContain(`${domain} has no address`);
  const unanswered = { ...means.dns, resolve4: failing('ETIMEOUT') };
  expect((await looked({ dns: unanswered }, 'domains'))?.message).toContain(
    `${domain} cannot be looked up (ETIMEOUT)`,
  );
  await set('2100-01-01');
  const everywhere = { ...means.dns, resolve4: async () => ['192.0.2.1'] };
  expect((await looked({ dns: everywhere }, 'domains'))?.message).toContain(
    `${domain} is not proven`,
  );
  // A name that is always this machine's own needs no address.
  await w.db.asPlatform(
    (tx) => tx`
      update tenant_domains set domain = ${`${domain}.localhost`}, prove_until = null
       where tenant_uuid = ${tenantUuid}`,
  );
  expect((await looked({}, 'domains'))?.message).not.toContain(
    `${domain}.localhost has no address`,
  );
  await w.db.asPlatform((tx) => tx`delete from tenant_domains where tenant_uuid = ${tenantUuid}`);
});
