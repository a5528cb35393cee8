import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');

type Kinds = 'dependencies' | 'devDependencies' | 'optionalDependencies';
type Locked = Partial<Record<Kinds, Record<string, string>>> & {
  version?: string;
  deprecated?: string;
};
const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
  packages: Record<string, Locked>;
};
const workspaces = Object.keys(packages).filter((path) => !path.includes('node_modules'));

test('every package that is asked for is asked for in one version, and by the lock in the same', () => {
  const asked = workspaces.flatMap((workspace) => {
    const manifest: Locked = JSON.parse(
      readFileSync(join(root, workspace, 'package.json'), 'utf8'),
    );
    const { dependencies, devDependencies, optionalDependencies } = manifest;
    const all = { ...dependencies, ...devDependencies, ...optionalDependencies };
    return Object.entries(all).map(([name, version]) => ({ workspace, name, version }));
  });
  expect(asked.length).toBeGreaterThan(100);
  expect(asked.filter(({ version }) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))).toEqual([]);
  const others = asked.filter(({ workspace, name, version }) => {
    if (name.startsWith('@atrium/')) return false;
    const own = packages[join(workspace, 'node_modules', name)];
    return (own ?? packages[`node_modules/${name}`])?.version !== version;
  });
  expect(others).toEqual([]);
});

test('no package in the lock was given up by those who made it', () => {
  const givenUp = Object.entries(packages).filter(([, { deprecated }]) => deprecated);
  expect(givenUp.map(([path]) => path)).toEqual([]);
});

test('packages of other machines that the lock lacks are those that no registry has', () => {
  const names = Object.entries(packages).flatMap(([folder, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).map((name) => ({ folder, name })),
  );
  const lacks = names.filter(
    ({ folder, name }) =>
      !packages[`node_modules/${name}`] && !packages[`${folder}/node_modules/${name}`],
  );
  // Analytics says so in a sentence and names CLICKHOUSE_URL where its engine is missing.
  expect(lacks.map(({ name }) => name).sort()).toEqual([
    '@chdb/lib-darwin-arm64',
    '@chdb/lib-darwin-x64',
    '@chdb/lib-linux-arm64-gnu',
  ]);
});
