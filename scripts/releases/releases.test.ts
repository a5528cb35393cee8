import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  keptReleases,
  migrationsOf,
  migrationsOfToday,
  pathOf,
  root,
  versionOfToday,
} from './kept.ts';

const read = (path: string) => readFileSync(join(root, path), 'utf8');
type Package = { version: string; name?: string; link?: boolean };

test('all packages, the lock, the document and the newest entry of the changelog say one version', () => {
  const lock = JSON.parse(read('package-lock.json')) as Package & {
    packages: Record<string, Package>;
  };
  const workspaces = Object.keys(lock.packages).filter((path) => !path.includes('node_modules'));
  expect(workspaces.length).toBeGreaterThan(10);
  const said = workspaces.flatMap((path) => [
    lock.packages[path]?.version,
    (JSON.parse(read(join(path, 'package.json'))) as Package).version,
  ]);
  const { info } = JSON.parse(read('packages/api-client/openapi.json')) as { info: Package };
  const [, newest] = /^## (\d+\.\d+\.\d+)/m.exec(read('CHANGELOG.md')) ?? [];
  expect([...new Set([...said, lock.version, info.version, newest])]).toEqual([versionOfToday()]);
});

test('each workspace asks for the others by that version', () => {
  const lock = JSON.parse(read('package-lock.json')).packages as Record<
    string,
    { dependencies?: Record<string, string>; devDependencies?: Record<string, string> }
  >;
  const asked = Object.values(lock).flatMap(({ dependencies, devDependencies }) =>
    Object.entries({ ...dependencies, ...devDependencies }),
  );
  const own = asked.filter(([name]) => name.startsWith('@atrium/')).map(([, version]) => version);
  expect([...new Set(own)]).toEqual([versionOfToday()]);
});

test.for(keptReleases())('%s is kept whole, and its databases can be updated', (release) => {
  const { info, paths } = JSON.parse(readFileSync(pathOf(release, 'openapi.json'), 'utf8'));
  expect([`v${info.version}`, Object.keys(paths).length > 100]).toEqual([release, true]);
  expect(readFileSync(pathOf(release, 'schema.sql'), 'utf8')).toContain('schema_migrations');
  expect(read('CHANGELOG.md')).toMatch(new RegExp(`^## ${release.slice(1)} \\(`, 'm'));
  // Its migrations are the first ones of today: none was edited, taken away or put among them.
  const kept = migrationsOf(release);
  expect(migrationsOfToday().slice(0, kept.length)).toEqual(kept);
});
