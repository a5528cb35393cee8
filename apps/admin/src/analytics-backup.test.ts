import { once } from 'node:events';
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { countOf, world } from '@atrium/analytics/test-support/world.ts';
import { createAnalyticsCopies } from '@atrium/local/backup/copy-analytics.ts';
import { openArchive } from '@atrium/local/backup/entries.ts';
import { readPrivateKey, readPublicKey, writeKeyPair } from '@atrium/local/backup/key-pair.ts';
import {
  findAnalytics,
  readAnalytics,
  unpackAnalytics,
} from '@atrium/local/backup/unpack-analytics.ts';
import { readConfig } from '@atrium/local/config.ts';
import { afterAll, expect, test, vi } from 'vitest';
import { backUpClickHouse } from './clickhouse-backup.ts';
import { analyticsDirOf, listNotTaken } from './not-taken.ts';

const folder = mkdtempSync(join(tmpdir(), 'atrium-analytics-backup-'));
afterAll(() => rmSync(folder, { recursive: true }));
const tenantId = crypto.randomUUID();
const eventsOf = (eventType: string, count: number) =>
  Array.from({ length: count }, () => ({ eventType, tenantId, eventId: crypto.randomUUID() }));
const now = () => Temporal.Now.instant();

test('analytics that works is copied with all it had accepted, as of each moment, and counts once afterwards', async () => {
  const directory = join(folder, 'analytics');
  const analytics = await world({ ANALYTICS_DATA_DIR: directory });
  try {
    const caller = await analytics.as(tenantId);
    const send = (events: object[]) => caller('POST', '/api/analytics/events/batch', { events });
    const count = async (eventType: string): Promise<number> =>
      (await caller('POST', '/api/analytics/query', countOf(eventType))).body.rows[0].values[0];
    const keyFile = join(folder, 'backup.key');
    const publicKey = readPublicKey(writeKeyPair(keyFile));
    const key = readPrivateKey(keyFile);
    const home = join(folder, 'base');
    const archive = openArchive(home, publicKey);

    await send(eventsOf('before', 300));
    await createAnalyticsCopies(directory, archive).copyAll();
    const between = now();
    // Copied while it takes events in, some of which wait in the journal.
    const sent: object[][] = [];
    const isOver = { value: false };
    const sending = (async () => {
      while (!isOver.value) {
        const events = eventsOf('during', 20);
        await send(events);
        sent.push(events);
      }
    })();
    await expect.poll(() => sent.length).toBeGreaterThan(2);
    const journalled = eventsOf('journalled', 3);
    for (const event of journalled)
      expect((await caller('POST', '/api/analytics/events', event)).status).toBe(202);
    const acknowledged = sent.flat();
    await createAnalyticsCopies(directory, archive).copyAll();
    isOver.value = true;
    await sending;
    await send(eventsOf('after', 5));

    const last = await findAnalytics(home, key, now());
    const first = await findAnalytics(home, key, between);
    if (!last || !first) throw new Error('There is no copy');
    expect(await findAnalytics(home, key, between.subtract({ hours: 1 }))).toBeUndefined();
    await readAnalytics(home, key, last);
    const [restored, earlier] = [join(folder, 'restored'), join(folder, 'earlier')];
    await unpackAnalytics(home, key, last, restored);
    await unpackAnalytics(home, key, first, earlier);
    await analytics.restart({ ANALYTICS_DATA_DIR: restored });
    expect([await count('before'), await count('journalled')]).toEqual([300, 3]);
    expect(await count('after')).toBe(0);
    // What is delivered again is known: nothing acknowledged is missing, and nothing is there twice.
    for (let at = 0; at < acknowledged.length; at += 1_000) {
      const events = acknowledged.slice(at, at + 1_000);
      expect((await send(events)).body).toMatchObject({ accepted: 0, duplicates: events.length });
    }
    for (const events of sent) await send(events);
    expect(await count('during')).toBe(sent.length * 20);
    await analytics.restart({ ANALYTICS_DATA_DIR: earlier });
    expect([await count('before'), await count('during')]).toEqual([300, 0]);

    // What was changed is refused by its name, and what leads elsewhere, too.
    const [part] = last.parts;
    const file = join(home, `${part?.entry}.sealed`);
    truncateSync(file, 200);
    await expect(readAnalytics(home, key, last)).rejects.toThrow(`${part?.entry} cannot be opened`);
    appendFileSync(file, Buffer.alloc(900));
    await expect(readAnalytics(home, key, last)).rejects.toThrow('cut or changed');
    rmSync(file);
    await expect(readAnalytics(home, key, last)).rejects.toThrow(`lacks ${part?.entry}`);
    for (const strange of [
      { ...last, parts: [], files: [{ path: '../evil', base64: '' }] },
      { ...last, parts: [], files: [], links: [{ path: 'a/b', target: '../../..' }] },
      { ...last, parts: [], files: [], links: [{ path: 'a/b', target: '/etc' }] },
    ])
      await expect(unpackAnalytics(home, key, strange, join(folder, 'strange'))).rejects.toThrow(
        'is no file of analytics',
      );
    expect(existsSync(join(folder, 'strange'))).toBe(false);
    // A folder that is gone is not made anew.
    rmSync(home, { recursive: true });
    const again = createAnalyticsCopies(earlier, archive).copyAll();
    await expect(again).rejects.toThrow(`${home} is gone`);
    expect(readdirSync(folder)).not.toContain('base');
  } finally {
    await analytics[Symbol.asyncDispose]();
  }
});

test('analytics that cannot be copied for long while a backup is followed is told of once', () => {
  const directory = join(folder, 'changing');
  const tables = join(directory, 'store/data/default');
  mkdirSync(tables, { recursive: true });
  symlinkSync('../gone', join(tables, 'identifiers'));
  const told = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  const copies = createAnalyticsCopies(directory, openArchive(join(folder, 'never'), undefined));
  for (let turn = 0; turn < 3; turn += 1) copies.copyNew();
  const lines = told.mock.calls.map(([line]) => line);
  told.mockRestore();
  expect(lines).toEqual([expect.stringContaining(`${directory} were not copied for 5 minutes`)]);
});

test('a ClickHouse server is asked to copy itself, and what a backup does not take is said', async () => {
  const asked: string[] = [];
  const answers = [
    'b-1\tCREATING_BACKUP\n',
    'CREATING_BACKUP\t\n',
    'BACKUP_CREATED\t\n',
    'Code: 36. No such disk\n',
    'b-2\tCREATING_BACKUP\n',
    'BACKUP_FAILED\tCode: 243. No space left\n',
    'b-3\tCREATING_BACKUP\n',
    '',
    'b-4\tCREATING_BACKUP\n',
  ];
  const stopping = new AbortController();
  const server = createServer(async (request, response) => {
    asked.push(`${request.headers['x-clickhouse-user']} ${await text(request)}`);
    response.end(answers.shift() ?? 'CREATING_BACKUP\n');
    if (asked.length === 11) stopping.abort();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://watch:secret@127.0.0.1:${(server.address() as AddressInfo).port}/facts`;
  const environment = { CLICKHOUSE_URL: url, CLICKHOUSE_CLUSTER: 'main' };
  const copy = () => backUpClickHouse(environment, 'backups', stopping.signal, 1);
  await copy();
  const look = (from: string, id: string) =>
    `watch SELECT status, error FROM ${from} WHERE id = '${id}'`;
  const everywhere = 'clusterAllReplicas(`main`, system.backups)';
  expect(asked).toEqual([
    expect.stringMatching(
      /^watch BACKUP DATABASE `facts` ON CLUSTER `main` TO Disk\('backups', 'atrium-\d{8}T\d{6}\.\d+Z'\) ASYNC$/,
    ),
    look(everywhere, 'b-1'),
    look(everywhere, 'b-1'),
  ]);
  // Whatever the status of the answer, what is no copy is none.
  for (const why of ['No such disk', 'No space left', 'no longer knows of it'])
    await expect(copy()).rejects.toThrow(why);
  environment.CLICKHOUSE_CLUSTER = '';
  await expect(copy()).rejects.toThrow('aborted');
  expect(asked.at(-1)).toBe(look('system.backups', 'b-4'));
  server.close();
  server.closeAllConnections();

  const told = (settings: Record<string, string>, clickhouseDisk?: string) =>
    listNotTaken(readConfig({ DATA_DIR: folder, ...settings }), {
      publicKey: undefined,
      databaseUrl: undefined,
      keepDays: undefined,
      clickhouseDisk,
    }).map((line) => line.split(' ')[0]);
  expect(told({})).toEqual(['keys:']);
  expect(told({ DATA_DIR: join(folder, 'none'), S3_BUCKET: 'files' })).toEqual([
    'keys:',
    'uploads',
    'analytics:',
  ]);
  const names = join(folder, 'names');
  writeFileSync(names, 'files\n');
  expect(told({ S3_BUCKET_FILE: names })).toEqual(['keys:', 'uploads']);
  const own = { DATABASE_URL: 'postgres://a@b/c', ANALYTICS_DATA_DIR_FILE: names };
  expect(analyticsDirOf(readConfig({ DATA_DIR: folder, ...own }))).toBe('files');
  expect([told({ CLICKHOUSE_URL: url }), told({ CLICKHOUSE_URL: url }, 'backups')]).toEqual([
    ['keys:', 'analytics'],
    ['keys:'],
  ]);
});
