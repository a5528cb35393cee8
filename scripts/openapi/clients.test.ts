import { execFileSync } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { tourByTypes } from '@atrium/api-client/test-support/tour-by-types.ts';
import { person } from '@atrium/api-client/test-support/tour-person.ts';
import { world } from '@atrium/platform/test-support/world.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';

const folder = fileURLToPath(new URL('../../packages/api-client/', import.meta.url));
const run = (...args: string[]) =>
  execFileSync(process.execPath, args, { cwd: folder, encoding: 'utf8' });

const walked = {
  statuses: [201, 201, 200, 200, 201, 201, 200, 200],
  found: [true],
  members: 1,
  meeting: 'CANCELED',
};

const w = await world();
let baseUrl = '';
beforeAll(async () => {
  run('test-support/generate-client.ts', 'openapi.json', `${folder}generated`);
  baseUrl = `http://127.0.0.1:${await w.listen()}`;
});
afterAll(() => rm(`${folder}generated`, { recursive: true }));

test('clients made by openapi-typescript and @hey-api/openapi-ts compile strictly under TypeScript 5', () => {
  expect(run('node_modules/typescript/bin/tsc', '-p', 'test-support')).toBe('');
});

test('a client by openapi-typescript takes a person from a firm to a meeting', async () => {
  const { identity } = await w.systemAdmin();
  expect(await tourByTypes(baseUrl, identity, person('types'))).toEqual(walked);
});

test('a client by @hey-api/openapi-ts does the same', async () => {
  // By its path, since what it imports is there only after it was made.
  const { tourByHeyApi } = await import(`${folder}test-support/tour-by-hey-api.ts`);
  const { identity } = await w.systemAdmin();
  expect(await tourByHeyApi(baseUrl, identity, person('functions'))).toEqual(walked);
});
