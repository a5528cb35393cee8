import { closeSync, openSync, writeSync } from 'node:fs';

/** Writes a file until nothing more goes on its disk. Returns the file. */
export function fillDisk(file: string): string {
  const out = openSync(file, 'w');
  const chunk = Buffer.alloc(1_048_576);
  try {
    for (let size = chunk.length; size > 512; ) {
      try {
        writeSync(out, chunk, 0, size);
      } catch {
        size = Math.floor(size / 2);
      }
    }
  } finally {
    closeSync(out);
  }
  return file;
}
