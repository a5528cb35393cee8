import { closeSync, fsyncSync, openSync, renameSync, writeSync } from 'node:fs';

/** Writes a private (0600) file so that a crash leaves the old content or the new, never a part. */
export function writeAtomically(file: string, content: string): void {
  const partial = `${file}.${process.pid}.partial`;
  const handle = openSync(partial, 'w', 0o600);
  try {
    writeSync(handle, content);
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
  renameSync(partial, file);
}
