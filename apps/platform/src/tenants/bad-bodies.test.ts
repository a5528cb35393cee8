import { beforeAll, expect, test } from 'vitest';
import type { Client } from '../../test-support/client.ts';
import { world } from '../../test-support/world.ts';

const w = await world();
let system: Client;
let tenantUuid: string;

beforeAll(async () => {
  const tenant = await w.tenant();
  tenantUuid = tenant.tenantUuid;
  system = (await w.systemAdmin()).with({ 'x-tenant-uuid': tenantUuid });
});

const writes = [
  ['post', '/api/tenants'],
  ['put', '/api/tenants/:tenant'],
  ['post', '/api/tenants/delete'],
  ['post', '/api/v2/tenants'],
  ['post', '/api/v2/tenants/filter-values'],
  ['post', '/api/tenants/:tenant/domains'],
  ['post', '/api/tenants/:tenant/branding/assets/init'],
  ['post', '/api/tenants/:tenant/branding/confirm'],
  ['post', '/api/partners'],
  ['post', '/api/tenant-staff'],
] as const;

const countRows = () =>
  w.db.asPlatform(async (tx) => {
    const [row] = await tx<{ count: number }[]>`
      select (select count(*) from tenants) + (select count(*) from partners) + (select count(*) from brandings)
           + (select count(*) from tenant_domains) + (select count(*) from staff_members) as count`;
    return Number(row?.count);
  });

test.each(writes)(
  '%s %s takes one JSON object of at most 1 MiB and nothing else',
  async (method, path) => {
    const url = path.replace(':tenant', tenantUuid);
    const before = await countRows();
    const send = async (body: string, type = 'application/json') => {
      const answer = await system[method](url, body, { 'content-type': type });
      expect(answer.headers['content-type']).toContain('application/problem+json');
      return [answer.status, answer.body.code];
    };
    expect(await send('{"name": ')).toEqual([400, 'MALFORMED_JSON']);
    expect(await send('[]')).toEqual([400, 'VALIDATION_FAILED']);
    expect(await send('"text"')).toEqual([400, 'VALIDATION_FAILED']);
    expect(await send('')).toEqual([400, 'VALIDATION_FAILED']);
    expect(await send(`{"name": "${'a'.repeat(1_048_576)}"}`)).toEqual([413, 'PAYLOAD_TOO_LARGE']);
    expect(await send('name=x', 'application/x-www-form-urlencoded')).toEqual([
      415,
      'UNSUPPORTED_MEDIA_TYPE',
    ]);
    expect(await countRows()).toBe(before);
  },
);
