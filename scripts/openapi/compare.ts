import { readFile } from 'node:fs/promises';
import { breakingChanges } from './breaking-changes.ts';
import type { OpenApi } from './document.ts';

/** `npm run compare:api -- BEFORE AFTER`: tells what callers of one document miss in another, and ends with 1 then. */
const [before, after, ...others] = process.argv.slice(2);
if (before === undefined || after === undefined || others.length > 0) {
  process.stderr.write('Two documents are compared: npm run compare:api -- BEFORE AFTER\n');
  process.exitCode = 2;
} else {
  const found = breakingChanges(await read(before), await read(after));
  for (const each of found) process.stdout.write(`${each}\n`);
  process.stdout.write(`${found.length} breaking changes\n`);
  process.exitCode = found.length > 0 ? 1 : 0;
}

async function read(path: string): Promise<OpenApi> {
  return JSON.parse(await readFile(path, 'utf8'));
}
