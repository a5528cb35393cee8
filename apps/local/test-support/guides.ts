import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const folder = join(import.meta.dirname, '../../../docs/guides');

/** A guide of docs/guides, as what may be run and compared of it. */
export type Guide = {
  name: string;
  /** Its lines for a shell, in their order. */
  lines: string;
  /** Its blocks of TypeScript, which are one program; empty where it has none. */
  program: string;
  /** What it says that it prints. */
  printed: string[];
};

/** Returns the guides, in the order of their names. */
export function readGuides(): Guide[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.md'))
    .sort()
    .map((name) => {
      const text = readFileSync(join(folder, name), 'utf8');
      const blocks = [...text.matchAll(/^```(\w*)\n(.*?)^```$/gms)];
      const of = (language: string) =>
        blocks.flatMap(([, each, content = '']) => (each === language ? [content] : []));
      return {
        name: name.replace(/\.md$/, ''),
        lines: of('sh').join('\n'),
        program: of('ts').join('\n'),
        printed: of('text'),
      };
    });
}
