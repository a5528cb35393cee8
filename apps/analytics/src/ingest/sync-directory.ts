import { open } from 'node:fs/promises';

/** Makes a file's creation in a directory last (POSIX fsync(2)); where directories cannot be synced, nothing. */
export async function syncDirectory(path: string): Promise<void> {
  const directory = await open(path, 'r').catch(() => undefined);
  if (!directory) return;
  await directory.sync().catch(() => {});
  await directory.close();
}
