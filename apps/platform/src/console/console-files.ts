import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** The files that a page loads: names under `/assets`. */
type Manifest = { stamp: string; script: string; styles: string[]; imports: string[] };
type Asset = { content: Buffer; type: string; isBrotli: boolean };

const types: Record<string, string> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  woff2: 'font/woff2',
  svg: 'image/svg+xml',
  png: 'image/png',
};

/** Reads the built console from its folder, which a build may replace while the platform runs. */
export function consoleFiles(folder: string) {
  const manifestFile = join(folder, 'manifest.json');
  let known: { modifiedMs: number; manifest: Manifest } | undefined;

  /** Returns what the page loads; undefined while no console is built. */
  async function manifest(): Promise<Manifest | undefined> {
    const state = await stat(manifestFile).catch(() => undefined);
    if (!state) return undefined;
    if (known?.modifiedMs !== state.mtimeMs) {
      const text = await readFile(manifestFile, 'utf8').catch(() => undefined);
      if (text === undefined) return undefined;
      known = { modifiedMs: state.mtimeMs, manifest: JSON.parse(text) as Manifest };
    }
    return known.manifest;
  }

  /** Returns a file of the console, packed with brotli where the build packed it and the reader takes it. */
  async function asset(name: string, takesBrotli: boolean): Promise<Asset | undefined> {
    const type = types[/^[\w-][\w.-]*\.(\w+)$/.exec(name)?.[1] ?? ''];
    if (!type) return undefined;
    const path = join(folder, 'assets', name);
    const packed = takesBrotli ? await readFile(`${path}.br`).catch(() => undefined) : undefined;
    if (packed) return { content: packed, type, isBrotli: true };
    const content = await readFile(path).catch(() => undefined);
    return content && { content, type, isBrotli: false };
  }

  return { manifest, asset };
}
