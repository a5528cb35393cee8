import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { describe } from 'vitest';
import { openSql } from '../test-support/open-sql.ts';
import { type Place, test } from '../test-support/place.ts';
import { type Postgres, startPostgres } from './postgres.ts';

const passwords = { admin: 'correct', owner: 'horse' };
const isRoot = process.getuid?.() === 0;

async function start(place: Place, dataDir: string): Promise<Postgres> {
  const server = await startPostgres({ dataDir, passwords, durable: false });
  place.finally(server.stop);
  return server;
}

async function query(server: Postgres, text: string) {
  const sql = openSql(server.options());
  try {
    return await sql.unsafe(text);
  } finally {
    await sql.end();
  }
}

/** A DATA_DIR in a home that only root may enter, and where its database then lies. */
function closedHome(place: Place) {
  const folder = place.folder();
  chmodSync(folder, 0o700);
  const dataDir = join(folder, 'home', 'data');
  mkdirSync(dataDir, { recursive: true });
  const location = () => JSON.parse(readFileSync(join(dataDir, 'postgres/location.json'), 'utf8'));
  place.finally(() => {
    const system = dirname(location().home);
    rmSync(location().home, { recursive: true, force: true });
    if (readdirSync(system).length === 0) rmdirSync(system);
  });
  return { folder, dataDir, location };
}

describe.skipIf(isRoot)('Root starting PostgreSQL', () => {
  test('is not tested: these tests must run as root', ({ skip }) => skip());
});

describe.runIf(isRoot)('Root starting PostgreSQL', () => {
  test('has it run as another user, who may pass through DATA_DIR but not read it', async ({
    expect,
    place,
  }) => {
    const dataDir = place.folder();
    chmodSync(dataDir, 0o700);
    await start(place, dataDir);
    const cluster = statSync(join(dataDir, 'postgres/18'));
    expect(cluster.uid).not.toBe(0);
    expect(cluster.mode & 0o777).toBe(0o700);
    expect(statSync(dataDir).mode & 0o777).toBe(0o710);
    expect(statSync(dataDir).gid).toBe(cluster.gid);
  });

  test('from a closed home keeps the data where that user can go, and says where', async ({
    expect,
    place,
  }) => {
    const { dataDir, location } = closedHome(place);
    const first = await start(place, dataDir);
    await query(first, 'create table notes ()');
    await first.stop();
    expect(existsSync(join(location().home, '18/PG_VERSION'))).toBe(true);
    expect(await query(await start(place, dataDir), 'select from notes')).toHaveLength(0);
  });

  test('finds the data again when DATA_DIR was moved, but never shares it with a copy', async ({
    expect,
    place,
  }) => {
    const { folder, dataDir } = closedHome(place);
    const first = await start(place, dataDir);
    await query(first, 'create table notes ()');
    await first.stop();
    const copy = join(folder, 'copy');
    cpSync(dataDir, copy, { recursive: true });
    await expect(start(place, copy)).rejects.toThrow(`${copy} is a copy of ${dataDir}`);
    renameSync(dataDir, `${dataDir}-moved`);
    expect(await query(await start(place, copy), 'select from notes')).toHaveLength(0);
    renameSync(`${dataDir}-moved`, dataDir);
  });
});
