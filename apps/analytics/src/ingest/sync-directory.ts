import { open } from 'node:fs/promises';

/** Makes a file's creation in a directory durable (POSIX fsync(2)). Does nothing where directories cannot be synced. */
export async function syncDirectory(path: string): Promise<void> {
  const directory = await open(path, 'r').catch(() => undefined);
  if (!directory) return;
  await directory.sync().catch(() => {});
  await directory.close();
}
