import { type KeyObject, randomUUID } from 'node:crypto';
import {
  closeSync,
  createWriteStream,
  ftruncateSync,
  lchownSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { type ReadEntry, Unpack } from 'tar';
import type { ServerUser } from '../postgres/server-user.ts';
import { StartError } from '../start-error.ts';
import { clusterPart, hashesOf, manifestPart } from './base.ts';
import type { Chosen } from './choose-base.ts';
import { readEntry, readWhole } from './entries.ts';
import { segmentName } from './lsn.ts';
import { findManifestFault } from './manifest.ts';
import { listObjects } from './stored-objects.ts';

/** Puts the server's files of a base into an empty folder, and compares them with its manifest. Throws a StartError. */
export async function unpackCluster(
  { home }: Chosen,
  key: KeyObject | undefined,
  cluster: string,
  stopping?: AbortSignal,
): Promise<void> {
  const manifest = String(await readWhole(home, manifestPart, key));
  let strange: string | undefined;
  const unpack = new Unpack({
    cwd: cluster,
    strict: true,
    preserveOwner: false,
    dmode: 0o700,
    filter: (path, entry) => {
      const isPlain = ['Directory', 'File', 'OldFile'].includes((entry as ReadEntry).type);
      if (!isPlain) strange ??= path;
      return isPlain;
    },
    onReadEntry: (entry) => {
      entry.mode = entry.type === 'Directory' ? 0o700 : 0o600;
    },
  });
  const found = await hashesOf(
    readEntry(home, clusterPart, key),
    unpack as unknown as NodeJS.WritableStream,
    stopping,
  );
  const fault = strange
    ? `it holds a link or a special file, ${strange}`
    : findManifestFault(manifest, found);
  if (fault) throw new StartError(`The backup ${home} is not whole: ${fault}`);
  // Empty folders that the server needs are in the archive; the note of a recovery is ours.
  writeFileSync(join(cluster, 'recovery.signal'), '', { mode: 0o600 });
}

/** Puts the log together again from its pieces, in files as the server wrote them. */
export async function unpackLog(
  { home, about, log }: Chosen,
  key: KeyObject | undefined,
  folder: string,
  stopping?: AbortSignal,
): Promise<void> {
  const segmentBytes = BigInt(about.segmentBytes);
  for (const { name, timeline, from, to } of log) {
    stopping?.throwIfAborted();
    const content = await readWhole(home, name, key);
    if (BigInt(content.length) !== to - from)
      throw new StartError(`${name} is not as long as its name says`);
    for (let at = from; at < to; ) {
      const end = at - (at % segmentBytes) + segmentBytes;
      const part = content.subarray(Number(at - from), Number((end < to ? end : to) - from));
      const file = openSync(join(folder, segmentName(timeline, at, segmentBytes)), 'a+', 0o600);
      closeSync(file);
      const handle = openSync(join(folder, segmentName(timeline, at, segmentBytes)), 'r+');
      writeSync(handle, part, 0, part.length, Number(at % segmentBytes));
      // The server takes whole files only, and stops where the log ends in one.
      ftruncateSync(handle, about.segmentBytes);
      closeSync(handle);
      at = end;
    }
  }
}

/** Puts uploads back. Throws a StartError for a name that leads elsewhere. */
export async function unpackObjects(
  archive: string,
  key: KeyObject | undefined,
  dataDir: string,
): Promise<number> {
  const objects = listObjects(archive, key);
  for (const { home, name } of objects) {
    if (name.split('/').includes('..')) throw new StartError(`${name} is no name of an upload`);
    const file = join(dataDir, name);
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    const partial = `${file}.${randomUUID()}`;
    await pipeline(readEntry(home, name, key), createWriteStream(partial, { mode: 0o600 }));
    renameSync(partial, file);
  }
  return objects.length;
}

/** Gives a folder and all in it to the server's user. */
export function giveTo(folder: string, { uid, gid }: ServerUser): void {
  if (uid === undefined || gid === undefined) return;
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }))
    lchownSync(join(folder, name), uid, gid);
  lchownSync(folder, uid, gid);
}
