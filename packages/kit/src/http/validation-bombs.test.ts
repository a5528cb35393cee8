import { Type } from 'typebox';
import { afterAll, expect, test } from 'vitest';
import { workOf } from '../../test-support/work-of.ts';
import { createVerifier } from '../auth/verifier.ts';
import { createLogger } from '../logging.ts';
import { fieldError, invalid, kitProblems } from '../problem.ts';
import { createServer } from '../server.ts';

const app = await createServer({
  logger: createLogger('test', 'silent'),
  verifier: createVerifier([]),
  catalogue: kitProblems,
  publicUrl: 'https://atrium.example',
  checks: {},
  openapi: { title: 'Things', version: '1', description: '' },
  rateLimits: { enabled: false, perUserPerMinute: 1 },
});
afterAll(() => app.close());
const item = Type.Object({ field: Type.String({ maxLength: 20 }), size: Type.Integer() });
const body = Type.Object({
  name: Type.Optional(Type.String({ maxLength: 10 })),
  some: Type.Optional(Type.Array(item, { maxItems: 30 })),
  many: Type.Optional(Type.Array(item, { maxItems: 100_000 })),
  either: Type.Optional(
    Type.Union([Type.Array(Type.Unknown(), { maxItems: 10 }), Type.Number(), Type.Null()]),
  ),
  free: Type.Optional(
    Type.Unsafe<object>({ type: 'object', maxProperties: 5, additionalProperties: true }),
  ),
});
const config = { public: true };
app.post('/things', { config, schema: { body } }, async () => ({}));
app.post('/refused', { config }, async () => {
  throw invalid(
    ...Array.from({ length: 900 }, (_, at) => fieldError(`items[${at}]`, 'BAD', 'is bad')),
  );
});

/** What no body may take, in times of what reading a megabyte of JSON takes. */
const mostWork = 12;

/** The answer to a body, and the least of the work that it took of a few times. */
async function post(payload: object, url = '/things') {
  const text = JSON.stringify(payload);
  let [status, errors, least] = [0, [], Number.POSITIVE_INFINITY];
  for (let time = 0; time < 5 && least > mostWork; time += 1) {
    const { answer, work } = await workOf(() =>
      app.inject({
        method: 'POST',
        url,
        payload: text,
        headers: { 'content-type': 'application/json' },
      }),
    );
    least = Math.min(least, work);
    status = answer.statusCode;
    errors = answer.json().errors;
  }
  return { status, errors: errors as { field: string; code: string }[], work: least };
}

test.each([
  ['some', Array(260_000).fill({})],
  ['some', Array(31).fill({ field: 1 })],
  ['either', Array(400_000).fill(1)],
  ['either', Array(11).fill(1)],
  ['name', 'a'.repeat(1_000_000)],
  ['free', Object.fromEntries(Array.from({ length: 900 }, (_, at) => [at, 1]))],
])(
  'a %s longer than allowed is refused for its length before anything in it is looked at',
  async (name, value) => {
    const { status, errors, work } = await post({ [name]: value, size: 'wrong' });
    expect([status, errors.map((each) => each.field)]).toEqual([400, [name]]);
    expect(errors[0]?.code).toMatch(/^TOO_(MANY|LONG)$/);
    expect(work).toBeLessThan(mostWork);
  },
);

test('of very many faults fifty are named, and the search for more ends', async () => {
  const { status, errors, work } = await post({ many: Array(70_000).fill({ field: 1 }) });
  expect([status, errors.length]).toEqual([400, 50]);
  expect(errors[0]).toMatchObject({ field: 'many[0].size', code: 'REQUIRED' });
  expect(work).toBeLessThan(mostWork);
});

test('faults that a route finds by itself are named up to fifty too', async () => {
  expect((await post({}, '/refused')).errors).toHaveLength(50);
});

test('every fault of a usual body is named', async () => {
  const { errors } = await post({ name: 1, some: [{ field: 2 }, { size: 'x' }], either: 'y' });
  expect(errors.map((each) => each.field).toSorted()).toEqual([
    'either',
    'name',
    'some[0].field',
    'some[0].size',
    'some[1].field',
    'some[1].size',
  ]);
});

test('null is absent where a field is optional and cannot be null', async () => {
  expect((await post({ name: null, some: null, free: null, either: null })).status).toBe(200);
  const { errors } = await post({ name: null, some: [{ field: 'a', size: null }] });
  expect(errors).toMatchObject([{ field: 'some[0].size', code: 'WRONG_TYPE' }]);
});
