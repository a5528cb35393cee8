import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Conventions that matter, as checks: file budgets, who reads the environment, who imports whom, docs that name lost files. */
const root = join(import.meta.dirname, '..');
const tracked = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' })
  .trim()
  .split('\n')
  .filter((path) => existsSync(join(root, path)));
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const faults: string[] = [];

const generated = ['packages/api-client/src/schema.d.ts'];
const sources = tracked.filter((path) => path.endsWith('.ts') && !generated.includes(path));
const product = sources.filter(
  (path) => !/\.test\.ts$|\/(testing|test-support|security-tests)\//.test(path),
);
const lengths = product
  .map((path) => [path, read(path).split('\n').length - 1] as const)
  .sort((a, b) => a[1] - b[1]);

for (const [path, lines] of lengths)
  if (lines > 300) faults.push(`${path} has ${lines} lines; the limit is 300`);

for (const path of product.filter((each) => /^(apps|packages|tools)\//.test(each))) {
  const text = read(path);
  const readsEnvironment = /process\.env\b/.test(text) && !/\/(config|main)\.ts$/.test(path);
  if (readsEnvironment) faults.push(`${path} reads process.env; only config.ts does`);
  const opens = /\bopenDb\(/.test(text) && !/\/(db|start)\.ts$|e2e\//.test(path);
  if (opens) faults.push(`${path} opens a database; only start.ts and tests do`);
  const folder = path.split('/').at(-2);
  for (const [, from] of text.matchAll(/from '\.\.\/([\w-]+)\/routes\.ts'/g)) {
    if (from !== folder)
      faults.push(`${path} imports the routes of ${from}; take its verbs or queries`);
  }
}

// Meetings and all else tell calendars of changes by what the services hand them: only the
// compositions at the top and in http/ know the folder.
const platform = 'apps/platform/src/';
for (const path of product.filter((each) => each.startsWith(platform))) {
  const [folder = '', ...rest] = path.slice(platform.length).split('/');
  if (rest.length === 0 || folder === 'calendar' || folder === 'http') continue;
  if (/from '(?:\.\.\/)+calendar\//.test(read(path)))
    faults.push(`${path} imports calendar; it takes what services.ts hands it`);
}

for (const path of tracked.filter((each) => each.endsWith('.md'))) {
  for (const [, target] of read(path).matchAll(/\]\((?!https?:|#|mailto:)([^)#\s]+)/g)) {
    if (target && !existsSync(join(root, dirname(path), target)))
      faults.push(`${path} names ${target}, which is not there`);
  }
}

const at = (share: number) => lengths[Math.floor((lengths.length - 1) * share)]?.[1];
process.stdout.write(
  `${product.length} source files: median ${at(0.5)} lines, p90 ${at(0.9)}, longest ${at(1)}\n`,
);
for (const fault of faults) process.stderr.write(`${fault}\n`);
process.exitCode = faults.length > 0 ? 1 : 0;
