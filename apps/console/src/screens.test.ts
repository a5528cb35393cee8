import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { patterns } from './paths.ts';

const root = import.meta.dirname;
const sources = new Map(
  globSync('**/*.{ts,tsx}', { cwd: root }).map((path) => [
    path,
    readFileSync(join(root, path), 'utf8'),
  ]),
);

const found = (path: string, pattern: RegExp) =>
  [...(sources.get(path) ?? '').matchAll(pattern)].map(([, what = '']) => what);

/** Returns a source and all that it imports, at once or on demand; types and other screens are none. */
function partsOf(path: string, parts = new Set<string>()): Set<string> {
  const isNew = sources.has(path) && !parts.has(path) && !path.endsWith('screens.ts');
  if (!isNew) return parts;
  parts.add(path);
  const imports = [
    ...found(path, /^import(?! type)[^;]*? from '(\.[^']+)';/gms),
    ...found(path, /\bimport\('(\.[^']+)'\)/g),
  ];
  for (const each of imports) partsOf(join(dirname(path), each), parts);
  return parts;
}

/** A screen as its area's file states it: name, source and areas of words. */
const stated = /^ {2}(\w+): \{[^}]*?import\('(.+?)'\)(?:[^}]*?words: \[(.*?)\])?/gms;

test('Screens state the areas of all words that they and their parts use', () => {
  const faults: string[] = [];
  let count = 0;
  for (const [file, text] of sources) {
    if (!file.endsWith('/screens.ts')) continue;
    const [shared = ''] = found(file, /^const words\b.*= \[(.*)\];/gm);
    for (const [, name, source = '', own = ''] of text.matchAll(stated)) {
      count += 1;
      const parts = [...partsOf(join(dirname(file), source))];
      const loaded = parts.flatMap((part) => found(part, /loadWords\(\[([^\]]+)\]/g));
      const areas = ['common', 'enums', ...([own, shared, ...loaded].join().match(/\w+/g) ?? [])];
      // What stands in a comment asks for nothing.
      for (const part of parts)
        for (const area of found(part, /^(?! *[/*]).*\buseWords\('(\w+)'\)/gm))
          if (!areas.includes(area)) faults.push(`${name}: ${area} of ${part}`);
    }
  }
  expect(faults).toEqual([]);
  expect(count).toBe(Object.keys(patterns).length);
});
