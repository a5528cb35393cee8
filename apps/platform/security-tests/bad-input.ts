import fc from 'fast-check';
import { beyondNumbers, hostileTexts, hostileValue } from './hostile-values.ts';
import type { Operation, Schema } from './operations.ts';

/** A request that need not be right: the body is text as it goes over the wire. */
export type BadRequest = {
  path: Readonly<Record<string, string>>;
  query: string;
  headers: Readonly<Record<string, string>>;
  body: string | undefined;
};

/** A correct call of an operation. */
export type GoodRequest = {
  path: Readonly<Record<string, string>>;
  query: Readonly<Record<string, string>>;
  body: unknown;
};

type Place = readonly (string | number)[];

/** Every place in a body that the schema knows, present or not. */
function placesIn(schema: Schema | undefined, place: Place = [], depth = 0): Place[] {
  if (!schema || depth > 6) return [];
  const inside = Object.entries(schema.properties ?? {}).flatMap(([key, each]) =>
    placesIn(each, [...place, key], depth + 1),
  );
  const items = schema.items ? placesIn(schema.items, [...place, 0], depth + 1) : [];
  const branches = (schema.anyOf ?? []).flatMap((each) => placesIn(each, place, depth + 1));
  return [place, ...inside, ...items, ...branches];
}

function put(body: unknown, place: Place, value: unknown): unknown {
  const [key, ...rest] = place;
  if (key === undefined) return value;
  const container = typeof key === 'number' ? [] : {};
  const isContainer = body !== null && typeof body === 'object';
  const copy = (isContainer ? structuredClone(body) : container) as Record<
    string | number,
    unknown
  >;
  Object.defineProperty(copy, key, {
    value: put(copy[key], rest, value),
    enumerable: true,
    configurable: true,
    writable: true,
  });
  return copy;
}

function without(body: unknown, place: Place): unknown {
  const [key, ...rest] = place;
  if (key === undefined || body === null || typeof body !== 'object') return undefined;
  const copy = structuredClone(body) as Record<string | number, unknown>;
  if (rest.length === 0) delete copy[key];
  else copy[key] = without(copy[key], rest);
  return copy;
}

const write = (value: unknown) => JSON.stringify(value)?.replaceAll(`"${beyondNumbers}"`, '1e999');

/** Bodies near the right one: one place changed, left out, or added to; and some that are nothing like it. */
function badBody({ body: schema }: Operation, good: unknown): fc.Arbitrary<string | undefined> {
  if (!schema) return fc.constantFrom(undefined, '{}', '[]', '{"a":');
  const places = placesIn(schema);
  const place = fc.constantFrom(...places);
  return fc.oneof(
    {
      weight: 12,
      arbitrary: fc.tuple(place, hostileValue).map(([at, value]) => write(put(good, at, value))),
    },
    { weight: 2, arbitrary: place.map((at) => write(without(good, at))) },
    {
      weight: 2,
      arbitrary: fc
        .tuple(place, fc.constantFrom('__proto__', 'constructor', 'unknown', '', '$where', 'a.b'))
        .map(([at, key]) => write(put(good, [...at, key], { isAdmin: true }))),
    },
    { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 4 }).map(write) },
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        '',
        '{',
        '"',
        'nul',
        '\u0000',
        '{"a":1,"a":2}',
        `${'{"a":'.repeat(2_000)}1${'}'.repeat(2_000)}`,
        '['.repeat(100_000),
        `"${'x'.repeat(1_100_000)}"`,
        '\uFEFF{}',
        '{"a":01}',
        "{'a':1}",
      ),
    },
  );
}

const orderWords = ['name,asc', 'name;drop', 'createdAt,sideways', ',', 'name,asc,desc', '-name'];

function badQuery({ parameters }: Operation, good: GoodRequest['query']): fc.Arbitrary<string> {
  const names = parameters.filter((each) => each.in === 'query').map(({ name }) => name);
  const pair = fc
    .tuple(
      fc.constantFrom(...names, ...names, 'unknown', 'sort', 'page[]', 'filter[a][b]', '__proto__'),
      fc.constantFrom(
        ...hostileTexts.filter((text) => text.length < 2_000),
        ...orderWords,
        '-1',
        '1e9',
        '999999999999',
      ),
    )
    .map(([name, text]) => `${encodeURIComponent(name)}=${encode(text)}`);
  const right = new URLSearchParams(good).toString();
  return fc.oneof(
    { weight: 5, arbitrary: fc.constant(right) },
    {
      weight: 3,
      arbitrary: fc
        .array(pair, { minLength: 1, maxLength: 3 })
        .map((all) => [right, ...all].join('&')),
    },
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        '%',
        '%zz=%c0%af',
        '&&&===',
        `sort=${'a'.repeat(6_000)}`,
        Array.from({ length: 500 }, (_, at) => `sort=name${at}`).join('&'),
        'page=0&page=1&size=5&size=6',
      ),
    },
  );
}

/** Half a character cannot be percent-encoded; it goes as the bytes it would have had. */
function encode(text: string): string {
  return text.isWellFormed() ? encodeURIComponent(text) : '%ED%A0%80';
}

function badPath(good: GoodRequest['path']): fc.Arbitrary<GoodRequest['path']> {
  const names = Object.keys(good);
  if (names.length === 0) return fc.constant(good);
  const swapped = fc
    .tuple(
      fc.constantFrom(...names),
      fc.constantFrom(
        ...hostileTexts.filter((text) => text && text.length < 2_000).map(encode),
        '%zz',
        '%',
        '%c0%af',
        '..%2f..',
        'a'.repeat(4_000),
        '%00',
      ),
    )
    .map(([name, text]) => ({ ...good, [name]: text }));
  return fc.oneof({ weight: 5, arbitrary: fc.constant(good) }, { weight: 1, arbitrary: swapped });
}

const json = { 'content-type': 'application/json' };
const badHeaders: fc.Arbitrary<Record<string, string>> = fc.oneof(
  { weight: 12, arbitrary: fc.constant(json) },
  {
    weight: 2,
    arbitrary: fc
      .constantFrom('', ' ', 'a b', 'é', 'k'.repeat(256), 'k'.repeat(5_000), '"quoted"', '../..')
      .map((key) => ({ ...json, 'idempotency-key': key })),
  },
  {
    weight: 2,
    arbitrary: fc
      .constantFrom(
        ...['', 'text/plain', 'application/xml', 'multipart/form-data; boundary=x'],
        ...['application/x-www-form-urlencoded', 'application/json; charset=utf-16', 'text/csv'],
        ...['application/json, text/html', 'json', '*/*', 'application/vnd.api+json', 'a/b;;;==='],
      )
      .map((type) => ({ 'content-type': type })),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom<Record<string, string>>(
      { ...json, 'x-request-id': '"><script>' },
      { ...json, 'x-http-method-override': 'DELETE' },
      { ...json, 'if-match': '*' },
      { ...json, 'if-none-match': 'W/"', range: 'bytes=9-1' },
      { ...json, 'content-encoding': 'gzip' },
      { ...json, 'x-forwarded-for': '127.0.0.1', 'x-forwarded-proto': 'javascript' },
      { ...json, accept: 'image/avif;q=x', 'accept-language': '*;q=999' },
      { ...json, expect: 'nothing' },
    ),
  },
);

/** Requests to an operation, most of them with one thing wrong. */
export function badRequests(operation: Operation, good: GoodRequest): fc.Arbitrary<BadRequest> {
  return fc.record({
    path: badPath(good.path),
    query: badQuery(operation, good.query),
    headers: badHeaders,
    body: operation.method === 'GET' ? fc.constant(undefined) : badBody(operation, good.body),
  });
}
