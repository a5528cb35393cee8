import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { makeDocument } from './make-document.ts';
import { readDocument } from './read-document.ts';

const folder = new URL('../../packages/api-client/', import.meta.url);

test('the committed OpenAPI document is what the routes say; else run npm run gen', async () => {
  const committed = JSON.parse(await readFile(new URL('openapi.json', folder), 'utf8'));
  expect(JSON.parse(JSON.stringify(await makeDocument()))).toEqual(committed);
});

test('every operation has an id of its own, a summary, a description, and states its roles or that it is public', async () => {
  const document = JSON.parse(await readFile(new URL('openapi.json', folder), 'utf8'));
  const operations = Object.values<Record<string, Operation>>(document.paths).flatMap((path) =>
    Object.values(path),
  );
  const ids = operations.map((operation) => operation.operationId);
  expect(new Set(ids).size).toBe(ids.length);
  for (const operation of operations) {
    expect(
      operation.operationId && operation.summary && operation.description,
      JSON.stringify(operation).slice(0, 200),
    ).toBeTruthy();
    expect(operation['x-roles'] ?? operation.security, operation.operationId).toBeDefined();
  }
});

type Operation = {
  operationId?: string;
  summary?: string;
  description?: string;
  security?: unknown[];
  'x-roles'?: string[];
};

test('every v2 list states the fields it is filtered and sorted by', async () => {
  const { paths } = await readDocument();
  const lists = Object.entries(paths).filter(([path]) => /^\/api\/v2\/[a-z]+$/.test(path));
  expect(lists.length).toBeGreaterThanOrEqual(5);
  for (const [, { post }] of lists) {
    const { 'x-filterable': filterable, 'x-sortable': sortable } = post as unknown as Listed;
    expect(filterable.map(({ field }) => field)).toEqual(expect.arrayContaining(sortable));
    expect(filterable.every(({ type }) => type)).toBe(true);
    expect(sortable.length).toBeGreaterThan(0);
  }
  const { post } = paths['/api/v2/meetings'] as unknown as { post: Listed };
  expect(post['x-filterable']).toContainEqual({ field: 'rsvpStatus', type: 'enum' });
  expect(post['x-sortable']).not.toContain('rsvpStatus');
});

test('no object of several fields is written twice', async () => {
  const { paths, components } = await readDocument();
  const counts = new Map<string, number>();
  const count = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    const text = JSON.stringify(value);
    if ('properties' in value && Object.keys(value.properties as object).length > 1)
      counts.set(text, (counts.get(text) ?? 0) + 1);
    for (const each of Object.values(value)) count(each);
  };
  count([paths, components]);
  expect([...counts].filter(([, times]) => times > 1).map(([text]) => text)).toEqual([]);
  expect(Object.keys(components.schemas)).toEqual(
    expect.arrayContaining(['Contact', 'ContactPage', 'Household', 'Meeting', 'Page', 'Problem']),
  );
});

type Listed = { 'x-filterable': { field: string; type: string }[]; 'x-sortable': string[] };
