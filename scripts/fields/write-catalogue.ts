import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { makeCatalogue } from './make-catalogue.ts';

const root = join(import.meta.dirname, '../..');

/** Where the console has its catalogue of fields. */
export const cataloguePath = join(root, 'apps/console/src/field-catalogue.ts');

/** Returns the catalogue of a schema, written as all sources are. */
export function formattedCatalogue(schemaSql: string): string {
  const biome = join(root, 'node_modules/@biomejs/biome/bin/biome');
  return execFileSync(process.execPath, [biome, 'format', `--stdin-file-path=${cataloguePath}`], {
    cwd: root,
    encoding: 'utf8',
    input: makeCatalogue(schemaSql),
  });
}
