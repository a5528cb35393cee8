import { readFile } from 'node:fs/promises';
import { breakingChanges } from './breaking-changes.ts';
import type { OpenApi } from './document.ts';

/**
 * `npm run compare:api -- BEFORE AFTER`: tells what callers of one document miss in another, and ends with 1
 * then; with 2 when there is nothing to compare.
 */
const [before, after, ...others] = process.argv.slice(2);
try {
  if (before === undefined || after === undefined || others.length > 0)
    throw new Error('Two documents are compared: npm run compare:api -- BEFORE AFTER');
  const found = breakingChanges(await read(before), await read(after));
  for (const each of found) process.stdout.write(`${each}\n`);
  process.stdout.write(`${found.length} breaking changes\n`);
  process.exitCode = found.length > 0 ? 1 : 0;
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  process.exitCode = 2;
}

async function read(path: string): Promise<OpenApi> {
  const document = await readFile(path, 'utf8').then(JSON.parse);
  if (typeof document?.paths !== 'object') throw new Error(`${path} is no OpenAPI document`);
  return document;
}
