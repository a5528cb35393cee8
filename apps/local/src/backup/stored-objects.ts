import { createHash, createPublicKey, type KeyObject } from 'node:crypto';
import { join } from 'node:path';
import { listNames } from './entries.ts';
import { toText } from './key-pair.ts';

/** The folder of uploads, in DATA_DIR as in an archive. */
export const folderOfObjects = 'objects';

/** An upload in an archive: the folder that it is read from, and its name there. */
export type StoredObject = { home: string; name: string };

/**
 * Returns the folder that an archive's uploads go into: one for each key, since all bases share them, also
 * those that were sealed to a former key.
 */
export function homeOfObjects(archive: string, publicKey: KeyObject | undefined): string {
  if (!publicKey) return archive;
  const mark = createHash('sha256').update(toText(publicKey)).digest('hex').slice(0, 12);
  return join(archive, `sealed-to-${mark}`);
}

/** Lists the uploads of an archive that a key opens, and those that were left in plain, each once. */
export function listObjects(archive: string, key: KeyObject | undefined): StoredObject[] {
  const own = key ? [homeOfObjects(archive, createPublicKey(key))] : [];
  const found = new Map<string, StoredObject>();
  for (const home of [archive, ...own])
    for (const name of listNames(home, folderOfObjects)) found.set(name, { home, name });
  return [...found.values()];
}
