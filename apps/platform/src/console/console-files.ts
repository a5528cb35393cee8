import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';

type Language = 'es' | 'en';
type Words = Record<Language, string[]>;

/** Holds what the console's build says of its page and, by the pattern of their address, of its screens. */
type Manifest = {
  stamp: string;
  first: string;
  script: string;
  styles: string[];
  scripts: string[];
  words: Words;
  screens: {
    pattern: string;
    isPublic: boolean;
    styles: string[];
    scripts: string[];
    words: Words;
  }[];
};

/**
 * The files that a page loads, names under `/assets`: its script, what that and its screen (`late`) ask for, and,
 * unless the screen is for everybody, the script that runs first.
 */
export type PageFiles = {
  first: string | undefined;
  script: string;
  styles: string[];
  scripts: string[];
  late: string[];
};

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

  /** Returns what the page at a path loads in a language; undefined while no console is built. */
  async function page(path: string, language: Language): Promise<PageFiles | undefined> {
    const built = await manifest();
    if (!built) return undefined;
    const screen = built.screens.find(({ pattern }) => isAt(pattern, path));
    const scripts = [...built.scripts, ...built.words[language]];
    const late = screen ? [...screen.scripts, ...screen.words[language]] : [];
    return {
      first: screen?.isPublic ? undefined : built.first,
      script: built.script,
      styles: [...built.styles, ...(screen?.styles ?? [])],
      scripts,
      late: late.filter((name) => !scripts.includes(name)),
    };
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

  return { page, asset };
}

/** Returns whether a path is one of a pattern, in which `$name` stands for a value. */
function isAt(pattern: string, path: string): boolean {
  const [wanted, given] = [pattern.split('/'), path.split('/')];
  return (
    wanted.length === given.length &&
    wanted.every((part, at) => part === given[at] || (part.startsWith('$') && given[at] !== ''))
  );
}
