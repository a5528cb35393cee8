import { createHmac } from 'node:crypto';
import { expect, expectTypeOf, test } from 'vitest';
import { clientOf } from '../../packages/client/src/atrium.ts';
import type { ClientOptions } from '../../packages/client/src/connection.ts';
import { ConnectionError, WebhookVerificationError } from '../../packages/client/src/errors.ts';
import { tableOf } from '../../packages/client/src/table.ts';
import type { Call, List } from '../../packages/client/src/typing.ts';
import { verifyWebhook } from '../../packages/client/src/verify-webhook.ts';
import { readDocument } from '../openapi/read-document.ts';
import { answer, type Handler, serverOf } from './server-of.ts';

type Operation = (
  input?: object,
  options?: object,
) => Promise<unknown> & AsyncIterable<{ contactUuid: string }>;

const Atrium = clientOf(tableOf((await readDocument()) as never), {});

/** Returns a caller of operations, by their area and id, at a server that answers as a test tells it to. */
async function clientAt(handle: Handler, options: Partial<ClientOptions> = {}) {
  const { baseUrl, asked } = await serverOf(handle);
  const client = new Atrium({ baseUrl, auth: { token: 'atr_x' }, ...options });
  const areas = client as unknown as Record<string, Record<string, Operation>>;
  const operation = (area: string, id: string): Operation =>
    areas[area]?.[id] ?? (() => Promise.reject(new Error(`There is no ${area}.${id}`)) as never);
  return { contacts: (id: string) => operation('contacts', id), operation, asked };
}

const html = { 'content-type': 'text/html; charset=utf-8' };
const page = '<!doctype html><html><head><title>Sign in to\n the hotel</title></head><body>…';

test('the page of a proxy is an error that says what came, whatever its status', async () => {
  let status = 200;
  const { contacts, asked } = await clientAt((_request, _body, response) =>
    response.writeHead(status, html).end(page),
  );
  const create = () => contacts('createContact')({ body: {} });
  await expect(create()).rejects.toMatchObject({ status: 200, code: 'INVALID_ANSWER' });
  await expect(create()).rejects.toThrow('text/html, "Sign in to the hotel"');
  status = 502;
  await expect(create()).rejects.toMatchObject({ status: 502, code: 'HTTP_502' });
  await expect(create()).rejects.toThrow('text/html, "Sign in to the hotel"');
  await expect(contacts('exportContacts')({ body: {} })).rejects.toThrow('the hotel');
  expect(asked).toHaveLength(5);
});

test('a sign-in that a proxy answers is no sign-in', async () => {
  const auth = { email: 'e', password: 'p' };
  for (const body of [page, '{}', 'null', '{"accessToken": 7}']) {
    const handle: Handler = (_request, _body, response) => response.writeHead(200, html).end(body);
    const { contacts, asked } = await clientAt(handle, { auth });
    const read = contacts('getContact')({ contactUuid: 'c' });
    await expect(read).rejects.toMatchObject({ code: 'INVALID_ANSWER' });
    expect(asked).toHaveLength(1);
  }
});

test('an address that leads elsewhere is not followed, so a creation does not become a list', async () => {
  for (const status of [301, 302, 307, 308]) {
    const { contacts, asked } = await clientAt((_request, _body, response) =>
      response.writeHead(status, { location: 'https://atrium.example/api/contacts' }).end(),
    );
    const create = contacts('createContact')({ body: {} });
    await expect(create).rejects.toMatchObject({ status, code: 'REDIRECTED' });
    await expect(create).rejects.toThrow('https://atrium.example/api/contacts');
    expect(asked).toHaveLength(1);
  }
});

test('an answer that breaks off is asked for again where nothing is done twice', async () => {
  let tries = 0;
  const { contacts, asked } = await clientAt((_request, _body, response) => {
    tries += 1;
    if (tries % 2 === 0) return answer(response, 200, { contactUuid: 'c' });
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' });
    return response.write('{"contactUuid": ', () => response.destroy());
  });
  const of = { contactUuid: 'c' };
  expect(await contacts('getContact')(of)).toEqual(of);
  expect(await contacts('createContact')({ body: {} })).toEqual(of);
  const keys = asked.filter(({ method }) => method === 'POST').map(({ key }) => key);
  expect(keys).toEqual([expect.any(String), keys[0]]);
  const update = contacts('updateContact')({ ...of, body: {} });
  await expect(update).rejects.toBeInstanceOf(ConnectionError);
  expect(asked.filter(({ method }) => method === 'PUT')).toHaveLength(1);
});

test('a change that may have been made is not sent again; what was refused before it began is', async () => {
  let code = 'UNAVAILABLE';
  let tries = 0;
  const { contacts, asked } = await clientAt((_request, _body, response) => {
    tries += 1;
    if (tries % 2 === 0) return answer(response, 200, { contactUuid: 'c' });
    return answer(response, 503, { code }, { 'retry-after': '0' });
  });
  const of = { contactUuid: 'c' };
  const update = () => contacts('updateContact')({ ...of, body: {} });
  await expect(update()).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  expect(asked).toHaveLength(1);
  tries = 0;
  expect(await contacts('getContact')(of)).toEqual(of);
  expect(await contacts('createContact')({ body: {} })).toEqual(of);
  for (code of ['OVERLOADED', 'HTTP_503']) expect(await update()).toEqual(of);
  expect(asked.map(({ method }) => method)).toEqual([
    'PUT',
    'GET',
    'GET',
    'POST',
    'POST',
    ...Array(4).fill('PUT'),
  ]);
});

test('a renewal that may have been made is not sent again, and who has a password signs in anew', async () => {
  const user = { userUuid: 'u', tenantUuid: 't', email: 'e', userType: 'CLIENT' };
  let tokens = 0;
  let refusals = 1;
  const handle: Handler = ({ url, headers }, _body, response) => {
    if (url === '/api/auth/refresh' || (url === '/api/auth/login' && refusals-- > 0))
      return answer(response, 503, { code: 'UNAVAILABLE' }, { 'retry-after': '0' });
    if (url === '/api/auth/login') {
      tokens += 1;
      return answer(response, 200, { accessToken: `a${tokens}`, refreshToken: 'r', user });
    }
    if (headers.authorization === 'Bearer a2') return answer(response, 200, { contactUuid: 'c' });
    return answer(response, 401, { code: 'TOKEN_EXPIRED' });
  };
  const of = { contactUuid: 'c' };
  const person = await clientAt(handle, { auth: { email: 'e', password: 'p' } });
  expect(await person.contacts('getContact')(of)).toEqual(of);
  const signIns = person.asked.map(({ url }) => url).filter((url) => url.startsWith('/api/auth'));
  expect(signIns).toEqual([
    '/api/auth/login',
    '/api/auth/login',
    '/api/auth/refresh',
    '/api/auth/login',
  ]);
  const auth = { session: { accessToken: 'a', refreshToken: 'r' } };
  const session = await clientAt(handle, { auth });
  const read = () => session.contacts('getContact')(of);
  await expect(read()).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  await expect(read()).rejects.toMatchObject({ code: 'SESSION_ENDED' });
  expect(session.asked.filter(({ url }) => url === '/api/auth/refresh')).toHaveLength(1);
});

test('a body that is a stream is sent once, since it can be read once', async () => {
  const { contacts, asked } = await clientAt((_request, _body, response) =>
    answer(response, 503, { code: 'OVERLOADED' }, { 'retry-after': '0' }),
  );
  const body = new Blob(['firstName\nElena\n']).stream();
  await expect(contacts('importContacts')({ body })).rejects.toMatchObject({ code: 'OVERLOADED' });
  expect(asked.map((each) => each.body)).toEqual(['firstName\nElena\n']);
});

test('a date to wait for is read by the clock of the server that names it', async () => {
  let tries = 0;
  const { contacts, asked } = await clientAt((_request, _body, response) => {
    tries += 1;
    if (tries > 1) return answer(response, 200, { contactUuid: 'c' });
    const date = 'Fri, 01 Jan 2100 10:00:00 GMT';
    return answer(response, 429, { code: 'RATE_LIMITED' }, { date, 'retry-after': date });
  });
  expect(await contacts('getContact')({ contactUuid: 'c' })).toEqual({ contactUuid: 'c' });
  expect(asked).toHaveLength(2);
});

test('who is told to wait for hours is told so, and no number of tries is no endless one', async () => {
  const { contacts, asked } = await clientAt((_request, _body, response) =>
    answer(response, 429, { code: 'RATE_LIMITED' }, { 'retry-after': '3600' }),
  );
  const read = contacts('getContact')({ contactUuid: 'c' });
  await expect(read).rejects.toMatchObject({ code: 'RATE_LIMITED' });
  expect(asked).toHaveLength(1);
  for (const maxRetries of [Number.NaN, -1, 1.5, Number.POSITIVE_INFINITY])
    expect(() => new Atrium({ baseUrl: '', auth: { token: 't' }, maxRetries })).toThrow(TypeError);
});

test('a client that nobody can be is refused as it is made, and named what it lacks', () => {
  const made = (options: unknown) => () => new Atrium(options as ClientOptions);
  expect(made(undefined)).toThrow('baseUrl is needed');
  expect(made({ auth: { token: 't' } })).toThrow('baseUrl is needed');
  expect(made({ baseUrl: '' })).toThrow('auth is {token}');
  expect(made({ baseUrl: '', auth: { user: 'u' } })).toThrow('auth is {token}');
});

test('what one person began is never sent again as another who has the account’s e-mail by now', async () => {
  let signIns = 0;
  const { contacts, asked } = await clientAt(
    ({ url }, _body, response) => {
      if (url !== '/api/auth/login') return answer(response, 401, { code: 'TOKEN_EXPIRED' });
      signIns += 1;
      const user = { userUuid: `u${signIns}`, tenantUuid: 't', email: 'e', userType: 'CLIENT' };
      return answer(response, 200, { accessToken: `a${signIns}`, user });
    },
    { auth: { email: 'e', password: 'p' } },
  );
  const create = contacts('createContact')({ body: {} });
  await expect(create).rejects.toThrow('another person');
  expect(asked.map(({ url }) => url)).toEqual([
    '/api/auth/login',
    '/api/contacts',
    '/api/auth/login',
  ]);
});

test('a call ends as soon as its signal is aborted: while it signs in, waits, or reads', async () => {
  const reason = new Error('The person left');
  const cases: [string, Handler][] = [
    ['/api/auth/login', () => {}],
    ['/api/contacts/c', (_request, _body, response) => response.writeHead(200).flushHeaders()],
    ['/api/contacts/c', (_request, _body, response) => response.writeHead(503).flushHeaders()],
    [
      '/api/contacts/c',
      (_request, _body, response) => answer(response, 503, {}, { 'retry-after': '200' }),
    ],
  ];
  for (const [path, handle] of cases) {
    const reached = Promise.withResolvers<void>();
    const auth = path.includes('login') ? { email: 'e', password: 'p' } : { token: 'atr_x' };
    const { contacts } = await clientAt(
      (request, body, response) => {
        handle(request, body, response);
        reached.resolve();
      },
      { auth },
    );
    const stop = new AbortController();
    const read = contacts('getContact')({ contactUuid: 'c' }, { signal: stop.signal });
    const told = expect(read).rejects.toBe(reason);
    await reached.promise;
    stop.abort(reason);
    await told;
  }
});

test('an aborted sign-in is aborted for the one that asked, and the others are signed in', async () => {
  let finish = () => {};
  const user = { userUuid: 'u', tenantUuid: 't', email: 'e', userType: 'CLIENT' };
  const { contacts, asked } = await clientAt(
    ({ url }, _body, response) => {
      if (url !== '/api/auth/login') return answer(response, 200, { contactUuid: 'c' });
      finish = () => answer(response, 200, { accessToken: 'a', refreshToken: 'r', user });
    },
    { auth: { email: 'e', password: 'p' } },
  );
  const stop = new AbortController();
  const left = contacts('getContact')({ contactUuid: 'c' }, { signal: stop.signal });
  const stays = contacts('getContact')({ contactUuid: 'c' });
  const told = expect(left).rejects.toThrow();
  await expect.poll(() => asked.length).toBe(1);
  stop.abort();
  await told;
  finish();
  expect(await stays).toEqual({ contactUuid: 'c' });
  expect(asked.map(({ url }) => url)).toEqual(['/api/auth/login', '/api/contacts/c']);
});

test('a walk goes by the cursor alone, keeps its parameters, and tells of a circle', async () => {
  const rows = new Map([
    ['', { content: [{ contactUuid: 'a' }], nextCursor: 'two ü' }],
    ['two ü', { content: [], nextCursor: 'three' }],
    ['three', { content: [{ contactUuid: 'b' }], nextCursor: null }],
  ]);
  const { contacts, asked } = await clientAt(({ url = '' }, _body, response) => {
    const cursor = new URL(url, 'http://a').searchParams.get('cursor') ?? '';
    return answer(response, 200, rows.get(cursor) ?? {});
  });
  const list = contacts('listContacts')({ size: 2, page: 3, sort: ['firstName,asc', 'status'] });
  const walked: string[] = [];
  for await (const { contactUuid } of list) walked.push(contactUuid);
  expect(walked).toEqual(['a', 'b']);
  const sent = asked.map(({ url }) => new URL(url, 'http://a').searchParams);
  expect(sent.map((each) => [...each.keys()])).toEqual(
    Array(3).fill(['size', 'sort', 'sort', 'cursor']),
  );
  rows.set('three', { content: [], nextCursor: 'two ü' });
  const circle = async () => {
    for await (const each of contacts('listContacts')()) expect(each).toBeDefined();
  };
  await expect(circle()).rejects.toThrow('in a circle');
  expect(await contacts('listContacts')().catch(() => 'failed')).toMatchObject({
    nextCursor: 'two ü',
  });
});

test('a walk whose cursor is in the body begins without one and ends at the last page', async () => {
  const { operation } = await clientAt((_request, body, response) => {
    const { cursor } = JSON.parse(body);
    const next = cursor === 'two' ? null : 'two';
    return answer(response, 200, { content: [{ contactUuid: cursor }], nextCursor: next });
  });
  for (const body of [{ cursor: null }, { cursor: '' }, {}]) {
    const walked: string[] = [];
    for await (const { contactUuid } of operation('contacts', 'filterContacts')({ body }))
      walked.push(contactUuid);
    expect(walked).toEqual(['', 'two']);
  }
});

test('a change names the version that it is based on, by option or by header, and nothing is sent askew', async () => {
  const tags: unknown[] = [];
  const { contacts, operation, asked } = await clientAt(({ headers }, _body, response) => {
    tags.push(headers['if-match']);
    return answer(response, 200, { contactUuid: 'c' });
  });
  const of = { contactUuid: 'c', body: {} };
  await contacts('updateContact')(of, { ifMatch: 7 });
  await contacts('updateContact')(of, { ifMatch: '"7"' });
  await contacts('updateContact')(of, { ifMatch: '*' });
  await contacts('updateContact')({ ...of, 'If-Match': 'W/"7"' });
  expect(tags).toEqual(['"7"', '"7"', '*', 'W/"7"']);
  const read = contacts('getContact');
  await read({ contactUuid: 'a/b?c' });
  await contacts('listContacts')({ searchTerm: null, size: undefined });
  expect(asked.slice(4).map(({ url }) => url)).toEqual([
    '/api/contacts/a%2Fb%3Fc',
    '/api/contacts',
  ]);
  for (const call of [
    () => read({ contactUuid: 'c' }, { ifMatch: 7 }),
    () => read({ contactUuid: null }),
    () => read({ contactUuid: { of: 'c' } }),
    () => read({ contactUuid: 'c', shoeSize: 7 }),
    () => contacts('listContacts')({ searchTerm: { like: 'E' } }),
  ])
    await expect(call()).rejects.toBeInstanceOf(TypeError);
  expect(asked).toHaveLength(6);
  await operation('meetings', 'takeInboundMail')({ body: {}, 'x-inbound-mail-secret': 's' });
});

test('an answer in another media type comes where it is asked for', async () => {
  const { operation } = await clientAt(({ headers }, _body, response) =>
    headers.accept === 'text/csv'
      ? response.writeHead(200, { 'content-type': 'text/csv; charset=utf-8' }).end('kind\n')
      : answer(response, 200, []),
  );
  const review = operation('staff', 'reviewAccess');
  expect(await review()).toEqual([]);
  expect(await review({}, { accept: 'text/csv' })).toBe('kind\n');
});

test('webhooks are verified as the Standard Webhooks libraries do it, in whatever way headers and body come', async () => {
  // The vector of the specification's own libraries.
  const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
  const body = '{"test": 2432232314}';
  const signature = 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=';
  const given = {
    'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    'webhook-timestamp': '1614265330',
    'webhook-signature': signature,
  };
  const any = { toleranceSeconds: Number.POSITIVE_INFINITY };
  const pairs = Object.entries(given);
  const upper = pairs.map(([name, value]) => [name.toUpperCase(), value] as const);
  const all = `v1,YWJj v1a,${'A'.repeat(88)} v2,x ${signature}`;
  const headers = [
    given,
    Object.fromEntries(upper),
    new Headers(given),
    new Map(upper),
    pairs as [string, string][],
    Object.fromEntries(pairs.map(([name, value]) => [name, [value]])),
    { ...given, 'Webhook-Signature': undefined },
    { ...given, 'webhook-signature': all },
    { ...given, 'webhook-signature': `v1,YWJj, ${signature}` },
    { ...given, 'webhook-signature': ['v1,YWJj', signature] },
  ];
  for (const each of headers)
    expect(await verifyWebhook(each, body, secret, any)).toEqual({ test: 2432232314 });
  const bytes = new TextEncoder().encode(`..${body}`);
  const bodies = [Buffer.from(body), bytes.subarray(2), bytes.slice(2).buffer];
  for (const each of bodies)
    expect(await verifyWebhook(given, each, secret.slice(6), any)).toEqual({ test: 2432232314 });
  const refused: [unknown, unknown, unknown][] = [
    [undefined, body, secret],
    [given, JSON.parse(body), secret],
    [given, body, []],
    [given, body, undefined],
    [given, body, 'whsec_'],
    [given, body, 'no base64!'],
    [{ ...given, 'webhook-signature': signature.replace('v1,', 'v2,') }, body, secret],
    [{ ...given, 'webhook-signature': '' }, body, secret],
    [{ ...given, 'webhook-id': `${given['webhook-id']}.` }, body, secret],
    [{ ...given, 'webhook-timestamp': ' 1614265330' }, body, secret],
    [{ ...given, 'webhook-timestamp': '1e9' }, body, secret],
  ];
  for (const [sent, came, secrets] of refused)
    await expect(
      verifyWebhook(sent as never, came as never, secrets as never, any),
    ).rejects.toBeInstanceOf(WebhookVerificationError);
});

test('clocks may differ by the tolerance, either way', async () => {
  const signed = (ahead: number) => {
    const timestamp = String(Math.floor(Date.now() / 1_000) + ahead);
    const hmac = createHmac('sha256', 'key').update(`m.${timestamp}.{}`).digest('base64');
    return {
      'webhook-id': 'm',
      'webhook-timestamp': timestamp,
      'webhook-signature': `v1,${hmac}`,
    };
  };
  const secret = Buffer.from('key').toString('base64');
  for (const ahead of [-200, 200])
    expect(await verifyWebhook(signed(ahead), '{}', secret)).toEqual({});
  for (const ahead of [-400, 400])
    await expect(verifyWebhook(signed(ahead), '{}', secret)).rejects.toThrow('ahead of time');
  const patient = verifyWebhook(signed(400), '{}', secret, { toleranceSeconds: 1_000 });
  expect(await patient).toEqual({});
});

test('each file is typed as what is read: an archive as a Blob, tables and calendars as text', () => {
  const read = async (
    data: Call<'getPersonalData'>,
    table: Call<'exportContacts'>,
    feed: Call<'readCalendarFeed'>,
    review: Call<'reviewAccess'>,
    of: { contactUuid: string },
  ) => ({
    archive: await data({ ...of, format: 'ZIP' }),
    data: await data(of),
    table: await table({ body: {} }),
    feed: await feed({ token: 't' }),
    review: await review(undefined, { accept: 'text/csv' }),
    reviewed: await review(),
  });
  expectTypeOf<Awaited<ReturnType<typeof read>>>().toMatchObjectType<{
    archive: Blob;
    table: string;
    feed: string;
    review: string;
  }>();
  type Read = Awaited<ReturnType<typeof read>>;
  expectTypeOf<Read['data']>().toHaveProperty('contactUuid');
  expectTypeOf<Read['reviewed'][number]>().toHaveProperty('lastUsedAt');
  type Listed = ReturnType<List<'listContacts'>>;
  type Contact = Listed extends AsyncIterable<infer Item> ? Item : never;
  expectTypeOf<Contact>().toHaveProperty('contactUuid').toBeString();
  expectTypeOf<Parameters<Call<'createNote'>>[0]>().toExtend<{ body: { text?: unknown } }>();
  expectTypeOf<Parameters<Call<'updateContact'>>[0]>().toHaveProperty('if-match');
});
