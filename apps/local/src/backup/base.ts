import { createHash } from 'node:crypto';
import { PassThrough, type Readable, Transform } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import type { Replication, Row } from '@atrium/platform/database/replication.ts';
import { Parser, type ReadEntry } from 'tar';
import { StartError } from '../start-error.ts';
import type { Archive, Entry } from './entries.ts';
import { type FileHashes, findManifestFault } from './manifest.ts';

/** The names of the parts of a base. */
export const clusterPart = 'cluster.tar';
export const manifestPart = 'backup_manifest';

/** A copy of a whole server as of its end, with the log that makes it consistent. */
export type Base = {
  startLsn: string;
  endLsn: string;
  timeline: number;
  parts: Entry[];
};

/**
 * Copies a server while it serves, by BASE_BACKUP, into an archive. What came is compared with the
 * manifest that the server sends, and what lies on the disk with what was written: throws a StartError
 * where it differs. `tell` gets the bytes that came so far.
 */
export async function takeBase(
  replication: Replication,
  archive: Archive,
  tell: (bytes: number) => void,
): Promise<Base> {
  const { data, rows } = replication.copyOut(
    "BASE_BACKUP (LABEL 'atrium', CHECKPOINT 'fast', WAL true, MANIFEST 'yes', MANIFEST_CHECKSUMS 'SHA256')",
  );
  const hashes: FileHashes = new Map();
  const tar = new PassThrough();
  const manifest = new PassThrough();
  const hashed = hashing(hashes);
  // What ends the copy also ends what is written of it.
  pipeline(tar, hashed).catch(() => undefined);
  const writing = archive.write(clusterPart, hashed);
  const reading = buffer(manifest);
  await Promise.all([deal(data, { tar, manifest }, tell), writing, reading]);
  const text = await reading;
  const fault = findManifestFault(text.toString(), hashes);
  if (fault) throw new StartError(`The copy of the database is not whole: ${fault}`);
  const parts = [await writing, await archive.write(manifestPart, text)];
  for (const part of parts)
    if (!(await archive.stands(part)))
      throw new StartError(`${part.name} on the disk is not what was written`);
  const [start, end] = placesOf(await rows);
  return { startLsn: start.lsn, endLsn: end.lsn, timeline: start.timeline, parts };
}

/** The first result is where the copy starts, the last where it ends; between them are its tablespaces. */
function placesOf(rows: readonly Row[]) {
  const places = [rows.at(0), rows.at(-1)].map((row) => ({
    lsn: row?.[0] ?? '',
    timeline: Number(row?.[1]),
  }));
  const [start, end] = places;
  if (!start || !end) throw new StartError('The database did not say where its copy starts');
  return [start, end] as const;
}

const [newArchive, newManifest, content] = [0x6e, 0x6d, 0x64];

/** Deals out the messages of a copy: of the one archive, and of the manifest behind it. */
async function deal(
  data: Readable,
  { tar, manifest }: { tar: PassThrough; manifest: PassThrough },
  tell: (bytes: number) => void,
): Promise<void> {
  let into = tar;
  let archives = 0;
  let bytes = 0;
  try {
    for await (const message of data as AsyncIterable<Buffer>) {
      const [kind] = message;
      if (kind === newArchive) archives += 1;
      if (archives > 1)
        throw new StartError(
          'The database keeps tables in tablespaces of its own, which no backup takes',
        );
      if (kind === newManifest) into = manifest;
      if (kind !== content) continue;
      bytes += message.length - 1;
      tell(bytes);
      if (!into.write(message.subarray(1)))
        await new Promise((resolve) => into.once('drain', resolve));
    }
    tar.end();
    manifest.end();
  } catch (error) {
    tar.destroy(error as Error);
    manifest.destroy(error as Error);
    throw error;
  }
}

/** Passes a tar archive on, and notes the size and the hash of each file in it. */
function hashing(hashes: FileHashes): Transform {
  const parser = new Parser({
    strict: true,
    onReadEntry: (entry: ReadEntry) => {
      const hash = createHash('sha256');
      entry.on('data', (chunk) => hash.update(chunk));
      entry.on('end', () => {
        if (entry.type === 'Directory') return;
        hashes.set(entry.path.replace(/^\.\//, ''), {
          bytes: entry.size,
          sha256: hash.digest('hex'),
        });
      });
    },
  });
  return new Transform({
    transform(chunk, _encoding, done) {
      if (parser.write(chunk)) done(null, chunk);
      else parser.once('drain', () => done(null, chunk));
    },
    flush(done) {
      parser.once('end', () => done());
      parser.once('error', done);
      parser.end();
    },
  });
}

/** Returns a stream's hashes of files while it goes to a writer. */
export async function hashesOf(
  tar: Readable,
  into: NodeJS.WritableStream,
  stopping?: AbortSignal,
): Promise<FileHashes> {
  const hashes: FileHashes = new Map();
  await pipeline(tar, hashing(hashes), into, stopping ? { signal: stopping } : {});
  return hashes;
}
