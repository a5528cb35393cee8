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

test('nine of ten properties at least are described by more than their names, and not all in the same words', async () => {
  const { components, paths } = await readDocument();
  const found: { name: string; text: string }[] = [];
  const collect = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    const { properties } = value as { properties?: Record<string, { description?: string }> };
    for (const [name, { description = '' }] of Object.entries(properties ?? {}))
      found.push({ name, text: description });
    for (const [key, each] of Object.entries(value)) if (!/^examples?$/.test(key)) collect(each);
  };
  collect([components, paths]);
  const plain = (text: string) => text.toLowerCase().replace(/[^a-z]/g, '');
  const bare = found.filter(({ name, text }) => ['', plain(name)].includes(plain(text)));
  const names = [...new Set(bare.map(({ name }) => name))];
  expect(
    bare.length / found.length,
    `describe them in scripts/openapi/property-descriptions.json: ${names.join(', ')}`,
  ).toBeLessThanOrEqual(0.1);
  const [texts, all] = (['text', 'name'] as const).map(
    (key) => new Set(found.map((it) => it[key])),
  );
  expect(texts?.size).toBeGreaterThanOrEqual((all?.size ?? 0) / 2);
});

test('each operation says by which tokens it is called, and machines are named where they may', async () => {
  const { paths } = await readDocument();
  const security = (method: string, path: string) => paths[path]?.[method]?.security;
  expect(security('get', '/api/contacts')).toEqual([{ bearer: [] }, { oauth2: ['contacts:read'] }]);
  expect(security('get', '/api/auth/sessions')).toEqual([{ bearer: [] }]);
  expect(security('post', '/api/auth/refresh')).toEqual([{ cookie: [] }, {}]);
  expect(security('post', '/api/auth/logout')).toEqual([{ bearer: [] }, { cookie: [] }]);
  expect(security('post', '/api/auth/login')).toEqual([]);
});

test('each answer declares the headers that come with it', async () => {
  const { paths } = await readDocument();
  const headersOf = (method: string, path: string, status: number) =>
    Object.keys(paths[path]?.[method]?.responses[status]?.headers ?? {});
  expect(headersOf('post', '/api/v1/meetings', 201)).toEqual(
    expect.arrayContaining(['X-Request-Id', 'Location', 'ETag', 'RateLimit-Remaining']),
  );
  expect(headersOf('get', '/api/contacts', 200)).not.toContain('ETag');
});

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
