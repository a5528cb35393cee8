import { execFile } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { preparePostgres } from '../src/postgres.ts';
import { openSecrets } from '../src/secrets.ts';

const run = promisify(execFile);
let made: Promise<string> | undefined;

/**
 * Gives an empty DATA_DIR what its first start would make first: secrets, and a database that nobody has used.
 * It is made once for all tests of a worker, and copied. What is not empty stays as it is.
 */
export async function putUnusedDatabase(dataDir: string): Promise<void> {
  if (readdirSync(dataDir).length > 0) return;
  made ??= make();
  const from = await made;
  // A database that lies elsewhere belongs to its own DATA_DIR.
  if (existsSync(join(from, 'postgres', 'location.json'))) return;
  // While it runs, tests beside it go on: one of them looks for what is there for moments.
  await run('cp', ['-a', ...['secrets.json', 'postgres'].map((each) => join(from, each)), dataDir]);
}

async function make(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'atrium-unused-'));
  chmodSync(folder, 0o755);
  const dataDir = join(folder, 'data');
  mkdirSync(dataDir);
  const secrets = await openSecrets(join(dataDir, 'secrets.json'));
  const passwords = { admin: secrets.databaseAdminPassword, owner: secrets.databasePassword };
  await preparePostgres({ dataDir, passwords, durable: false });
  return dataDir;
}
