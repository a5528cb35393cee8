import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe } from 'vitest';
import { ask, keepingLog, type Place, test } from '../../test-support/place.ts';
import { supervised } from '../../test-support/supervised.ts';
import { putUnusedDatabase } from '../../test-support/unused-database.ts';
import type { Config } from '../config.ts';
import { silentLog } from '../log.ts';
import { startAtrium } from '../start.ts';
import { backUp } from './backup.ts';
import { listToReset, reset } from './reset.ts';
import { restore } from './restore.ts';

/** A start that noted something, and has been stopped. */
async function noted(config: Config): Promise<void> {
  if (existsSync(config.dataDir)) await putUnusedDatabase(config.dataDir);
  const atrium = await startAtrium(config, { log: silentLog });
  await ask(`${atrium.address}/?kept`, 'POST');
  await atrium.stop();
  mkdirSync(join(config.dataDir, 'objects'));
  writeFileSync(join(config.dataDir, 'objects', 'logo.svg'), '<svg/>');
}

let keptOnce: Promise<{ config: Config; file: string }> | undefined;

/** A start like that, and its backup: one for all who only read them. */
function kept(place: Place) {
  keptOnce ??= (async () => {
    const folder = mkdtempSync(join(tmpdir(), 'atrium-kept-'));
    chmodSync(folder, 0o755);
    const config = place.config({ DATA_DIR: join(folder, 'data') });
    await noted(config);
    mkdirSync(join(folder, 'backups'));
    const { file } = await backUp(config, join(folder, 'backups'), silentLog);
    return { config, file };
  })();
  return keptOnce;
}

async function notesAt(place: Place, config: Config) {
  const atrium = await place.start(config);
  const { notes, environment } = await ask(atrium.address);
  return { notes, key: environment.SECRET_KEY };
}

/** A DATA_DIR in a home that only its owner may enter; what lies outside of it is cleared up. */
function closedHome(place: Place): string {
  const home = place.folder();
  chmodSync(home, 0o700);
  const dataDir = join(home, 'data');
  place.finally(() => {
    const file = join(dataDir, 'postgres/location.json');
    if (!existsSync(file)) return;
    const outside = JSON.parse(readFileSync(file, 'utf8')).home;
    rmSync(outside, { recursive: true, force: true });
    if (readdirSync(dirname(outside)).length === 0) rmdirSync(dirname(outside));
  });
  return dataDir;
}

describe.concurrent('A backup', () => {
  test.for(['an open folder', 'a closed home'] as const)(
    'of a DATA_DIR in %s brings everything back elsewhere',
    async (kind, { expect, place }) => {
      const dataDir = kind === 'a closed home' ? closedHome(place) : place.folder();
      const config = place.config({ DATA_DIR: dataDir });
      await noted(config);
      const folder = place.folder();
      const { file, bytes, hasDatabase } = await backUp(config, folder, silentLog);
      expect(file).toMatch(/\/atrium-\d{8}T\d{6}Z\.tar\.gz$/);
      expect([bytes, hasDatabase]).toEqual([statSync(file).size, true]);
      expect(statSync(file).mode & 0o077).toBe(0);
      const before = await notesAt(place, config);

      const other = place.config({ DATA_DIR: closedHome(place) });
      await restore(other, file, silentLog);
      expect(readFileSync(join(other.dataDir, 'objects/logo.svg'), 'utf8')).toBe('<svg/>');
      expect(await notesAt(place, other)).toEqual({ notes: ['?kept'], key: before.key });
      await expect(restore(other, file, silentLog)).rejects.toThrow(/already runs/);
    },
  );

  test('is refused while Atrium runs, and where there is nothing', async ({ expect, place }) => {
    const config = place.config();
    const file = join(place.folder(), 'backup.tar.gz');
    expect(() => backUp(config, file, silentLog)).toThrow('There is nothing to back up');
    await place.start(config);
    await expect(backUp(config, file, silentLog)).rejects.toThrow(
      /^Atrium already runs on .* Stop it first, then try again\.$/,
    );
    expect(existsSync(file)).toBe(false);
  });

  test('after a kill -9 waits for what was left running', async ({ expect, place }) => {
    const { address, dataDir, start } = await supervised(place);
    const killed = await start();
    await ask(`${address}/?kept`, 'POST');
    killed.process.kill('SIGKILL');
    await killed.exit;
    const target = join(place.folder(), 'backup.tar.gz');
    const { file } = await backUp(place.config({ DATA_DIR: dataDir }), target, silentLog);
    const other = place.config({ DATA_DIR: join(place.folder(), 'new') });
    await restore(other, file, silentLog);
    expect((await notesAt(place, other)).notes).toEqual(['?kept']);
  });
});

describe.concurrent('A restore', () => {
  test('leaves a DATA_DIR alone that holds something, and takes no other archive', async ({
    expect,
    place,
  }) => {
    const { config, file } = await kept(place);
    await expect(restore(config, file, silentLog)).rejects.toThrow(/is not empty.*atrium reset/);

    const empty = place.config({ DATA_DIR: join(place.folder(), 'new') });
    const other = join(place.folder(), 'other.tar.gz');
    await once(spawn('tar', ['-czf', other, '-C', dirname(file), '.']), 'close');
    await expect(restore(empty, other, silentLog)).rejects.toThrow('is not a backup of Atrium');
    writeFileSync(other, 'no archive');
    await expect(restore(empty, other, silentLog)).rejects.toThrow(/^tar failed/);
    expect(() => restore(empty, '/nowhere.tar.gz', silentLog)).toThrow('There is no file');
    writeFileSync(join(empty.dataDir, 'thesis.txt'), 'mine');
    await expect(restore(empty, file, silentLog)).rejects.toThrow('is not empty (thesis.txt)');
    rmSync(join(empty.dataDir, 'thesis.txt'));
    await restore(empty, file, silentLog);
    expect((await notesAt(place, empty)).notes).toEqual(['?kept']);
  });

  test('takes no archive with links, special files or foreign names, and writes nothing of it', async ({
    expect,
    place,
  }) => {
    const victim = join(place.folder(), 'shadow');
    writeFileSync(victim, 'theirs', { mode: 0o600 });
    const hostile: [string, (folder: string) => void][] = [
      [
        'a link in place of the database',
        (folder) => symlinkSync(dirname(victim), join(folder, '18')),
      ],
      [
        'a link within it',
        (folder) => {
          mkdirSync(join(folder, '18'));
          symlinkSync(victim, join(folder, '18', 'pg_hba.conf'));
        },
      ],
      ['a link in place of the objects', (folder) => symlinkSync('/', join(folder, 'objects'))],
      [
        'a second name of a file',
        (folder) => linkSync(join(folder, 'atrium-backup.json'), join(folder, 'secrets.json')),
      ],
      ['a pipe', (folder) => void execFileSync('mkfifo', [join(folder, 'secrets.json')])],
      ['a name of somebody else', (folder) => writeFileSync(join(folder, 'authorized_keys'), 'x')],
    ];
    for (const [title, add] of hostile) {
      const folder = place.folder();
      writeFileSync(join(folder, 'atrium-backup.json'), '{"version":1}');
      add(folder);
      const archive = join(place.folder(), 'hostile.tar.gz');
      execFileSync('tar', ['-czf', archive, '-C', folder, ...readdirSync(folder)]);
      const config = place.config({ DATA_DIR: join(place.folder(), 'new') });
      await expect(restore(config, archive, silentLog), title).rejects.toThrow(
        /^tar failed: .*it holds/,
      );
      expect(readdirSync(config.dataDir), title).toEqual(['run']);
    }
    const { uid, mode } = statSync(victim);
    expect([uid, mode & 0o777]).toEqual([process.getuid?.(), 0o600]);
  });

  test('leaves files that only their owner reads, whatever the archive says of them', async ({
    expect,
    place,
  }) => {
    const folder = place.folder();
    writeFileSync(join(folder, 'atrium-backup.json'), '{"version":1}');
    writeFileSync(join(folder, 'secrets.json'), '{}', { mode: 0o644 });
    mkdirSync(join(folder, 'objects'), { mode: 0o777 });
    writeFileSync(join(folder, 'objects', 'one'), 'x', { mode: 0o4755 });
    // Once with its folders, and once with files alone.
    for (const names of [
      readdirSync(folder),
      ['atrium-backup.json', 'secrets.json', 'objects/one'],
    ]) {
      const archive = join(place.folder(), 'open.tar.gz');
      execFileSync('tar', ['-czf', archive, '-C', folder, ...names]);
      const config = place.config({ DATA_DIR: join(place.folder(), 'new') });
      await restore(config, archive, silentLog);
      const modeOf = (name: string) => statSync(join(config.dataDir, name)).mode & 0o7777;
      expect([modeOf('secrets.json'), modeOf('objects'), modeOf('objects/one')]).toEqual([
        0o600, 0o700, 0o600,
      ]);
    }
  });

  test('of an archive larger than the room on the disk writes nothing', async ({
    expect,
    place,
  }) => {
    const header = Buffer.alloc(512);
    header.write('secrets.json', 0);
    header.write('0000600\0', 100);
    // 2^50 bytes, as GNU tar writes what is too large for octal digits.
    header.writeUInt8(0x80, 124);
    header.writeBigUInt64BE(2n ** 50n, 128);
    header.write('00000000000\0', 136);
    header.write('0', 156);
    header.write('ustar\u000000', 257);
    header.fill(' ', 148, 156);
    const sum = header.reduce((all, each) => all + each, 0);
    header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
    const archive = join(place.folder(), 'bomb.tar.gz');
    writeFileSync(archive, gzipSync(Buffer.concat([header, Buffer.alloc(1024 * 1024)])));
    const config = place.config({ DATA_DIR: join(place.folder(), 'new') });
    await expect(restore(config, archive, silentLog)).rejects.toThrow('larger than the room');
    expect(readdirSync(config.dataDir)).toEqual(['run']);
  });

  test('that was cut short keeps Atrium from starting until it is run again', async ({
    expect,
    place,
  }) => {
    const { file } = await kept(place);
    const half = place.config();
    mkdirSync(join(half.dataDir, 'restoring'));
    writeFileSync(join(half.dataDir, 'secrets.json'), '{}');
    const log = keepingLog();
    const isRefused = () =>
      expect(startAtrium(half, { log })).rejects.toThrow(/A restore .* was cut short: run it/);
    await isRefused();
    // Also while the database that was put there is not prepared yet.
    const wake = () => Promise.reject(new Error('killed'));
    await expect(restore(half, file, silentLog, wake)).rejects.toThrow('killed');
    await isRefused();
    await restore(half, file, silentLog);
    expect((await notesAt(place, half)).notes).toEqual(['?kept']);
  });
});

describe.concurrent('A reset', () => {
  test('deletes the database wherever it lies, and nothing that is not Atrium’s', async ({
    expect,
    place,
  }) => {
    const config = place.config({ DATA_DIR: closedHome(place) });
    await noted(config);
    const folders = listToReset(config);
    expect(folders[0]).toBe(config.dataDir);
    writeFileSync(join(config.dataDir, 'thesis.txt'), 'mine');
    await reset(config, silentLog);
    expect(readdirSync(config.dataDir)).toEqual(['thesis.txt']);
    for (const outside of folders.slice(1)) expect(existsSync(outside)).toBe(false);
    if (process.getuid?.() === 0) expect(folders).toHaveLength(2);

    expect((await notesAt(place, config)).notes).toEqual([]);
    await expect(reset(config, silentLog)).rejects.toThrow('Stop it first');
  });

  test('leaves no folder behind that held nothing else', async ({ expect, place }) => {
    const config = place.config({ DATA_DIR: join(place.folder(), 'data') });
    await noted(config);
    await reset(config, silentLog);
    expect(existsSync(config.dataDir)).toBe(false);
    expect(listToReset(config)).toEqual([]);
    await reset(config, silentLog);
  });
});
