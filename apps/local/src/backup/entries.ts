import { createHash, type KeyObject, randomUUID } from 'node:crypto';
import {
  closeSync,
  createReadStream,
  createWriteStream,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { Readable, Transform } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { constants, createGunzip, createGzip } from 'node:zlib';
import { StartError } from '../start-error.ts';
import { open, seal } from './sealing.ts';

/** A file of an archive as it was written: the hash is of what lies on the disk. */
export type Entry = { name: string; bytes: number; sha256: string };

const endings = { sealed: '.sealed', plain: '.gz' };
const level = constants.Z_BEST_SPEED;

/** A folder with packed files, sealed to a key if there is one, each under the name it is read by. */
export type Archive = ReturnType<typeof openArchive>;

/** Opens an archive to be written. A file appears under its name when it is whole and on the disk. */
export function openArchive(folder: string, publicKey: KeyObject | undefined) {
  mkdirSync(folder, { recursive: true, mode: 0o700 });

  async function write(
    name: string,
    source: Readable | Buffer,
    beforeItAppears: () => Promise<void> = async () => undefined,
  ): Promise<Entry> {
    const file = join(folder, name + (publicKey ? endings.sealed : endings.plain));
    const partial = `${file}.${randomUUID()}.part`;
    // Made anew it would lack what it had, on another disk perhaps.
    if (!existsSync(folder)) throw new StartError(`The folder ${folder} is gone`);
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    const hash = createHash('sha256');
    let bytes = 0;
    const count = new Transform({
      transform(chunk, _encoding, done) {
        hash.update(chunk);
        bytes += chunk.length;
        done(null, chunk);
      },
    });
    const sealing = publicKey ? [seal(publicKey, name)] : [];
    const from = Buffer.isBuffer(source) ? Readable.from([source]) : source;
    const target = createWriteStream(partial, { mode: 0o600, flush: true });
    try {
      await pipeline([from, createGzip({ level }), ...sealing, count, target]);
      await beforeItAppears();
      renameSync(partial, file);
    } catch (error) {
      // A file that is still being opened would appear after it was removed.
      if (!target.closed) await new Promise((closed) => target.once('close', closed));
      rmSync(partial, { force: true });
      throw error;
    }
    syncFolder(dirname(file));
    return { name, bytes, sha256: hash.digest('hex') };
  }

  /** Returns whether what lies on the disk is what was written. */
  async function stands({ name, sha256 }: Entry): Promise<boolean> {
    const hash = createHash('sha256');
    await pipeline(createReadStream(findFile(folder, name, publicKey)), hash);
    return hash.digest('hex') === sha256;
  }

  const has = (name: string) =>
    existsSync(join(folder, name + (publicKey ? endings.sealed : endings.plain)));

  return { folder, write, stands, has };
}

/** Reads a file of an archive. Its stream fails with a StartError for one that was cut or changed. */
export function readEntry(folder: string, name: string, key: KeyObject | undefined): Readable {
  const file = findFile(folder, name, key);
  const isSealed = file.endsWith(endings.sealed);
  if (isSealed && !key)
    throw new StartError(`${file} is encrypted: name the file of the private key, --key FILE`);
  const opened = isSealed && key ? [open(key, name)] : [];
  const unzip = createGunzip();
  pipeline([createReadStream(file), ...opened, unzip]).catch(() => undefined);
  return Readable.from(inWords(unzip, name), { objectMode: false });
}

async function* inWords(plain: Readable, name: string) {
  try {
    yield* plain;
  } catch (error) {
    if (error instanceof StartError) throw error;
    throw new StartError(`${name} is cut or changed: ${(error as Error).message}`);
  }
}

/** Reads a small file of an archive whole. */
export const readWhole = (folder: string, name: string, key: KeyObject | undefined) =>
  buffer(readEntry(folder, name, key));

/** Lists the entries below a folder by their names. */
export function listNames(folder: string, under = ''): string[] {
  const from = join(folder, under);
  if (!existsSync(from)) return [];
  return readdirSync(from, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .flatMap((entry) => {
      const file = relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/');
      return nameOfFile(file) ?? [];
    });
}

/** Returns the name of an entry by its file; undefined for other files. */
function nameOfFile(file: string): string | undefined {
  const ending = Object.values(endings).find((each) => file.endsWith(each));
  return ending && file.slice(0, -ending.length);
}

/** Finds the file of a name: the sealed one for who has a key, else the one in plain, where there are both. */
function findFile(folder: string, name: string, key: KeyObject | undefined): string {
  const found = (key ? [endings.sealed, endings.plain] : [endings.plain, endings.sealed])
    .map((ending) => join(folder, name + ending))
    .find((file) => existsSync(file));
  if (!found) throw new StartError(`The archive ${folder} lacks ${name}`);
  return found;
}

// A name is on the disk when its folder is.
function syncFolder(folder: string): void {
  if (process.platform === 'win32') return;
  const handle = openSync(folder, 'r');
  fsyncSync(handle);
  closeSync(handle);
}
