import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { makeCatalogue } from './make-catalogue.ts';
import { type Described, makeLimits } from './make-limits.ts';

const root = join(import.meta.dirname, '../..');

/** Where the console has its catalogue of fields, and the limits of what it sends. */
export const cataloguePath = join(root, 'apps/console/src/field-catalogue.ts');
export const limitsPath = join(root, 'apps/console/src/forms/body-limits.ts');

/** Returns a source as all are written. */
function formatted(path: string, input: string): string {
  const biome = join(root, 'node_modules/@biomejs/biome/bin/biome');
  return execFileSync(process.execPath, [biome, 'format', `--stdin-file-path=${path}`], {
    cwd: root,
    encoding: 'utf8',
    input,
  });
}

/** Returns the catalogue of a schema. */
export const formattedCatalogue = (schemaSql: string) =>
  formatted(cataloguePath, makeCatalogue(schemaSql));

/** Returns the limits that an OpenAPI document states. */
export const formattedLimits = (document: Described) => formatted(limitsPath, makeLimits(document));
