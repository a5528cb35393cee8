import { afterAll, beforeAll, expect, test } from 'vitest';
import { type World, world } from '../test-support/world.ts';

type Schema = Record<string, unknown> & { type?: string | string[] };
type Operation = {
  operationId: string;
  parameters?: { schema: Schema }[];
  requestBody?: { content: Record<string, { schema: Schema }> };
};

let atrium: World;

beforeAll(async () => {
  atrium = await world();
});
afterAll(() => atrium[Symbol.asyncDispose]());

async function documentOf() {
  const { body } = await atrium.running.app.inject('/openapi.json');
  return JSON.parse(body) as {
    paths: Record<string, Record<string, Operation>>;
    components: { schemas: Record<string, Schema> };
  };
}

/** Returns where a schema lets something through that has no greatest length. */
function unbounded(schema: unknown, place: string): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const own = schema as Schema;
  const types = [own.type ?? []].flat();
  const lacks = (type: string, bound: string) =>
    types.includes(type) && own[bound] === undefined && own.enum === undefined
      ? [`${place} has no ${bound}`]
      : [];
  return [
    ...lacks('array', 'maxItems'),
    ...lacks('object', 'maxProperties'),
    ...lacks('string', 'maxLength'),
    ...Object.entries(own).flatMap(([key, each]) => unbounded(each, `${place}/${key}`)),
  ];
}

test('all that a request may hold has a greatest length, and the document states it', async () => {
  const { paths, components } = await documentOf();
  const operations = Object.values(paths).flatMap((methods) => Object.values(methods));
  expect(operations.map(({ operationId }) => operationId)).toContain('queryAnalytics');
  const requests = operations.flatMap(({ operationId, parameters = [], requestBody }) => [
    ...parameters.map(({ schema }) => [operationId, schema] as const),
    ...Object.values(requestBody?.content ?? {}).map(
      ({ schema }) => [operationId, schema] as const,
    ),
  ]);
  const shared = ['AnalyticsEvent', 'AnalyticsQuery'].flatMap((name) => {
    const found = Object.entries(components.schemas).filter(([, { title }]) => title === name);
    return found.map(([, schema]) => [name, schema] as const);
  });
  const faults = [...requests, ...shared].flatMap(([name, schema]) => unbounded(schema, name));
  expect(faults).toEqual([]);
});

test('one more than the greatest number is refused by the name of its field', async () => {
  const tenant = crypto.randomUUID();
  const adviser = await atrium.as(tenant);
  const question = {
    eventType: 'a',
    timeRange: { from: '2026-01-01', to: '2026-02-01' },
    aggregations: [{ function: 'COUNT' }],
  };
  const filter = { field: 'actorType', op: 'EQ', value: 'x' };
  const column = (_: unknown, index: number) => ({ field: `attributes.a${index}` });
  const cases: [string, object][] = [
    ['filters', { filters: Array(51).fill(filter) }],
    ['groupBy', { groupBy: Array.from({ length: 11 }, column) }],
    ['aggregations', { aggregations: Array(21).fill({ function: 'COUNT' }) }],
    ['sort', { sort: Array(32).fill({ field: 'count' }) }],
    ['filters[0].value', { filters: [{ ...filter, op: 'IN', value: Array(1001).fill('x') }] }],
  ];
  for (const [field, change] of cases) {
    const { status, body } = await adviser('POST', '/api/analytics/query', {
      ...question,
      ...change,
    });
    const errors = body.errors.filter((error: { code: string }) => error.code === 'TOO_MANY');
    expect([status, errors[0]?.field], field).toEqual([400, field]);
  }
});
