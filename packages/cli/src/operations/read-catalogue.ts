import { readFileSync } from 'node:fs';
import { type Catalogue, catalogueOf } from './catalogue.ts';

/** Returns what the command line offers, of the project's document; the package has it made already. */
export function readCatalogue(): Catalogue {
  const file = new URL('../../../api-client/openapi.json', import.meta.url);
  return catalogueOf(JSON.parse(readFileSync(file, 'utf8')));
}
