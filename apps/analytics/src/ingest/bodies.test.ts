import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { countOf, type World, world } from '../../test-support/world.ts';

let atrium: World;
const tenantId = crypto.randomUUID();
const url = '/api/analytics/events';
const event = (eventType: string, attributes: object) =>
  JSON.stringify({ eventType, tenantId, eventId: crypto.randomUUID(), attributes });

beforeAll(async () => {
  atrium = await world();
});
afterAll(() => atrium[Symbol.asyncDispose]());

async function send(to: string, raw: Buffer, headers: Record<string, string> = {}) {
  const adviser = await atrium.as(tenantId);
  const type = { 'content-type': 'application/json' };
  return adviser('POST', to, undefined, { raw, headers: { ...type, ...headers } });
}
const ndjson = { 'content-type': 'application/x-ndjson' };

async function groups(eventType: string, attribute: string): Promise<[string, number][]> {
  const adviser = await atrium.as(tenantId);
  const field = `attributes.${attribute}`;
  const question = { ...countOf(eventType), groupBy: [{ field }] };
  const { status, body } = await adviser('POST', '/api/analytics/query', question);
  expect(status, JSON.stringify(body)).toBe(200);
  return body.rows.map((row: { values: [string, number] }) => row.values);
}

test('an event whose bytes are not UTF-8 is refused, in a batch that item alone', async () => {
  const bad = ['Concón', 'Ñuñoa'].map((city) =>
    Buffer.from(event('branch.visited', { city }), 'latin1'),
  );
  const good = Buffer.from(event('branch.visited', { city: 'Valparaíso' }));
  const [one = good, other = good] = bad;
  expect(await send(url, one)).toMatchObject({ status: 400, body: { code: 'MALFORMED_JSON' } });
  const comma = Buffer.from(',');
  const list = Buffer.concat([
    Buffer.from('{"events":['),
    one,
    comma,
    good,
    comma,
    other,
    Buffer.from(']}'),
  ]);
  const feed = Buffer.from('\r\n');
  const marked = Buffer.from('\ufeff');
  for (const [bytes, headers, status] of [
    [list, {}, 'accepted'],
    [Buffer.concat([marked, one, feed, feed, good, feed, other, feed]), ndjson, 'duplicate'],
    [
      Buffer.concat([marked, one, feed, good, feed, other]),
      { ...ndjson, 'content-encoding': 'gzip' },
      'duplicate',
    ],
  ] as const) {
    const packed = 'content-encoding' in headers ? gzipSync(bytes) : bytes;
    const { body } = await send(`${url}/batch`, packed, headers);
    expect(body.results.map((each: { status: string }) => each.status)).toEqual([
      'rejected',
      status,
      'rejected',
    ]);
    expect(body.results[0].errors[0].code).toBe('MALFORMED_JSON');
  }
  expect(await groups('branch.visited', 'city')).toEqual([['Valparaíso', 1]]);
});

test('a byte order mark is passed over, a declared charset decoded, another one 415', async () => {
  const text = event('office.opened', { city: 'Ñuñoa' });
  expect((await send(url, Buffer.from(`\ufeff${text}`))).status).toBe(202);
  const latin1 = { 'content-type': 'application/json; charset=iso-8859-1' };
  expect((await send(url, Buffer.from(text, 'latin1'), latin1)).status).toBe(202);
  const batch = Buffer.from(`{"events":[${text}]}`, 'latin1');
  expect(await send(`${url}/batch`, batch, latin1)).toMatchObject({ body: { duplicates: 1 } });
  const lines = { 'content-type': 'application/x-ndjson; charset=iso-8859-1' };
  expect((await send(`${url}/batch`, Buffer.from(text, 'latin1'), lines)).status).toBe(415);
  expect((await send(url, gzipSync(text), { 'content-encoding': 'gzip' })).status).toBe(202);
  for (const to of [url, '/api/analytics/query'])
    expect(await send(to, Buffer.from(text), { 'content-encoding': 'x-unknown' })).toMatchObject({
      status: 415,
    });
});

test('a number of an event keeps its digits, also where a question asks for it', async () => {
  const orders = ['76561198009194284', '76561198009194285'];
  const lines = orders.map(
    (orderId) =>
      `{"eventType":"order.placed","tenantId":"${tenantId}","attributes":{"orderId":${orderId}}}`,
  );
  const { body } = await send(`${url}/batch`, Buffer.from(lines.join('\n')), ndjson);
  expect(body).toMatchObject({ accepted: 2 });
  expect((await groups('order.placed', 'orderId')).sort()).toEqual(orders.map((each) => [each, 1]));
  const whole = JSON.stringify(countOf('order.placed')).slice(0, -1);
  const question = `${whole},"filters":[{"field":"attributes.orderId","op":"EQ","value":${orders[0]}}]}`;
  const answer = await send('/api/analytics/query', Buffer.from(question));
  expect([answer.status, answer.body.rows]).toMatchObject([200, [{ values: [1] }]]);
});

test('an attribute may be called constructor', async () => {
  const raw = Buffer.from(event('project.viewed', { constructor: 'Constructora Andes' }));
  expect((await send(url, raw)).status).toBe(202);
  expect(await groups('project.viewed', 'constructor')).toEqual([['Constructora Andes', 1]]);
});
