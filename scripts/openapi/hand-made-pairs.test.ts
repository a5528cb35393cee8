import { spawnSync } from 'node:child_process';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { breakingChanges } from './breaking-changes.ts';
import type { OpenApi } from './document.ts';

const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const text = { type: 'string' };
const object = (properties: object, rest: object = {}) => ({ type: 'object', properties, ...rest });

/** Returns a document of one operation, `POST /things/{id}`. */
function documentOf(operation: object, rest: object = {}, item: object = {}): OpenApi {
  const post = { operationId: 'changeThing', responses: { 200: json(text) }, ...operation };
  return {
    openapi: '3.1.0',
    info: { title: 'Things' },
    paths: { '/things/{id}': { ...item, post } },
    ...rest,
  } as unknown as OpenApi;
}

const takes = (schema: object) => documentOf({ requestBody: json(schema) });
const gives = (schema: object) => documentOf({ responses: { 200: json(schema) } });
const asks = (...parameters: object[]) => documentOf({ parameters });
const query = (schema: object, rest: object = {}) => ({ name: 'q', in: 'query', schema, ...rest });
const ref = { $ref: '#/components/schemas/Node' };
const node = (value: object) =>
  documentOf(
    { responses: { 200: json(ref) } },
    {
      components: {
        schemas: { Node: object({ value, next: { anyOf: [ref, { type: 'null' }] } }) },
      },
    },
  );
const shared = (schema: object) =>
  documentOf(
    {
      requestBody: { $ref: '#/components/requestBodies/B' },
      responses: { 200: { $ref: '#/components/responses/R' } },
    },
    { components: { requestBodies: { B: json(schema) }, responses: { R: json(schema) } } },
  );
const cat = object({ cat: text }, { required: ['cat'], title: 'Cat' });
const dog = object({ dog: text }, { required: ['dog'], title: 'Dog' });
const fish = object({ fish: text }, { required: ['fish'], title: 'Fish' });

// biome-ignore format: a table of one change a line
const breaking: [string, OpenApi, OpenApi, string][] = [
  ['a value that requests may not have any more', takes({ enum: ['A', 'B'] }), takes({ enum: ['A'] }), 'body does not take B any more'],
  ['values listed where any text was taken', takes(text), takes({ ...text, enum: ['A'] }), 'body takes only A now'],
  ['one constant instead of two values', takes({ enum: ['A', 'B'] }), takes({ const: 'A' }), 'body does not take B any more'],
  ['a further value of an answer that had one', gives({ const: 'A' }), gives({ enum: ['A', 'B'] }), '200 may be B now'],
  ['whole numbers where any number was taken', takes({ type: 'number' }), takes({ type: 'integer' }), 'body was number and is integer'],
  ['any number where an answer was whole', gives({ type: 'integer' }), gives({ type: 'number' }), '200 was integer and is number'],
  ['an answer that may be null', gives(text), gives({ type: ['string', 'null'] }), '200 was string and is string or null'],
  ['an answer that may be null as one of two forms', gives(text), gives({ anyOf: [text, { type: 'null' }] }), '200 was string and is string or null'],
  ['a type where a request had none', takes({}), takes(text), 'body was anything and is string'],
  ['an answer of any type', gives(text), gives({}), '200 was string and is anything'],
  ['a body that is needed', documentOf({}), documentOf({ requestBody: { required: true, ...json(text) } }), 'needs a body now'],
  ['a body that is needed and was optional', takes(text), documentOf({ requestBody: { required: true, ...json(text) } }), 'needs a body now'],
  ['a body that is not taken any more', takes(text), documentOf({}), 'takes no application/json any more'],
  ['a required field that was optional', takes(object({ a: text })), takes(object({ a: text }, { required: ['a'] })), 'body.a is required now'],
  ['a field of an answer that may be absent', gives(object({ a: text }, { required: ['a'] })), gives(object({ a: text })), '200.a may be absent now'],
  ['a format of a request', takes(text), takes({ ...text, format: 'uuid' }), 'body: format is uuid now'],
  ['another format of an answer', gives({ ...text, format: 'date' }), gives({ ...text, format: 'date-time' }), '200: format is date-time now'],
  ['a limit within a list', takes({ type: 'array', items: { maxLength: 9 } }), takes({ type: 'array', items: { maxLength: 3 } }), 'body[]: maxLength is 3 now'],
  ['a limit of the values of a map', takes({ type: 'object', additionalProperties: text }), takes({ type: 'object', additionalProperties: { ...text, maxLength: 3 } }), 'body.*: maxLength is 3 now'],
  ['a minimum', takes({ type: 'number', minimum: 0 }), takes({ type: 'number', exclusiveMinimum: 0 }), 'body: exclusiveMinimum is 0 now'],
  ['a limit beside a reference', takes(object({ a: text })), takes(object({ a: { allOf: [text, { maxLength: 4 }] } })), 'body.a: maxLength is 4 now'],
  ['another default', takes({ ...text, default: 'A' }), takes({ ...text, default: 'B' }), 'body: the default is "B" now'],
  ['a form that is not taken any more', takes({ oneOf: [cat, dog] }), takes({ oneOf: [dog] }), 'body does not take the form Cat any more'],
  ['one of three forms that is not taken any more', takes({ anyOf: [cat, dog, fish] }), takes({ anyOf: [fish, dog] }), 'body does not take the form Cat any more'],
  ['a form that an answer did not have', gives({ oneOf: [cat, dog] }), gives({ oneOf: [dog, fish, cat] }), '200 may be the form Fish now'],
  ['a form besides the only one', gives(cat), gives({ oneOf: [cat, dog] }), '200 may be the form Dog now'],
  ['a status of success that is gone', documentOf({ responses: { 201: {}, 200: {} } }), documentOf({ responses: { 200: {} } }), 'does not answer 201 any more'],
  ['a status of success that is new', documentOf({}), documentOf({ responses: { 200: json(text), 202: {} } }), 'may answer 202 now'],
  ['a media type that is gone', documentOf({ responses: { 200: { content: { 'text/csv': {} } } } }), documentOf({ responses: { 200: {} } }), '200 has no text/csv any more'],
  ['a field of a failure', documentOf({ responses: { 400: json(object({ code: text })) } }), documentOf({ responses: { 400: json(object({})) } }), '400.code is gone'],
  ['a header of another type', documentOf({ responses: { 200: { headers: { ETag: { schema: text } } } } }), documentOf({ responses: { 200: { headers: { etag: { schema: { type: 'integer' } } } } } }), 'the header etag of 200 was string and is integer'],
  ['a header that is gone', documentOf({ responses: { 200: { headers: { ETag: {} } } } }), documentOf({ responses: { 200: {} } }), '200 has no header etag any more'],
  ['a header of requests that is needed', asks({ name: 'X-A', in: 'header' }), asks({ name: 'x-a', in: 'header', required: true }), 'needs the parameter x-a now'],
  ['a parameter that moved', asks(query(text)), asks({ ...query(text), in: 'header' }), 'the parameter q is gone'],
  ['a parameter written otherwise', asks(query({ type: 'array' })), asks(query({ type: 'array' }, { explode: false })), 'the parameter q is written in another form now'],
  ['a parameter of the path', asks({ name: 'id', in: 'path', required: true, schema: text }), asks({ name: 'id', in: 'path', required: true, schema: { ...text, format: 'uuid' } }), 'the parameter id: format is uuid now'],
  ['a parameter that the path states', documentOf({}, {}, { parameters: [query(text)] }), documentOf({}), 'the parameter q is gone'],
  ['what shared parts state', shared(object({ a: text })), shared(object({})), '200.a is gone'],
  ['a token that is needed', documentOf({}), documentOf({}, { security: [{ bearer: [] }] }), 'needs a token now'],
  ['a scheme of the whole document', documentOf({}, { security: [{ key: [] }, { bearer: [] }] }), documentOf({}, { security: [{ bearer: [] }] }), 'takes no key any more'],
  ['a second scheme beside the first', documentOf({ security: [{ key: [] }] }), documentOf({ security: [{ key: [], bearer: [] }] }), 'takes no key any more'],
  ['a further scope', documentOf({ security: [{ o: ['a'] }] }), documentOf({ security: [{ o: ['a', 'b'] }] }), 'o needs the scope b now'],
  ['another scope', documentOf({ 'x-scope': 'a:read' }), documentOf({ 'x-scope': 'b:read' }), 'needs the scope b:read now'],
  ['another area, under which clients call it', documentOf({ tags: ['A'] }), documentOf({ tags: ['B'] }), 'is of the area B now'],
  ['a value within a chain without end', node({ enum: ['A'] }), node({ enum: ['A', 'B'] }), '200.value may be B now'],
];

test.each(breaking)('%s breaks callers', (_what, before, after, told) => {
  expect(breakingChanges(before, after)).toContain(`POST /things/{}: ${told}`);
  expect(breakingChanges(before, before)).toEqual([]);
});

// biome-ignore format: a table of one change a line
const harmless: [string, OpenApi, OpenApi][] = [
  ['a wider limit', takes({ ...text, maxLength: 3 }), takes({ ...text, maxLength: 9 })],
  ['a value that requests may have too', takes({ enum: ['A'] }), takes({ enum: ['A', 'B'] })],
  ['a value that answers have no more', gives({ enum: ['A', 'B'] }), gives({ const: 'A' })],
  ['a request that may be null', takes(text), takes({ anyOf: [text, { type: 'null' }] })],
  ['forms in another order', gives({ oneOf: [cat, dog] }), gives({ oneOf: [dog, cat] })],
  ['a form that requests may have too', takes(cat), takes({ oneOf: [dog, cat] })],
  ['an optional parameter', asks(), asks(query(text))],
  ['the name of a parameter of the path', asks({ name: 'id', in: 'path', schema: text }), documentOf({ parameters: [{ name: 'id', in: 'path', schema: text }] })],
  ['a further way of saying who calls', documentOf({ security: [{ a: [] }] }), documentOf({ security: [{ b: [] }, { a: [] }] })],
  ['a schema that moved among the shared parts', gives(object({ a: text })), shared(object({ a: text }))],
  ['a further failure', documentOf({}), documentOf({ responses: { 200: json(text), 409: {} } })],
  ['a further code of a failure', documentOf({ responses: { 400: json(object({ code: { enum: ['A'] } })) } }), documentOf({ responses: { 400: json(object({ code: { enum: ['A', 'B'] } })) } })],
];

test.each(harmless)('%s breaks nobody', (_what, before, after) => {
  expect(breakingChanges(before, after)).toEqual([]);
});

test('a header, an attribute or a message of webhooks that is gone breaks receivers', () => {
  const told = (post: object) => documentOf({}, { webhooks: { 'a.b': { post } } });
  const id = { name: 'webhook-id', in: 'header', schema: text };
  const before = told({ parameters: [id], requestBody: json(object({ type: { enum: ['a.b'] } })) });
  expect(breakingChanges(before, told({ requestBody: json(object({})) }))).toEqual([
    'a.b: the header webhook-id is gone',
    'a.b.type is gone',
  ]);
  expect(breakingChanges(before, documentOf({}))).toEqual(['the event a.b is gone']);
});

test('a scheme under another name or at another address breaks callers', () => {
  const schemes = (securitySchemes: object) => documentOf({}, { components: { securitySchemes } });
  const before = schemes({ key: { type: 'apiKey', in: 'cookie', name: 'a' } });
  const after = schemes({ key: { type: 'apiKey', in: 'cookie', name: 'b' } });
  expect(breakingChanges(before, after)).toEqual(['the scheme key: name is b and was a']);
});

test('the command tells what breaks and ends with 1, with 0 when nothing does, and with 2 when it cannot compare', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'compare-'));
  const [before, after] = [join(folder, 'before.json'), join(folder, 'after.json')];
  await writeFile(before, JSON.stringify(takes({ enum: ['A', 'B'] })));
  await writeFile(after, JSON.stringify(takes({ enum: ['A'] })));
  const compare = (...files: string[]) => {
    const script = join(import.meta.dirname, 'compare.ts');
    const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...files], {
      encoding: 'utf8',
    });
    return { status, told: stdout + stderr };
  };
  expect(compare(before, after)).toEqual({
    status: 1,
    told: 'POST /things/{}: body does not take B any more\n1 breaking changes\n',
  });
  expect(compare(after, before)).toEqual({ status: 0, told: '0 breaking changes\n' });
  expect(compare(before)).toMatchObject({ status: 2 });
  expect(compare(before, join(folder, 'nothing.json'))).toMatchObject({ status: 2 });
});
