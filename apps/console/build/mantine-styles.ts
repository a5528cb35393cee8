import { existsSync, globSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join, resolve } from 'node:path';
import type { Plugin } from 'vite';

const id = 'virtual:mantine-styles.css';
const require = createRequire(import.meta.url);
const mantine = dirname(require.resolve('@mantine/core/styles.css'));
const source = resolve(import.meta.dirname, '../src');
/** The styles that every part rests on. */
const bases = ['baseline', 'default-css-variables', 'global', 'UnstyledButton'];

/**
 * Returns the styles of the Mantine parts that the console uses and of the parts they are made of.
 * All styles would be 280 kB, and a list kept by hand would forget one.
 */
export function mantineStyles(): string {
  const parts = new Map<string, string>();
  const add = (path: string) => {
    if (existsSync(path) && !parts.has(path)) parts.set(path, readFileSync(path, 'utf8'));
  };
  for (const name of bases) add(join(mantine, 'styles', `${name}.css`));
  const index = join(mantine, 'esm/index.mjs');
  const visited = new Set<string>();
  const styleOf = (module: string) =>
    join(mantine, 'styles', `${basename(module, '.module.mjs')}.css`);

  // What a part is made of comes before the part, so that its own styles win.
  const visit = (file: string) => {
    if (visited.has(file) || !existsSync(file)) return;
    visited.add(file);
    const imports = [...readFileSync(file, 'utf8').matchAll(/from "(\.[^"]+)"/g)];
    const paths = imports.map(([, path = '']) => resolve(dirname(file), path));
    const isStyle = (path: string) => path.endsWith('.module.mjs');
    for (const path of paths.filter((each) => !isStyle(each))) visit(path);
    for (const path of paths.filter(isStyle)) add(styleOf(path));
  };

  const exported = readFileSync(index, 'utf8');
  for (const name of namesUsed()) {
    const path = new RegExp(`import \\{[^}]*\\b${name}\\b[^}]*\\} from "(\\.[^"]+)"`).exec(
      exported,
    )?.[1];
    if (path) visit(resolve(dirname(index), path));
  }
  return [...parts.values()].join('\n');
}

/** Returns what the console and the other Mantine packages it uses import from `@mantine/core`. */
function namesUsed(): Set<string> {
  const own = globSync('**/*.{ts,tsx}', { cwd: source }).map((path) => join(source, path));
  const texts = own.map((path) => readFileSync(path, 'utf8'));
  const packages = new Set(
    texts.flatMap((text) =>
      [...text.matchAll(/from '(@mantine\/(?!core|hooks|form)[\w-]+)'/g)].map(
        ([, name]) => name ?? '',
      ),
    ),
  );
  for (const name of packages) {
    const folder = join(dirname(mantine), name.replace('@mantine/', ''), 'esm');
    for (const path of globSync('**/*.mjs', { cwd: folder }))
      texts.push(readFileSync(join(folder, path), 'utf8'));
  }
  const imports = texts.flatMap((text) => [
    ...text.matchAll(/import \{([^}]*)\} from ["']@mantine\/core["']/g),
  ]);
  return new Set(
    imports
      .flatMap(([, names = '']) =>
        names.split(',').map(
          (name) =>
            name
              .trim()
              .replace(/^type .*/, '')
              .split(' ')[0] ?? '',
        ),
      )
      .filter((name) => /^[A-Z]/.test(name)),
  );
}

/** Gives the console `virtual:mantine-styles.css`; while developing it is every style, so that none is missed. */
export function mantineStylesheet(): Plugin {
  let isBuild = true;
  return {
    name: 'mantine-styles',
    enforce: 'pre',
    configResolved: ({ command }) => {
      isBuild = command === 'build';
    },
    resolveId: (path) => (path === id ? `\0${id}` : undefined),
    load: (path) => {
      if (path !== `\0${id}`) return undefined;
      return isBuild ? mantineStyles() : readFileSync(join(mantine, 'styles.css'), 'utf8');
    },
  };
}
