import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  cataloguePath,
  formattedCatalogue,
  formattedLimits,
  limitsPath,
} from './write-catalogue.ts';

const root = join(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');

test("The console's fields are those of the platform's tables; else run npm run gen", () => {
  const made = formattedCatalogue(read('apps/platform/schema.sql'));
  expect(readFileSync(cataloguePath, 'utf8')).toBe(made);
});

test("The console's limits are those of the API's bodies; else run npm run gen", () => {
  const made = formattedLimits(JSON.parse(read('packages/api-client/openapi.json')));
  expect(readFileSync(limitsPath, 'utf8')).toBe(made);
});
