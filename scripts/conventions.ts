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

const generated = [
  'packages/api-client/src/schema.d.ts',
  'apps/console/src/field-catalogue.ts',
  'apps/console/src/forms/body-limits.ts',
];
const sources = tracked.filter((path) => /\.tsx?$/.test(path) && !generated.includes(path));
const product = sources.filter(
  (path) => !/\.test\.ts$|\/(test-support|security-tests|browser-tests)\//.test(path),
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
  const opens = /\bopenDb\(/.test(text) && !/(\/(db|services)|-on-machine)\.ts$|e2e\//.test(path);
  if (opens)
    faults.push(`${path} opens a database; only services.ts, commands on the machine and tests do`);
  const folder = path.split('/').at(-2);
  for (const [, from] of text.matchAll(/from '\.\.\/([\w-]+)\/routes\.ts'/g)) {
    if (from !== folder)
      faults.push(`${path} imports the routes of ${from}; take its verbs or queries`);
  }
}

// The folders of the platform and of the console stand on floors, in a list each: each imports only
// folders below its own, types included. Compositions put the folders together, so they may import all,
// and no folder imports them. Files beside the folders stand with what is named `beside`; config.ts also
// reads the slices' settings that are named. No files import each other in a circle, nor do the
// folders within a slice.
type Floors = { beside: string; floors: string[][]; compositions: string[]; settings?: string[] };
type Imports = ReadonlyMap<string, readonly string[]>;

/** Returns what each file of an app imports of it, by their paths within it. */
function importsWithin(src: string): Imports {
  const imports = new Map<string, string[]>();
  for (const path of product.filter((each) => each.startsWith(src))) {
    const found = read(path).matchAll(/(?:from|import)\s*\(?\s*'(\.\.?\/[^']+)'/g);
    const targets = [...found].map(([, from = '']) => join(dirname(path), from).slice(src.length));
    imports.set(path.slice(src.length), targets);
  }
  return imports;
}

/** Tells of what imports a floor that is not below its own. */
function checkFloors(app: string, imports: Imports): void {
  const list = `${app}/floors.json`;
  const { beside, floors, compositions, settings = [] } = JSON.parse(read(list)) as Floors;
  const floorOf = (folder: string) => floors.findIndex((floor) => floor.includes(folder));
  for (const [file, targets] of imports) {
    if (compositions.includes(file)) continue;
    const path = `${app}/src/${file}`;
    const folder = file.includes('/') ? (file.split('/')[0] ?? '') : beside;
    if (floorOf(folder) < 0) {
      faults.push(`${path} is in a folder without a floor: add it to ${list}`);
      continue;
    }
    for (const target of targets) {
      const other = target.includes('/') ? (target.split('/')[0] ?? '') : beside;
      if (compositions.includes(target)) faults.push(`${path} imports ${target}, a composition`);
      else if (file === 'config.ts' && settings.includes(target)) continue;
      else if (other !== folder && floorOf(other) >= floorOf(folder))
        faults.push(`${path} imports ${other}, which ${list} does not have below ${folder}`);
    }
  }
}

/** Tells of what leads back to itself. */
function findCircles(within: string, targetsOf: ReadonlyMap<string, Iterable<string>>): void {
  const done = new Set<string>();
  function follow(each: string, way: readonly string[]): void {
    if (way.includes(each))
      faults.push(`${within} has a circle: ${[...way.slice(way.indexOf(each)), each].join(' > ')}`);
    if (done.has(each)) return;
    done.add(each);
    for (const target of targetsOf.get(each) ?? []) follow(target, [...way, each]);
  }
  for (const each of targetsOf.keys()) follow(each, []);
}

const partOf = (file: string) => file.match(/^[^/]+\/[^/]+(?=\/)/)?.[0];

/** Returns what each folder within a slice imports of the slice's others. */
function importsOfParts(imports: Imports): ReadonlyMap<string, Set<string>> {
  const found = new Map<string, Set<string>>();
  for (const [file, targets] of imports) {
    const part = partOf(file);
    if (!part) continue;
    const others = targets.flatMap((target) => partOf(target) ?? []).filter((it) => it !== part);
    const inSlice = others.filter((other) => dirname(other) === dirname(part));
    found.set(part, new Set([...(found.get(part) ?? []), ...inSlice]));
  }
  return found;
}

for (const app of ['apps/platform', 'apps/console']) {
  const imports = importsWithin(`${app}/src/`);
  checkFloors(app, imports);
  findCircles(`${app}/src`, imports);
  findCircles(`${app}/src`, importsOfParts(imports));
}
for (const path of product.filter((each) => each.startsWith('apps/platform/src/')))
  if (/'@atrium\/platform\//.test(read(path)))
    faults.push(`${path} imports its own package by name`);

// Only events cross between the two services, and nothing borrows from the repository's own scripts.
for (const path of product.filter((each) => /^apps\/(platform|analytics)\//.test(each))) {
  const [, app] = read(path).match(/'@atrium\/(platform|analytics|local|admin|console)\//) ?? [];
  if (app) faults.push(`${path} imports ${app}; what both services know is in packages/`);
}
for (const path of sources.filter((each) => /^(apps|packages|tools|bench)\//.test(each))) {
  if (/from '[./]+\/scripts\//.test(read(path)))
    faults.push(`${path} imports from scripts/; what others use is in packages/`);
}

// What is imported or published imports nothing that starts others, its tests included.
for (const path of sources.filter((each) => each.startsWith('packages/'))) {
  const [, app] =
    read(path).match(/'(@atrium\/(?!kit\b|cli\b|questions\b|api-client\b)[\w-]+|[./]+\/apps)\//) ??
    [];
  if (app) faults.push(`${path} imports ${app}; packages import no app`);
}

for (const path of tracked.filter((each) => each.endsWith('.md'))) {
  for (const [, target] of read(path).matchAll(/\]\((?!https?:|#|mailto:)([^)#\s]+)/g)) {
    if (target && !existsSync(join(root, dirname(path), target)))
      faults.push(`${path} names ${target}, which is not there`);
  }
}

// A test waits for a state and not for a time, and counts or compares instead of timing: no machine is
// too slow for it. A limit of its own is for what takes longer than the one of all tests. Nor does a test
// depend on which files ran before it in its worker.
const tests = sources.filter(
  (path) =>
    /\.test\.ts$|\/(test-support|security-tests|browser-tests|e2e)\//.test(path) &&
    !path.startsWith('bench/'),
);
const timed: [RegExp, string][] = [
  [/\bsetTimeout\(|\bsleep\(/, 'pauses for a fixed time; wait for a state with expect.poll'],
  [
    /expect\([^;]*\b(performance|Date)\.now\(\)[^;]*\)\s*\.toBeLessThan/,
    'asserts how long something took; count, or compare it with the same work alone',
  ],
  [
    /expect\([^;]*\b(ms|elapsed|times|took\w*)\b[^;]*\)\s*\.toBeLessThan(OrEqual)?\([\d_]+\)/,
    'asserts how long something took; count, or compare it with the same work alone',
  ],
  [/\.poll\([^;]*\btimeout: \d_?\d{3}\b[^_]/, 'gives a poll hardly any time'],
  [
    /\bvi\.(mock|doMock|resetModules)\(/,
    'replaces a module; the files of a worker share theirs, and another may have loaded it before',
  ],
];
const pauses: Record<string, string> = {
  'apps/console/browser-tests/console-world.ts': 'looks again in the page until it is quiet',
  'apps/platform/security-tests/large-bodies-sweep.test.ts': 'a turn for the first and last sample',
  'apps/platform/test-support/calendar-storm.ts': 'the pace of a storm of edits',
  'packages/api-client/test-support/call-api.ts': 'the pause of a client before it asks again',
  'packages/kit/src/http/shed-load.test.ts': 'a turn in which the delay is measured',
  'apps/local/src/e2e/attacks.test.ts':
    'the pace of the attackers, and of a user for whom there was no room',
  'apps/local/src/e2e/busy.ts': 'the pause of a client before it asks again, and when it gives up',
  'apps/local/src/e2e/crash.test.ts': 'the pause of a client before it asks again',
  'apps/local/src/e2e/overload.test.ts': 'the pace of the crowd',
};
for (const path of tests) {
  const text = read(path);
  for (const [pattern, what] of timed)
    if (pattern.test(text) && !(path in pauses)) faults.push(`${path} ${what}`);
}
for (const path of Object.keys(pauses))
  if (!tests.includes(path) || !/\bsetTimeout\(|\bsleep\(/.test(read(path)))
    faults.push(`${path} does not pause any more; take it out of the list of pauses`);

const at = (share: number) => lengths[Math.floor((lengths.length - 1) * share)]?.[1];
process.stdout.write(
  `${product.length} source files: median ${at(0.5)} lines, p90 ${at(0.9)}, longest ${at(1)}\n`,
);
for (const fault of faults) process.stderr.write(`${fault}\n`);
process.exitCode = faults.length > 0 ? 1 : 0;
