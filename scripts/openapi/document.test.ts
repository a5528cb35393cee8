import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { makeDocument } from './make-document.ts';

const folder = new URL('../../packages/api-client/', import.meta.url);

test('the committed OpenAPI document is what the routes say; else run npm run gen', async () => {
  const committed = JSON.parse(await readFile(new URL('openapi.json', folder), 'utf8'));
  expect(JSON.parse(JSON.stringify(await makeDocument()))).toEqual(committed);
});

test('every operation has an id of its own, a summary, and states its roles or that it is public', async () => {
  const document = JSON.parse(await readFile(new URL('openapi.json', folder), 'utf8'));
  const operations = Object.values<Record<string, Operation>>(document.paths).flatMap((path) =>
    Object.values(path),
  );
  const ids = operations.map((operation) => operation.operationId);
  expect(new Set(ids).size).toBe(ids.length);
  for (const operation of operations) {
    expect(
      operation.operationId && operation.summary,
      JSON.stringify(operation).slice(0, 200),
    ).toBeTruthy();
    expect(operation['x-roles'] ?? operation.security, operation.operationId).toBeDefined();
  }
});

type Operation = {
  operationId?: string;
  summary?: string;
  security?: unknown[];
  'x-roles'?: string[];
};
