import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export const root = join(import.meta.dirname, '../..');
const folder = join(root, 'releases');

/** Returns the names of the kept releases (`v0.2.0`), oldest first. */
export function keptReleases(): string[] {
  const names = existsSync(folder) ? readdirSync(folder) : [];
  return names
    .filter((name) => /^v\d+\.\d+\.\d+$/.test(name))
    .sort((a, b) => a.localeCompare(b, 'en', { numeric: true }));
}

/** Returns the path of a file of a kept release, or of its folder. */
export const pathOf = (release: string, file = '') => join(folder, release, file);

/** Returns a line `HASH  NAME` for each migration of today, as `sha256sum` writes them. */
export function migrationsOfToday(): string[] {
  const migrations = join(root, 'apps/platform/migrations');
  return readdirSync(migrations)
    .filter((name) => name.endsWith('.sql'))
    .sort()
    .map((name) => {
      const text = readFileSync(join(migrations, name), 'utf8').replaceAll('\r\n', '\n');
      return `${createHash('sha256').update(text).digest('hex')}  ${name}`;
    });
}

/** Returns those lines as a kept release has them. */
export const migrationsOf = (release: string): string[] =>
  readFileSync(pathOf(release, 'migrations.sha256'), 'utf8').trim().split('\n');

/** Returns the version of this checkout. */
export const versionOfToday = (): string =>
  JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).version;
