import { createReadStream, existsSync, readdirSync, statSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import type { Archive } from './entries.ts';
import { folderOfObjects } from './stored-objects.ts';

/**
 * Returns what copies uploads into an archive: those that it does not have, or that changed since. Called
 * before a piece of the log gets its name, so that what the log tells of is there. Nothing is removed
 * from the archive, since the log is also read up to earlier times.
 */
export function createObjectCopies(dataDir: string, archive: Archive) {
  const folder = join(dataDir, folderOfObjects);
  const known = new Map<string, string>();

  return async function copyObjects(): Promise<void> {
    if (!existsSync(folder)) return;
    for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile()) continue;
      const file = join(entry.parentPath, entry.name);
      const found = statSync(file, { throwIfNoEntry: false });
      if (!found) continue;
      const version = `${found.size} ${found.mtimeMs}`;
      const name = `${folderOfObjects}/${relative(folder, file).split(sep).join('/')}`;
      if (known.get(name) === version) continue;
      await archive.write(name, createReadStream(file)).catch((error) => {
        // One that was removed meanwhile is none.
        if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
      });
      known.set(name, version);
    }
  };
}
