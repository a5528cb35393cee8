import { readFile, writeFile } from 'node:fs/promises';
import { breakingChanges } from './breaking-changes.ts';
import type { OpenApi } from './document.ts';
import { readDocument } from './read-document.ts';

/**
 * Compares the document with the one of the last release and ends with 1 when something that callers
 * rely on is gone. `npm run release:api` keeps the present one as released.
 */
const path = new URL('../../packages/api-client/released.json', import.meta.url);
const present = await readDocument();

if (process.argv.includes('--renew')) {
  await writeFile(path, `${JSON.stringify(present, withoutWords)}\n`);
} else {
  const released = JSON.parse(await readFile(path, 'utf8')) as OpenApi;
  const found = breakingChanges(released, present);
  for (const each of found) process.stderr.write(`${each}\n`);
  process.stdout.write(`${found.length} breaking changes since the last release\n`);
  process.exitCode = found.length > 0 ? 1 : 0;
}

/** Texts that only people read need no keeping. */
function withoutWords(key: string, value: unknown): unknown {
  return ['example', 'x-example', 'examples'].includes(key) ||
    (['description', 'summary'].includes(key) && typeof value === 'string')
    ? undefined
    : value;
}
