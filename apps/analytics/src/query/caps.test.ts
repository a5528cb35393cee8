import { get } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { countOf, type World, world } from '../../test-support/world.ts';
import { StoreError, storeCodes } from '../store/store.ts';

let atrium: World;
const tenant = crypto.randomUUID();

beforeAll(async () => {
  atrium = await world({ ANALYTICS_QUERY_ROWS: '20000' });
});
afterAll(() => atrium[Symbol.asyncDispose]());

test('a query that would read too much is stopped and says so, the next one runs', async () => {
  const adviser = await atrium.as(tenant);
  const fill = 'insert into events (tenant_id, event_type, occurred_at, event_id) select';
  await atrium.running.store.writer.command(
    `${fill} toUUID('${tenant}'), 'many', now(), generateUUIDv4() from numbers(100000)`,
  );
  const { status, body } = await adviser('POST', '/api/analytics/query', {
    ...countOf('many'),
    aggregations: [{ function: 'SUM', field: 'schemaVersion' }],
  });
  expect([status, body.code]).toEqual([500, 'QUERY_EXECUTION_FAILED']);
  expect(body.detail).toBe('The query would read too many events');
  const { body: other } = await adviser('POST', '/api/analytics/query', countOf('none'));
  expect(other.rows).toEqual([{ values: [0] }]);
});

test('the catalogue is asked for again where the store had no time for it', async () => {
  const adviser = await atrium.as(tenant);
  const { store } = atrium.running;
  const { query } = store;
  store.query = async () => {
    throw new StoreError(storeCodes.timeoutExceeded, undefined);
  };
  const { status, body, headers } = await adviser('GET', '/api/analytics/catalogue');
  store.query = query;
  expect([status, body.code, headers['retry-after']]).toEqual([503, 'OVERLOADED', '5']);
});

test('when the caller goes away its query is cancelled', async () => {
  const { app, store } = atrium.running;
  const address = await app.listen({ host: '127.0.0.1', port: 0 });
  const asked = Promise.withResolvers<void>();
  const cancelled = Promise.withResolvers<void>();
  const { query } = store;
  store.query = (_, __, signal) => {
    asked.resolve();
    const { promise, reject } = Promise.withResolvers<never>();
    signal?.addEventListener('abort', () => {
      cancelled.resolve();
      reject(new Error('gone'));
    });
    return promise;
  };
  const headers = await atrium.headersOf(tenant, 'TENANT_STAFF');
  const request = get(`${address}/api/analytics/catalogue`, { headers }).on('error', () => {});
  await asked.promise;
  request.destroy();
  await cancelled.promise;
  store.query = query;
});
