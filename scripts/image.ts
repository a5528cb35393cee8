import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  symlinkSync,
} from 'node:fs';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { parseArgs } from 'node:util';
import { packagesOf } from './image/packages-of.ts';

/**
 * Lays out the files of an image: `node scripts/image.ts platform|analytics DIR [--console FOLDER]`. They are
 * the services' sources, the packages that these need, and Node; databases are servers elsewhere. The last
 * line that it writes is the start command, as a JSON array.
 */
const root = resolve(import.meta.dirname, '..');
const targets = {
  platform: {
    // With the commands of an installation: `npx atrium migrate`, `doctor` and the like.
    workspaces: ['apps/platform', 'apps/admin'],
    // V8 would collect garbage anew when a tenth was added, every few seconds under load, and its new
    // generation would not hold the requests that wait after a stall.
    start: ['--max-semi-space-size=32', '--heap-growing-percent=100', 'apps/platform/src/main.ts'],
  },
  analytics: {
    workspaces: ['apps/analytics'],
    // Events live for seconds, which a small new generation copies twice.
    start: ['--max-semi-space-size=64', 'apps/analytics/src/main.ts'],
  },
} as const;

const { values, positionals } = readArguments();
const [name = '', folder] = positionals;
if (!(name === 'platform' || name === 'analytics') || !folder || positionals.length > 2)
  endWithUsage();
const target = targets[name];
const to = resolve(folder);
if (existsSync(to) && readdirSync(to).length > 0) {
  process.stderr.write(`${to} is not empty\n`);
  process.exit(1);
}

const needed = packagesOf(root, target.workspaces);
for (const each of needed.packages) copy(each, isOfPackage);
for (const each of needed.workspaces) {
  copy(each, isOfWorkspace);
  link(each);
}
// The platform serves the guides.
const guides = name === 'platform' ? ['API.md', 'docs'] : [];
for (const each of ['package.json', 'LICENSE', 'THIRD-PARTY-NOTICES', ...guides])
  cpSync(join(root, each), join(to, each), { recursive: true });
if (name === 'platform') copyConsole();
mkdirSync(join(to, 'bin'));
cpSync(realpathSync(join(root, 'node_modules/.bin/node')), join(to, 'bin/node'));
letRead(to);
const [script = '', ...options] = [...target.start].reverse();
const command = [join(to, 'bin/node'), ...options.reverse(), join(to, script)];
process.stdout.write(`${JSON.stringify(command)}\n`);

function readArguments() {
  try {
    return parseArgs({ options: { console: { type: 'string' } }, allowPositionals: true });
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n`);
    return endWithUsage();
  }
}

function endWithUsage(): never {
  process.stderr.write('Usage: node scripts/image.ts platform|analytics DIR [--console FOLDER]\n');
  process.exit(2);
}

/** Copies a folder, without the folders of packages below it, which come by themselves. */
function copy(each: string, isNeeded: (path: string) => boolean): void {
  const from = join(root, each);
  cpSync(from, join(to, each), {
    recursive: true,
    dereference: true,
    filter: (path) => isNeeded(relative(from, path).split(sep).join('/')),
  });
}

/** Types and maps are for editors. */
function isOfPackage(path: string): boolean {
  return !/(^|\/)node_modules(\/|$)|\.(map|d\.[cm]?ts|tsbuildinfo)$/.test(path);
}

function isOfWorkspace(path: string): boolean {
  const others =
    /(^|\/)(node_modules|test-support|security-tests|browser-tests|dist|e2e)(\/|$)|\.test\.tsx?$/;
  return !others.test(path);
}

/** Makes a workspace known by its name, as npm does. */
function link(workspace: string): void {
  const { name: named } = JSON.parse(readFileSync(join(root, workspace, 'package.json'), 'utf8'));
  const at = join(to, 'node_modules', named);
  mkdirSync(dirname(at), { recursive: true });
  symlinkSync(relative(dirname(at), join(to, workspace)), at);
}

/** Copies the built console to where the platform looks for it; builds it where it is missing or old. */
function copyConsole(): void {
  const built = values.console ? resolve(values.console) : join(root, 'apps/console/dist');
  if (!values.console) {
    const entry = join(root, 'apps/console/build/main.ts');
    const { status } = spawnSync(process.execPath, [entry], { stdio: ['ignore', 2, 2] });
    if (status !== 0) process.exit(1);
  }
  if (!existsSync(join(built, 'manifest.json')))
    throw new Error(`There is no built console in ${basename(built)}`);
  cpSync(built, join(to, 'apps/console/dist'), { recursive: true });
}

/** Lets every user read what lies in a folder: an image's is not who laid it out. */
function letRead(path: string): void {
  const found = lstatSync(path);
  if (found.isSymbolicLink()) return;
  chmodSync(path, found.mode | (found.isDirectory() || found.mode & 0o100 ? 0o555 : 0o444));
  if (found.isDirectory()) for (const each of readdirSync(path)) letRead(join(path, each));
}
