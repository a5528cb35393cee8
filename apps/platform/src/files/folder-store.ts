import {
  mkdir,
  open,
  readdir,
  readFile,
  rename,
  rm,
  rmdir,
  stat,
  writeFile,
} from 'node:fs/promises';
import { dirname, join, relative, resolve, sep } from 'node:path';
import type { DownloadGrant, ObjectStore, StoredObject, UploadGrant } from './object-store.ts';
import type { UrlSigner } from './url-signer.ts';

/**
 * Stores objects as files of a folder, for one machine. Uploads and downloads go through the platform by
 * signed URLs.
 */
export function folderStore(root: string, signer: UrlSigner): ObjectStore {
  const folder = resolve(root);
  const pathOf = (key: string) => join(folder, ...segmentsOf(key));

  async function sizeOf(key: string): Promise<number | null> {
    const found = await stat(pathOf(key)).catch(absent);
    return found?.isFile() ? found.size : null;
  }

  async function read(key: string, maxBytes = Number.POSITIVE_INFINITY): Promise<Buffer | null> {
    const size = await sizeOf(key);
    return size === null || size > maxBytes ? null : readFile(pathOf(key)).catch(absent);
  }

  async function stream(key: string) {
    const file = await open(pathOf(key)).catch(absent);
    const found = await file?.stat();
    if (file && found?.isFile()) return { content: file.createReadStream(), bytes: found.size };
    await file?.close();
    return null;
  }

  async function write(key: string, body: Buffer): Promise<void> {
    const path = pathOf(key);
    const unfinished = `${path}.${crypto.randomUUID()}.tmp`;
    const save = async () => {
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      await writeFile(unfinished, body, { mode: 0o600, flush: true });
      return true;
    };
    // A removal may take the empty folder away just before the file is in it.
    if (!(await save().catch(absent))) await save();
    await rename(unfinished, path);
  }

  async function list(prefix: string): Promise<StoredObject[]> {
    const options = { recursive: true, withFileTypes: true } as const;
    const entries = (await readdir(prefix ? pathOf(prefix) : folder, options).catch(absent)) ?? [];
    const files = entries.filter((entry) => entry.isFile());
    const objects = await Promise.all(
      files.map(async ({ parentPath, name }) => {
        const path = join(parentPath, name);
        const found = await stat(path).catch(absent);
        if (!found) return [];
        const key = relative(folder, path).split(sep).join('/');
        const storedAt = Temporal.Instant.fromEpochMilliseconds(Math.trunc(found.mtimeMs));
        return [{ key, storedAt, bytes: found.size }];
      }),
    );
    return objects.flat();
  }

  async function remove(keys: readonly string[]): Promise<void> {
    for (const key of keys) {
      await rm(pathOf(key), { force: true });
      await removeEmptyFolders(dirname(pathOf(key)));
    }
  }

  async function removeEmptyFolders(path: string): Promise<void> {
    if (path === folder) return;
    const gone = await rmdir(path).then(
      () => true,
      () => false,
    );
    if (gone) await removeEmptyFolders(dirname(path));
  }

  const grantUpload = async (grant: UploadGrant) => signer.sign(grant);
  const grantDownload = async (grant: DownloadGrant) => signer.signDownload(grant);
  const ready = async () => undefined;
  return { ready, grantUpload, grantDownload, stream, sizeOf, read, write, list, remove };
}

/** Keys are made by the platform; one that could leave the folder is a programming error. */
function segmentsOf(key: string): string[] {
  const segments = key.split('/').filter(Boolean);
  const safe = segments.every((each) => /^[\w-][\w.-]*$/.test(each));
  if (!safe || segments.length === 0) throw new Error(`"${key}" is not an object's key`);
  return segments;
}

function absent(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return null;
  throw error;
}
