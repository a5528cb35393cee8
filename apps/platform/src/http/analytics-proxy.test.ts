import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { decodeJwt } from 'jose';
import { afterAll, describe, expect, test } from 'vitest';
import { world } from '../../test-support/world.ts';

/** Stands in analytics' place, keeps what it was sent and tries to set a cookie of the platform. */
async function startListener() {
  const seen: IncomingHttpHeaders[] = [];
  const server = createServer((request, response) => {
    seen.push(request.headers);
    request.resume().on('end', () => {
      response.writeHead(200, {
        'content-type': 'application/json',
        'set-cookie': ['refresh=theirs', '__Host-refresh=theirs'],
        connection: 'keep-alive, x-of-connection',
        'x-of-connection': 'one',
        'x-request-id': 'theirs',
      });
      response.end('{"rows":[]}');
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { seen, url: `http://127.0.0.1:${port}`, stop: () => void server.close() };
}

const analytics = await startListener();
afterAll(analytics.stop);
const w = await world({ ANALYTICS_URL: analytics.url });

describe('The way to analytics', () => {
  test('passes on what analytics reads, and no cookie or other header of the browser', async () => {
    const { identity } = await (await w.tenant()).as('TENANT_STAFF');
    const answer = await w.app.inject({
      method: 'POST',
      url: '/api/analytics/query',
      headers: {
        ...identity,
        cookie: 'refresh=secret; __Host-refresh=secret; calendar-consent=secret',
        referer: 'https://firm.example/people/one',
        origin: 'https://firm.example',
        'sec-fetch-site': 'same-origin',
        'proxy-authorization': 'Basic secret',
        connection: 'close, X-Nominated',
        'x-nominated': 'one',
        'x-background': 'true',
        'accept-language': 'es',
        traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
      },
      payload: { eventType: 'contact.created' },
    });
    expect(answer.statusCode).toBe(200);
    const [sent = {}] = analytics.seen.splice(0);
    expect(sent).toMatchObject({
      authorization: identity.authorization,
      'x-tenant-uuid': identity['x-tenant-uuid'],
      'x-background': 'true',
      'content-type': 'application/json',
      'accept-language': 'es',
    });
    const names = Object.keys(sent);
    for (const name of ['cookie', 'referer', 'origin', 'sec-fetch-site', 'x-nominated'])
      expect(names).not.toContain(name);
    expect(JSON.stringify(sent)).not.toContain('secret');
  });

  test('is found by a personal token, which goes no further than the platform itself', async () => {
    const person = await (await w.tenant()).as('TENANT_STAFF');
    const wanted = { name: 'Figures', scopes: ['analytics:read'] };
    const { body } = await person.post('/api/auth/me/tokens', wanted);
    const program = w.anonymous.with({ authorization: `Bearer ${body.token}` });
    expect((await program.get('/api/analytics/catalogue')).status).toBe(200);
    const [sent = {}] = analytics.seen.splice(0);
    expect(JSON.stringify(sent)).not.toContain(body.token);
    const claims = decodeJwt(String(sent.authorization).replace('Bearer ', ''));
    expect(claims).toMatchObject({
      sub: person.identity['x-user-id'],
      tenant: person.identity['x-tenant-uuid'],
      token: true,
      scopes: ['analytics:read'],
    });
    await person.delete(`/api/auth/me/tokens/${body.tokenUuid}`);
    expect((await program.get('/api/analytics/catalogue')).status).toBe(401);
    expect(analytics.seen).toEqual([]);
  });

  test('lets analytics set no cookie, and passes on no header of the connection behind it', async () => {
    const { identity } = await (await w.tenant()).as('TENANT_STAFF');
    const answer = await w.app.inject({ url: '/api/analytics/export', headers: identity });
    expect([answer.statusCode, answer.json()]).toEqual([200, { rows: [] }]);
    expect(answer.headers['set-cookie']).toBeUndefined();
    expect(answer.headers['x-of-connection']).toBeUndefined();
  });
});
