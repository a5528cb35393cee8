import { globSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type PathName, patterns } from '../src/paths.ts';

const languages = ['es', 'en'] as const;
/** The areas whose words every page needs. */
const everywhere = ['common', 'enums'];

/** Names of files below `/assets`. */
type Files = { styles: string[]; scripts: string[] };
type Words = Record<(typeof languages)[number], string[]>;

/**
 * What the page loads: its script with what that imports and the words, and for each screen what is loaded
 * with it, so that the browser asks for all of it at once. The first pattern that an address fits is its screen.
 */
export type ConsoleManifest = Files & {
  stamp: string;
  /** Runs first, for who may be signed in. */
  first: string;
  script: string;
  words: Words;
  screens: (Files & { pattern: string; isPublic: boolean; words: Words })[];
};

/** A chunk as Vite's manifest names it, by the source that it was made of. */
type Chunk = { file: string; css?: string[]; imports?: string[] };
type Chunks = Record<string, Chunk>;

/** Says of a screen what counts here; `screen.ts` has the whole. */
type Stated = {
  load: () => Promise<unknown>;
  words?: readonly string[];
  isPublic?: boolean;
};

const root = resolve(import.meta.dirname, '..');

/** Returns what the console's page and each of its screens load, from the chunks that Vite made. */
export async function toManifest(stamp: string, chunks: Chunks): Promise<ConsoleManifest> {
  const own = filesOf(chunks, ['src/main.tsx', 'src/first.ts']);
  const [script, first] = [fileOf(chunks, 'src/main.tsx'), fileOf(chunks, 'src/first.ts')];
  const screens = (await statedScreens()).map(([name, { file, words = [], isPublic = false }]) => {
    // A screen that was put into the shared file, as the sign-in, has no chunk by itself.
    const { styles, scripts } = filesOf(chunks, file in chunks ? [file] : [], own);
    return { pattern: patterns[name], isPublic, styles, scripts, words: wordsOf(chunks, words) };
  });
  const words = wordsOf(chunks, everywhere);
  const scripts = own.scripts.filter((name) => name !== script && name !== first);
  // An address with a name is tried before one with a value in its place.
  screens.sort((a, b) => valuesIn(a.pattern) - valuesIn(b.pattern));
  return { stamp, first, script, styles: own.styles, scripts, words, screens };
}

const valuesIn = (pattern: string) => pattern.split('$').length;

/** Returns the screens as their areas state them, each with the source that it is loaded from. */
async function statedScreens() {
  const stated: [PathName, Omit<Stated, 'load'> & { file: string }][] = [];
  // The shell's own file only gathers those of the areas.
  const areas = globSync('src/*/screens.ts', { cwd: root, exclude: ['src/shell/*'] });
  for (const path of areas.sort()) {
    const { default: screens } = await import(join(root, path));
    for (const [name, { load, ...rest }] of Object.entries<Stated>(screens)) {
      const [, source] = /import\('(.+)'\)/.exec(String(load)) ?? [];
      if (!source) throw new Error(`The screen ${name} is not loaded by an import`);
      stated.push([name as PathName, { file: join(path, '..', source), ...rest }]);
    }
  }
  return stated;
}

function wordsOf(chunks: Chunks, areas: readonly string[]): Words {
  const of = (language: string) =>
    filesOf(
      chunks,
      areas.flatMap((area) => [
        `src/i18n/${language}/${area}.json`,
        // The platform's own words for values of fields.
        ...(area === 'enums' ? [`../platform/src/words/${language}.json`] : []),
      ]),
    ).scripts;
  return { es: of('es'), en: of('en') };
}

/** Returns the files of sources and of what they import, those with the sources' own first, without some others. */
function filesOf(chunks: Chunks, sources: readonly string[], without?: Files): Files {
  const styles = new Set<string>();
  const scripts = new Set<string>();
  const visit = (source: string) => {
    const name = fileOf(chunks, source);
    if (scripts.has(name)) return;
    scripts.add(name);
    const { css = [], imports = [] } = chunks[source] ?? {};
    for (const style of css) styles.add(nameOf(style));
    for (const imported of imports) visit(imported);
  };
  for (const source of sources) visit(source);
  const isNew = (kind: keyof Files) => (name: string) => !without?.[kind].includes(name);
  return {
    styles: [...styles].filter(isNew('styles')),
    scripts: [...scripts].filter(isNew('scripts')),
  };
}

function fileOf(chunks: Chunks, source: string): string {
  const chunk = chunks[source];
  if (!chunk) throw new Error(`The build has no ${source}`);
  return nameOf(chunk.file);
}

const nameOf = (file: string) => file.replace(/^assets\//, '');
