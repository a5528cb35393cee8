import { spawn, spawnSync } from 'node:child_process';
import type { KeyObject } from 'node:crypto';
import { once } from 'node:events';
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { manifestPart } from '@atrium/local/backup/base.ts';
import { chooseBase } from '@atrium/local/backup/choose-base.ts';
import { openArchive, readWhole } from '@atrium/local/backup/entries.ts';
import { readPrivateKey, readPublicKey, writeKeyPair } from '@atrium/local/backup/key-pair.ts';
import { pieceName } from '@atrium/local/backup/lsn.ts';
import { noteReached } from '@atrium/local/backup/reached.ts';
import { removeOldBases } from '@atrium/local/backup/remove-old-bases.ts';
import { homeOfObjects, listObjects } from '@atrium/local/backup/stored-objects.ts';
import { aboutPart, type Source } from '@atrium/local/backup/take-backup.ts';
import { startPostgres } from '@atrium/local/postgres.ts';
import { openSecrets } from '@atrium/local/secrets.ts';
import { childEnvironment } from '@atrium/local/test-support/child-environment.ts';
import { fillDisk } from '@atrium/local/test-support/fill-disk.ts';
import { type Place, test } from '@atrium/local/test-support/place.ts';
import { createHeads } from '@atrium/platform/audit/archive/heads.ts';
import { hashPassword } from '@atrium/platform/auth/passwords.ts';
import { createTokenIssuer } from '@atrium/platform/auth/token-issuer.ts';
import { type Db, openDb } from '@atrium/platform/database/db.ts';
import { type KeyRing, readKeyRing } from '@atrium/platform/database/key-ring.ts';
import { migrate } from '@atrium/platform/database/migrate.ts';
import { system } from '@atrium/platform/database/principal.ts';
import { folderStore } from '@atrium/platform/files/folder-store.ts';
import { openBucket } from '@atrium/platform/files/open-object-store.ts';
import { createUrlSigner } from '@atrium/platform/files/url-signer.ts';
import type { Message } from '@atrium/platform/mail/mailer.ts';
import { queueMail } from '@atrium/platform/mail/outbox/queue-mails.ts';
import { createStaffMember } from '@atrium/platform/staff/create-staff-member.ts';
import { createTenant } from '@atrium/platform/tenants/create-tenant.ts';
import { archiveTrail } from '@atrium/platform/test-support/aged-trail.ts';
import { createClient } from '@atrium/platform/test-support/client.ts';
import { openPlatform } from '@atrium/platform/test-support/open-platform.ts';
import { startS3Server } from '@atrium/platform/test-support/s3-server.ts';
import { staffInput } from '@atrium/platform/test-support/staff-input.ts';
import { startReceiver } from '@atrium/platform/test-support/webhook-receiver.ts';
import { expect, vi } from 'vitest';
import { atrium } from '../test-support/run-atrium.ts';
import { takeEachDay, takeOne } from './take-each-day.ts';

const patience = { timeout: 90_000, interval: 30 };
const changesBefore = Number(process.env.BACKUP_CHANGES ?? 20);
const writers = Number(process.env.BACKUP_WRITERS ?? 1);

function spawnAtrium(args: string[], env: Record<string, string>) {
  return spawn(process.execPath, [join(import.meta.dirname, 'main.ts'), ...args], {
    env: { ...childEnvironment(), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

const moment = () => new Date().toISOString();

/** Starts the embedded database of a DATA_DIR as a start does, without what else that starts. */
async function startDatabase(place: Place, { dataDir }: { dataDir: string }) {
  const secrets = await openSecrets(join(dataDir, 'secrets.json'));
  const passwords = { admin: secrets.databaseAdminPassword, owner: secrets.databasePassword };
  const server = await startPostgres({ dataDir, passwords });
  const db = openDb({ url: server.url(), max: 4 });
  place.finally(() => Promise.all([db.close(), server.stop()]));
  return { db, server };
}

test('a backup that follows is restored as of a moment, with all before it and nothing after', async ({
  place,
}) => {
  const config = place.config();
  const { dataDir } = config;
  const { db, server } = await startDatabase(place, config);
  await migrate(server.url());
  const person = await createAdministrator(db);
  const archived = await archiveMonth(db, dataDir);
  mkdirSync(join(dataDir, 'objects', 'a'), { recursive: true });
  writeFileSync(join(dataDir, 'objects', 'a', 'logo'), '<svg/>');
  const keyFile = join(place.folder(), 'backup.key');
  const keys = await atrium(['keys', 'backup', keyFile]);
  const publicKey = keys.out.trimEnd().split('\n').at(-1) ?? '';
  expect([keys.code, statSync(keyFile).mode & 0o777]).toEqual([0, 0o600]);
  expect((await atrium(['keys', 'backup', keyFile])).err).toContain('never replaced');

  const disk = place.folder();
  const isSmall = mountSmall(place, disk);
  const archive = join(disk, 'archive');
  const env = { DATA_DIR: dataDir, BACKUP_PUBLIC_KEY: publicKey };
  const following = spawnAtrium(['backup', archive, '--follow'], env);
  place.finally(() => following.kill('SIGKILL'));
  let said = '';
  following.stdout.on('data', (chunk) => {
    said += chunk;
  });
  const complaint = text(following.stderr);
  await expect.poll(() => said, patience).toMatch(/^verified .*base-\d{8}T\d{6}Z\n/);

  const changes: { code: string; begun: string; acknowledged: string }[] = [];
  let isOver = false;
  let made = 0;
  const write = async () => {
    while (!isOver) {
      const [code, begun] = [`T-${made++}`, moment()];
      await db.asPlatform((tx) => createTenant(tx, { name: 'Andes', code }));
      changes.push({ code, begun, acknowledged: moment() });
    }
  };
  const writing = Promise.all(Array.from({ length: writers }, write));
  await expect.poll(() => changes.length, patience).toBeGreaterThan(changesBefore);
  writeFileSync(join(dataDir, 'objects', 'a', 'later'), 'uploaded while it follows');
  const to = moment();
  await expect.poll(() => changes.at(-1)?.begun, patience).not.toBe(changes.at(-1)?.begun);
  const [home = ''] = readdirSync(archive).filter((name) => name.startsWith('base-'));
  const until = () => {
    const file = join(archive, home, 'followed-until');
    return existsSync(file) ? readFileSync(file, 'utf8') : '';
  };
  await expect.poll(() => until() > to, patience).toBe(true);
  isOver = true;
  await writing;
  // Each copy is followed until the next one is verified.
  const days = join(place.folder(), 'days');
  const over = new AbortController();
  const source: Source = {
    url: server.url('atrium', 'postgres'),
    kind: 'embedded',
    login: 'atrium@localhost/atrium',
    dataDir,
    analyticsDir: undefined,
  };
  const means = {
    publicKey: undefined,
    follow: true,
    stopping: over.signal,
    onTaken: () => undefined,
  };
  // What comes before a copy waits for the server, and is tried again while the former copy is followed.
  const first = vi.fn(async () => {
    if (first.mock.calls.length === 2) throw new Error('The disk is full');
  });
  const away = 'postgres://atrium@127.0.0.1:1/atrium';
  const unreached = { source: { ...source, url: away }, databaseUrl: away };
  const { done } = takeOne(unreached, days, { ...means, before: first });
  await expect(done).rejects.toThrow('ECONNREFUSED');
  expect([first.mock.calls, readdirSync(days)]).toEqual([[], []]);
  let complaints = '';
  const stderr = vi.spyOn(process.stderr, 'write').mockImplementation((chunk) => {
    complaints += String(chunk);
    return true;
  });
  const turns = { everyMs: 10, againMs: 10 };
  const taking = takeEachDay(
    { source, databaseUrl: away },
    days,
    { ...means, before: first },
    turns,
  );
  const coversNext = async () => {
    const [older = '', newer = ''] = existsSync(days) ? readdirSync(days).sort() : [];
    if (!existsSync(join(days, newer, `${aboutPart}.gz`))) return false;
    const { endedAt } = JSON.parse(
      String(await readWhole(join(days, newer), aboutPart, undefined)),
    );
    return readFileSync(join(days, older, 'followed-until'), 'utf8') >= endedAt;
  };
  await expect.poll(coversNext, patience).toBe(true);
  over.abort();
  await taking;
  stderr.mockRestore();
  expect(complaints).toContain('The disk is full; the former copy is followed, trying again\n');
  expect(complaints).toContain('The age of the backup could not be noted: ');
  // The same server as one of somebody's own.
  const own = { ...env, DATA_DIR: place.folder(), DATABASE_URL: server.url() };
  const ownServer = join(place.folder(), 'own');
  const unnamed = await atrium(['backup', join(place.folder(), 'packed'), '--follow'], own);
  expect([unnamed.code, unnamed.out]).toEqual([1, expect.stringContaining('is not in it')]);
  expect(unnamed.out).toContain('Nothing is followed');
  const named = { ...own, BACKUP_DATABASE_URL: server.url('atrium', 'postgres') };
  // One that stops while it copies leaves nothing behind.
  const cutShort = spawnAtrium(['backup', ownServer, '--follow'], named);
  const cutOff = once(cutShort, 'exit');
  const others = () => (existsSync(ownServer) ? readdirSync(ownServer) : []);
  await expect.poll(() => others().length, patience).toBe(1);
  cutShort.kill('SIGTERM');
  expect([(await cutOff)[0], others()]).toEqual([1, []]);
  const taken = await atrium(['backup', ownServer], named);
  expect([taken.err, taken.code, taken.out]).toEqual(['', 0, expect.stringMatching(/^verified /)]);
  expect(taken.out).toMatch(/^not taken: keys: .*\nnot taken: analytics: /m);
  // One without the key would lie open beside those that are encrypted.
  const before = others();
  const open = await atrium(['backup', ownServer], { ...named, BACKUP_PUBLIC_KEY: '' });
  expect([open.code, open.err]).toEqual([
    1,
    expect.stringContaining('BACKUP_PUBLIC_KEY is not set'),
  ]);
  expect(others()).toEqual(before);
  // What is no lost connection ends it, a disk that is full for instance.
  const exit = once(following, 'exit');
  const followed = readdirSync(archive);
  const noRoom = 'ENOSPC: no space left on device';
  const filler = isSmall ? fillDisk(join(disk, 'filler')) : undefined;
  if (!filler) mkdirSync(join(archive, home, 'followed-until.part'));
  const reason = filler ? noRoom : 'EISDIR';
  expect([(await exit)[0], await complaint]).toEqual([1, expect.stringContaining(reason)]);
  if (filler) {
    const refused = await atrium(['backup', archive], env);
    expect([refused.code, refused.out, refused.err]).toEqual([
      1,
      expect.not.stringContaining('verified'),
      expect.stringContaining(noRoom),
    ]);
    expect(readdirSync(archive)).toEqual(followed);
    rmSync(filler);
  }
  server.kill();
  await server.ended;

  const secrets = join(dataDir, 'secrets.json');
  const other = place.config({ DATA_DIR: join(place.folder(), 'new') });
  const there = { DATA_DIR: other.dataDir };
  const options = ['--to', to, '--secrets', secrets];
  expect((await atrium(['restore', archive, ...options], there)).err).toContain('--key FILE');
  const missing = await atrium(['restore', '/missing', '--key', keyFile], there);
  expect([missing.code, missing.err]).toEqual([1, expect.stringContaining('There is no folder')]);
  const restored = await atrium(['restore', archive, '--key', keyFile, ...options], there);
  expect([restored.err, restored.code]).toEqual(['', 0]);
  const full = await atrium(['restore', archive, '--key', keyFile], there);
  expect([full.code, full.err]).toEqual([1, expect.stringContaining('is not empty')]);

  const { db: reopened, server: again } = await startDatabase(place, other);
  const rows = await reopened.asPlatform(
    (tx) => tx<{ code: string; tenantUuid: string }[]>`
      select code, tenant_uuid from tenants where code like 'T-%'`,
  );
  const found = new Set(rows.map(({ code }) => code));
  const lost = changes.filter(({ code, acknowledged }) => acknowledged < to && !found.has(code));
  const early = changes.filter(({ code, begun }) => begun > to && found.has(code));
  expect([lost, early]).toEqual([[], []]);
  const seen = await reopened.asTenant(
    rows[0]?.tenantUuid ?? '',
    system,
    (tx) => tx<{ code: string }[]>`select code from tenants`,
  );
  expect(seen).toEqual([{ code: rows[0]?.code }]);
  expect(await reopened.asPlatform((tx) => tx`select from outgoing_pauses`)).toHaveLength(1);
  expect(readFileSync(join(other.dataDir, 'objects/a/logo'), 'utf8')).toBe('<svg/>');
  expect(readFileSync(join(other.dataDir, 'secrets.json'))).toEqual(readFileSync(secrets));

  await sendsNothingUntilResumed(again.url(), person);

  const files = join(place.folder(), 'pgdata');
  const elsewhere = { DATA_DIR: join(place.folder(), 'third'), DATABASE_URL: 'postgres://a@b/c' };
  const back = ['restore', ownServer, '--key', keyFile];
  expect((await atrium(back, elsewhere)).err).toContain('--postgres DIR');
  const put = await atrium([...back, '--postgres', files], elsewhere);
  expect([put.err, put.code]).toEqual(['', 0]);
  expect(readdirSync(files)).toContain('PG_VERSION');
  expect(readdirSync(files)).not.toContain('recovery.signal');

  // What is said, and what lies open in an archive, is of nobody and opens nothing.
  const runs = [keys, unnamed, taken, open, missing, restored, full, put];
  const told = runs.map(({ out, err }) => out + err).join('') + said + (await complaint);
  const isOwn = (value: unknown): value is string => typeof value === 'string' && value.length > 15;
  const hidden = [
    ...Object.values(JSON.parse(readFileSync(secrets, 'utf8'))).filter(isOwn),
    readFileSync(keyFile, 'utf8').trim(),
    person.email,
    person.password,
    'postgres://',
  ];
  expect(hidden.filter((each) => told.includes(each))).toEqual([]);
  const packed = [archive, ownServer].flatMap((folder) =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1') + entry.name),
  );
  expect(packed.length).toBeGreaterThan(4);
  expect(hidden.filter((each) => packed.some((file) => file.includes(each)))).toEqual([]);
  const oldest = readdirSync(days).sort()[0] ?? '';
  for (const part of [aboutPart, manifestPart]) {
    const plain = String(await readWhole(join(days, oldest), part, undefined));
    expect(hidden.filter((each) => plain.includes(each))).toEqual([]);
  }

  // A drill that is stopped leaves nothing behind, neither files nor a server.
  const scratch = place.folder();
  const stopped = spawnAtrium(['restore-drill', archive, '--key', keyFile], { TMPDIR: scratch });
  const why = text(stopped.stderr);
  const left = () => readdirSync(scratch, { recursive: true, encoding: 'utf8' });
  await expect.poll(() => left().some((name) => name.endsWith('base')), patience).toBe(true);
  stopped.kill('SIGINT');
  expect([(await once(stopped, 'exit'))[0], await why]).toEqual([
    1,
    expect.stringContaining('The drill was stopped'),
  ]);
  expect(left()).toEqual([]);

  const drilled = await atrium(['restore-drill', archive, '--key', keyFile]);
  expect(drilled).toMatchObject({ code: 0, out: expect.stringContaining('can be restored') });
  const stored = readdirSync(archive, { recursive: true, encoding: 'utf8' });
  const months = stored.filter((name) => name.includes(`${archived}/audit/`) && /gz/.test(name));
  for (const name of months) rmSync(join(archive, name), { recursive: true });
  const without = await atrium(['restore-drill', archive, '--key', keyFile]);
  expect([months.length, without.code, without.out]).toEqual([
    1,
    1,
    expect.stringMatching(
      `wrong: the audit trail of ${archived} is broken: the archived part .* is missing`,
    ),
  ]);
  // Of an installation whose objects are in a bucket the backup has none.
  const bucket = await startS3Server();
  place.finally(bucket.stop);
  const drillWithBucket = () =>
    atrium(['restore-drill', archive, '--key', keyFile], bucket.settings);
  const [part = ''] = readdirSync(join(dataDir, 'objects', archived, 'audit'));
  const key = `${archived}/audit/${part}`;
  await openBucket(bucket.settings)?.write(
    key,
    readFileSync(join(dataDir, 'objects', key)),
    'application/gzip',
  );
  expect(await drillWithBucket()).toMatchObject({
    code: 0,
    out: expect.stringContaining('can be restored'),
  });
  await openBucket(bucket.settings)?.remove([key]);
  expect(await drillWithBucket()).toMatchObject({
    code: 1,
    out: expect.stringMatching(/the archived part .* is missing/),
  });
  const sealed = join(archive, home, 'cluster.tar.sealed');
  truncateSync(sealed, statSync(sealed).size - 70_000);
  const cut = await atrium(['restore-drill', archive, '--key', keyFile]);
  expect([cut.code, cut.err]).toEqual([1, expect.stringContaining('cut or changed')]);
  appendFileSync(sealed, Buffer.alloc(70_000));
  const changed = await atrium(['restore-drill', archive, '--key', keyFile]);
  expect([changed.code, changed.err]).toEqual([1, expect.stringContaining('cut or changed')]);
}, 900_000);

/** Makes a firm with a month of its trail in object storage, and returns its identifier. */
async function archiveMonth(db: Db, dataDir: string): Promise<string> {
  const { tokenSigningKey, secretKey } = await openSecrets(join(dataDir, 'secrets.json'));
  const issuer = await createTokenIssuer({
    signingKey: tokenSigningKey,
    issuer: 'atrium',
    audience: 'atrium',
    accessSeconds: 900,
  });
  const objects = folderStore(
    join(dataDir, 'objects'),
    createUrlSigner(readKeyRing(secretKey) as KeyRing),
  );
  const { tenantUuid } = await db.asPlatform((tx) =>
    createTenant(tx, { name: 'Andes', code: 'ARCHIVED' }),
  );
  const archive = { objects, heads: createHeads(issuer) };
  await archiveTrail({ db, services: { archive } }, tenantUuid);
  return tenantUuid;
}

/** Makes a folder a small disk of its own, and returns whether this user may. */
function mountSmall(place: Place, folder: string): boolean {
  const options = ['-t', 'tmpfs', '-o', 'size=200m', 'tmpfs', folder];
  const isMounted = spawnSync('mount', options).status === 0;
  if (isMounted) place.finally(() => spawnSync('umount', ['-l', folder]));
  else process.stdout.write('only root may mount a small disk: none gets full here\n');
  return isMounted;
}

type Person = { tenantUuid: string; email: string; password: string };

/** An administrator with a password, to whom a mail is owed. */
async function createAdministrator(db: Db): Promise<Person> {
  const { tenantUuid } = await db.asPlatform((tx) =>
    createTenant(tx, { name: 'Sur', code: 'S-1' }),
  );
  const input = { ...staffInput(tenantUuid), staffType: 'ADMIN' as const };
  const passwordHash = await hashPassword(input.password);
  await db.asTenant(tenantUuid, system, async (tx) => {
    const { tenantStaffUuid } = await createStaffMember(tx, { input, passwordHash });
    await queueMail(tx, { kind: 'PASSWORD_RESET', personUuid: tenantStaffUuid });
  });
  return { tenantUuid, email: input.userEmail, password: input.password };
}

/** Starts the platform on a restored database: its people work, and what they owe others goes out when it is resumed. */
async function sendsNothingUntilResumed(databaseUrl: string, person: Person): Promise<void> {
  const { tenantUuid, email, password } = person;
  const mails: Message[] = [];
  const receiver = await startReceiver();
  const platform = await openPlatform(
    { WEBHOOKS_PRIVATE_ADDRESSES: 'on' },
    { databaseUrl, webhooks: true },
    (mail) => void mails.push(mail),
  );
  try {
    const anonymous = createClient(platform.app);
    const { body: entered } = await anonymous.post('/api/auth/login', { email, password });
    const admin = createClient(platform.app, {
      authorization: `Bearer ${entered.accessToken}`,
      'x-tenant-uuid': tenantUuid,
      'x-user-id': entered.user.userUuid,
      'x-user-email': email,
      'x-user-type': 'TENANT_ADMIN',
    });
    const endpoints = '/api/webhook-endpoints';
    const { body: endpoint } = await admin.post(endpoints, { url: receiver.url });
    const tested = await admin.post(`${endpoints}/${endpoint.endpointUuid}/test`);
    expect([tested.status, tested.body.status]).toEqual([200, 'PENDING']);
    const turns = async () => {
      const metric = platform.services.registry.getSingleMetric('worker_turns_total');
      const { values = [] } = (await metric?.get()) ?? {};
      const of = (worker: string) =>
        values
          .filter(({ labels }) => labels.worker === worker)
          .reduce((sum, { value }) => sum + value, 0);
      return Math.min(of('mails'), of('webhooks'));
    };
    const before = await turns();
    await expect.poll(turns, patience).toBeGreaterThan(before + 1);
    const { status, body } = await anonymous.get('/health/ready');
    expect([status, body.paused]).toEqual([200, true]);
    expect([mails, receiver.received]).toEqual([[], []]);

    const resumed = await atrium(['resume'], { DATABASE_URL: databaseUrl });
    expect([resumed.code, resumed.out]).toEqual([0, 'Resumed.\n']);
    await expect.poll(() => mails.map(({ to }) => to), patience).toContain(email);
    await expect.poll(() => receiver.received.length, patience).toBeGreaterThan(0);
  } finally {
    await platform.quiet();
    await platform.close();
    receiver.stop();
  }
}

test('of several bases the one is restored whose log reaches furthest, or up to the moment, and whose end is there', async ({
  place,
}) => {
  const folder = place.folder();
  const [key, formerKey] = [1, 2].map((number) => join(folder, `${number}.key`));
  const [own, former] = [key, formerKey].map((file) => readPublicKey(writeKeyPair(file ?? '')));
  const archive = join(folder, 'archive');
  const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 10, minute));
  const lsn = (bytes: number) => `0/${bytes.toString(16).toUpperCase()}`;
  type Made = { name: string; to: KeyObject | undefined; ended: number; until?: number };
  const make = async ({ name, to, ended, until }: Made) => {
    const base = openArchive(join(archive, name), to);
    const isFollowed = until !== undefined;
    const about = { startLsn: lsn(110), endLsn: lsn(200), endedAt: at(ended).toISOString() };
    for (const [from, end] of isFollowed
      ? ([
          [100, 300],
          [300, 400],
        ] as const)
      : [])
      await base.write(
        pieceName({ timeline: 1, from: BigInt(from), to: BigInt(end) }),
        Buffer.of(),
      );
    if (isFollowed) await noteReached(base, at(until), 400n);
    await base.write(aboutPart, Buffer.from(JSON.stringify({ ...about, isFollowed })));
  };
  await make({ name: 'base-1', to: own, ended: 10, until: 30 });
  await make({ name: 'base-2', to: own, ended: 20 });
  await make({ name: 'base-3', to: former, ended: 40, until: 50 });
  const privateKey = readPrivateKey(key ?? '');
  const chosen = async (minute?: number) => {
    const to = minute === undefined ? undefined : at(minute).toTemporalInstant();
    const { home, closed, asOf } = await chooseBase(archive, privateKey, to);
    expect(asOf).toEqual(at(minute ?? 30).toTemporalInstant());
    return [basename(home), ...closed.map((each) => basename(each))];
  };
  expect(await chosen()).toEqual(['base-1', 'base-3']);
  expect(await chosen(25)).toEqual(['base-1', 'base-3']);
  expect(await chosen(20)).toEqual(['base-2', 'base-3']);
  await expect(chosen(5)).rejects.toThrow('was whole by');
  await expect(chosen(31)).rejects.toThrow('not to 2026-01-01T10:31:00Z');
  await expect(chooseBase(archive, undefined, undefined)).rejects.toThrow('--key FILE');
  const stranger = readPrivateKey(strangersKey(folder));
  await expect(chooseBase(archive, stranger, undefined)).rejects.toThrow('another key');

  // Uploads of the same archive lie apart for each key, and those in plain are read, too.
  for (const to of [own, former, undefined])
    await openArchive(homeOfObjects(archive, to), to).write('objects/a', Buffer.of());
  const objects = listObjects(archive, privateKey);
  expect(objects).toEqual([{ home: homeOfObjects(archive, own), name: 'objects/a' }]);
  expect(listObjects(archive, undefined)).toEqual([{ home: archive, name: 'objects/a' }]);

  const log = join(archive, 'base-1', 'wal');
  rmSync(join(log, readdirSync(log).sort().at(-1) ?? ''));
  await expect(chosen()).rejects.toThrow('the last files of its folder wal are missing');
  rmSync(join(log, readdirSync(log)[0] ?? ''));
  await make({ name: 'base-1', to: own, ended: 10, until: 30 });
  rmSync(join(log, readdirSync(log).sort()[0] ?? ''));
  await expect(chosen()).rejects.toThrow('from 0/6E to 0/12C, is missing');
});

test('what no moment of the days to keep needs is removed, never the newest base', async ({
  place,
}) => {
  const archive = place.folder();
  const at = (day: number) => new Date(Date.UTC(2026, 0, day, 10));
  const make = async (day: number, until?: number) => {
    const base = openArchive(
      join(archive, `base-202601${String(day).padStart(2, '0')}T100000Z`),
      undefined,
    );
    if (until !== undefined) await noteReached(base, at(until), 1n);
    await base.write(aboutPart, Buffer.from('{}'));
  };
  const left = () =>
    readdirSync(archive)
      .flatMap((name) => /^base-202601(..)/.exec(name)?.[1] ?? [])
      .map(Number);
  await make(1, 2);
  await make(2, 5);
  await make(5);
  await make(6);
  mkdirSync(join(archive, 'base-20260103T000000Z'));
  utimesSync(join(archive, 'base-20260103T000000Z'), at(3), at(3));
  const objects = openArchive(homeOfObjects(archive, undefined), undefined);
  for (const [name, day] of [
    ['gone', 4],
    ['kept', 6],
  ] as const) {
    await objects.write(`objects/${name}`, Buffer.of());
    utimesSync(join(archive, 'objects', `${name}.gz`), at(day), at(day));
  }
  const removed = (keepDays: number, now: number) =>
    removeOldBases(archive, keepDays, at(now)).map((home) => basename(home));
  // The second reaches into the five days, so the moments before the third are still there.
  expect(removed(5, 9)).toEqual(['base-20260103T000000Z', 'base-20260101T100000Z']);
  expect(left()).toEqual([2, 5, 6]);
  expect(listObjects(archive, undefined)).toHaveLength(2);
  expect(removed(5, 11)).toEqual(['base-20260102T100000Z', 'base-20260105T100000Z']);
  expect(listObjects(archive, undefined).map(({ name }) => name)).toEqual(['objects/kept']);
  expect([removed(1, 30), left()]).toEqual([[], [6]]);
});

function strangersKey(folder: string): string {
  const file = join(folder, 'stranger.key');
  writeKeyPair(file);
  return file;
}
