import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { manifestPart } from '@atrium/local/backup/base.ts';
import { chooseBase } from '@atrium/local/backup/choose-base.ts';
import { readWhole } from '@atrium/local/backup/entries.ts';
import { takeBackup } from '@atrium/local/backup/take-backup.ts';
import { unpackCluster } from '@atrium/local/backup/unpack-base.ts';
import { startPostgres } from '@atrium/local/postgres.ts';
import { test } from '@atrium/local/test-support/place.ts';
import { openSql } from '@atrium/platform/test-support/open-sql.ts';
import { expect } from 'vitest';

/** PostgreSQL's own program for this version: the one that .ci/run fetches, or this machine's. */
const program = ['/var/tmp/atrium-pg_verifybackup/bin/pg_verifybackup', 'pg_verifybackup'].find(
  (each) => / 18\./.test(spawnSync(each, ['--version'], { encoding: 'utf8' }).stdout ?? ''),
);

test.skipIf(program)('pg_verifybackup 18 is there', ({ skip }) =>
  skip('pg_verifybackup 18 is not on this machine: .ci/run fetches it'),
);

test.skipIf(!program)(
  'PostgreSQL itself finds a copy and its log whole, and sees one changed byte',
  async ({ place }) => {
    const { dataDir } = place.config();
    const server = await startPostgres({ dataDir, passwords: { admin: 'a', owner: 'o' } });
    place.finally(server.stop);
    const sql = openSql(server.url());
    await sql`create table kept as select n, repeat('x', 100) as x from generate_series(1, 20000) as n`;
    await sql.end();
    const archive = join(place.folder(), 'archive');
    await takeBackup(
      {
        url: server.url('atrium', 'postgres'),
        kind: 'embedded',
        login: 'atrium@localhost/atrium',
        dataDir,
        analyticsDir: undefined,
      },
      archive,
      {
        publicKey: undefined,
        follow: false,
        stopping: new AbortController().signal,
        relieved: new AbortController().signal,
        tell: () => undefined,
        onVerified: async () => undefined,
        onFollowed: async () => undefined,
      },
    );
    const chosen = await chooseBase(archive, undefined, undefined);
    const cluster = join(place.folder(), 'cluster');
    mkdirSync(cluster);
    await unpackCluster(chosen, undefined, cluster);
    const manifest = await readWhole(chosen.home, manifestPart, undefined);
    writeFileSync(join(cluster, 'backup_manifest'), manifest);
    const verify = () => {
      const { status, stdout, stderr } = spawnSync(program ?? '', [cluster], { encoding: 'utf8' });
      return { status, told: stdout + stderr };
    };
    expect(verify()).toEqual({
      status: 0,
      told: expect.stringContaining('backup successfully verified'),
    });

    const base = join(cluster, 'base');
    const [largest = ''] = readdirSync(base, { recursive: true, encoding: 'utf8' })
      .map((name) => ({ name, bytes: statSync(join(base, name)).size }))
      .sort((a, b) => b.bytes - a.bytes)
      .map(({ name }) => join(base, name));
    const content = readFileSync(largest);
    content[5_000] = (content[5_000] ?? 0) ^ 1;
    writeFileSync(largest, content);
    expect(verify()).toEqual({ status: 1, told: expect.stringContaining('checksum mismatch') });
  },
);
