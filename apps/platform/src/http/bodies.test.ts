import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { meetingWorld } from '../../test-support/meeting-world.ts';
import { world } from '../../test-support/world.ts';

const w = await world();
const { host, contactUuid } = await meetingWorld(w);
const path = `/api/contacts/${contactUuid}`;
const name = 'Asesorías Muñoz';
const json = { 'content-type': 'application/json' };
const post = (bytes: Buffer, headers: object = {}) =>
  host.post('/api/organisations', bytes, { ...json, ...headers });

describe('an organisation whose bytes are not UTF-8', () => {
  const latin1 = Buffer.from(JSON.stringify({ name, country: 'CHL' }), 'latin1');

  test('is refused, and with its charset declared stored as it was written', async () => {
    expect(await post(latin1)).toMatchObject({ status: 400, body: { code: 'MALFORMED_JSON' } });
    const declared = await post(latin1, { 'content-type': 'application/json; charset=iso-8859-1' });
    expect([declared.status, declared.body.name]).toEqual([201, name]);
    const unknown = await post(latin1, { 'content-type': 'application/json; charset=utf-7' });
    expect(unknown.status).toBe(415);
  });

  test('is taken packed, and not in a packing that nobody knows', async () => {
    const packed = gzipSync(JSON.stringify({ name }));
    const taken = await post(packed, { 'content-encoding': 'gzip' });
    expect([taken.status, taken.body.name]).toEqual([201, name]);
    const refused = await post(Buffer.from('{"name":"A"}'), { 'content-encoding': 'x-unknown' });
    expect([refused.status, refused.headers['accept-encoding']]).toEqual([415, 'gzip']);
  });
});

describe('a number that would become another one', () => {
  const put = (to: string, body: string) => host.put(to, Buffer.from(body), json);

  test.each([
    [path, '{"customFields": {"policy": 12345678901234567890}}', 'customFields.policy'],
    [path, '{"customFields": {"limit": 1e400}}', 'customFields.limit'],
    [
      path,
      '{"pepEntries": [{"name": "Ana", "recordId": 3652397000000649013}]}',
      'pepEntries[0].recordId',
    ],
    ['/api/auth/me', '{"preferences": {"recordId": 3652397000000649013}}', 'preferences.recordId'],
    ['/api/auth/me', '{"preferences": {"a": [1, 1e400]}}', 'preferences.a[1]'],
  ])('is refused in %s with its place: %s', async (to, body, field) => {
    const answer = await put(to, body);
    expect([answer.status, answer.body.errors?.[0]]).toMatchObject([
      400,
      { field, code: 'INEXACT_NUMBER' },
    ]);
  });

  test('is kept as it was sent where it becomes none', async () => {
    const customFields = { policy: '12345678901234567890', rate: 0.1, most: 9007199254740991 };
    const { status, body } = await host.put(path, { customFields });
    expect([status, body.customFields]).toEqual([200, customFields]);
  });
});

test('a field may be called constructor', async () => {
  const customFields = { constructor: 'Constructora Andes', obra: 'Edificio Sur' };
  const { status } = await host.put(path, { customFields });
  expect([status, (await host.get(path)).body.customFields]).toEqual([200, customFields]);
  const reaching = { customFields: { constructor: { prototype: { admin: true } } } };
  expect((await host.put(path, reaching)).body.errors[0].field).toBe('customFields.constructor');
});

test('a form whose bytes are not UTF-8 is refused in the words of its protocol', async () => {
  const form = { 'content-type': 'application/x-www-form-urlencoded' };
  const body = 'grant_type=client_credentials&client_id=%F1&client_secret=x';
  const answer = await w.anonymous.post('/api/auth/token', body, form);
  expect([answer.status, answer.body.error]).toEqual([400, 'invalid_request']);
});

test.each(['%F1', 'Mu%f1oz', 'a%ED%A0%80', '%C0%AF'])(
  'an address whose bytes are not UTF-8 is refused with the name of its parameter: %s',
  async (term) => {
    const { status, body } = await host.get(`/api/contacts?size=1&searchTerm=${term}`);
    expect([status, body.errors]).toMatchObject([
      400,
      [{ field: 'searchTerm', code: 'INVALID_TEXT' }],
    ]);
  },
);

test('an address may have a percent sign that begins no code', async () => {
  for (const term of ['100%', '100%25', '%C3%B1%', 'a%2'])
    expect((await host.get(`/api/contacts?searchTerm=${term}`)).status).toBe(200);
});
