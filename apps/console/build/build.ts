import { createHash } from 'node:crypto';
import { globSync } from 'node:fs';
import {
  copyFile,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import { type ConsoleManifest, toManifest } from './manifest.ts';

const root = resolve(import.meta.dirname, '..');
export const distFolder = join(root, 'dist');
/** An open page may ask for a file of an older build for so long. */
const keptMs = 7 * 24 * 3_600_000;

/** Returns a hash of everything that a build is made of. */
export async function stampOfSources(): Promise<string> {
  const sources = [
    ...globSync('{src,build}/**/*.*', { cwd: root })
      .sort()
      .map((path) => join(root, path)),
    join(root, 'vite.config.ts'),
    resolve(root, '../../packages/api-client/openapi.json'),
    resolve(root, '../../package-lock.json'),
  ];
  const hash = createHash('sha256');
  for (const path of sources) hash.update(path.slice(root.length)).update(await readFile(path));
  return hash.digest('hex').slice(0, 20);
}

/** Returns whether the console that is built is made of the present sources. */
export async function isFresh(): Promise<boolean> {
  const text = await readFile(join(distFolder, 'manifest.json'), 'utf8').catch(() => undefined);
  return text !== undefined && JSON.parse(text).stamp === (await stampOfSources());
}

/** Builds the console into `dist`, beside the files of older builds; its manifest comes last. */
export async function buildConsole(): Promise<void> {
  const stamp = await stampOfSources();
  await mkdir(join(distFolder, 'assets'), { recursive: true });
  const folder = await mkdtemp(join(distFolder, 'building-'));
  try {
    const { build } = await import('vite');
    await build({
      configFile: join(root, 'vite.config.ts'),
      logLevel: 'warn',
      build: { outDir: folder },
    });
    const names = await readdir(join(folder, 'assets'));
    await Promise.all(names.map((name) => compress(join(folder, 'assets', name))));
    for (const name of await readdir(join(folder, 'assets'))) {
      const target = join(distFolder, 'assets', name);
      await copyFile(join(folder, 'assets', name), `${target}.${stamp}`);
      await rename(`${target}.${stamp}`, target);
      await utimes(target, new Date(), new Date());
    }
    const chunks = JSON.parse(await readFile(join(folder, '.vite/manifest.json'), 'utf8'));
    const manifest: ConsoleManifest = await toManifest(stamp, chunks);
    await writeFile(join(folder, 'manifest.json'), JSON.stringify(manifest));
    await rename(join(folder, 'manifest.json'), join(distFolder, 'manifest.json'));
    await removeOld();
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function compress(path: string): Promise<void> {
  if (!/\.(js|css|svg)$/.test(path)) return;
  const text = await readFile(path);
  const packed = await promisify(brotliCompress)(text, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: 11,
      [constants.BROTLI_PARAM_SIZE_HINT]: text.length,
    },
  });
  await writeFile(`${path}.br`, packed);
}

async function removeOld(): Promise<void> {
  for (const name of await readdir(join(distFolder, 'assets'))) {
    const path = join(distFolder, 'assets', name);
    if (Date.now() - (await stat(path)).mtimeMs > keptMs) await rm(path, { force: true });
  }
}
