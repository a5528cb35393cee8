import { readFile } from 'node:fs/promises';
import type { OpenApi } from './document.ts';

/** Returns the committed document. */
export async function readDocument(): Promise<OpenApi> {
  const path = new URL('../../packages/api-client/openapi.json', import.meta.url);
  return JSON.parse(await readFile(path, 'utf8'));
}
