import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { OpenApi } from '../openapi/document.ts';
import { makeCollection } from './make-collection.ts';

/** Writes the collection for Bruno anew, so that nothing stays of what the document has no more. */
export async function writeCollection(folder: string, document: OpenApi): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  for (const [path, text] of makeCollection(document)) {
    const file = join(folder, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text);
  }
}
