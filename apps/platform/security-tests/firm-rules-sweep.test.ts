import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../test-support/client.ts';
import { world } from '../test-support/world.ts';
import { call } from './calls.ts';
import { type Operation, operationsOf } from './operations.ts';

const w = await world();
await w.app.ready();
// Signing out comes last: where it is not refused, it ends the session that the others are asked with.
const guarded = operationsOf(w.app)
  .filter(({ roles }) => roles !== null)
  .sort((a, b) => Number(a.operationId === 'logout') - Number(b.operationId === 'logout'));
let tenantUuid: string;
let outside: Client;
let root: Client;

beforeAll(async () => {
  const tenant = await w.tenant();
  tenantUuid = tenant.tenantUuid;
  const admin = await tenant.as('TENANT_ADMIN');
  const rules = { vendorAccess: 'APPROVED', allowedNetworks: ['127.0.0.0/8'] };
  await admin.put(`/api/tenants/${tenantUuid}/security`, rules);
  outside = (await tenant.as('TENANT_ADMIN')).at('203.0.113.9');
  root = await w.systemAdmin();
});

/** Returns the operations that answer somebody anything but a refusal by a rule of the firm. */
async function openTo(client: Client, operations: readonly Operation[], code: string) {
  const open: string[] = [];
  for (const operation of operations) {
    const path = Object.fromEntries(operation.parameters.map(({ name }) => [name, randomUUID()]));
    const body = operation.method === 'GET' ? undefined : {};
    const answer = await call(client, operation, { ...path, tenantUuid, id: tenantUuid }, body);
    if (answer.body?.code !== code) open.push(`${operation.operationId} ${answer.status}`);
  }
  return open.sort();
}

const isFor =
  (role: 'TENANT_ADMIN' | 'SYSTEM_ADMIN') =>
  ({ roles, path }: Operation) =>
    roles?.includes(role) === true && !path.startsWith('/scim/v2');

describe('the rules of a firm', () => {
  test('refuse its staff outside of its networks by every operation', async () => {
    const operations = guarded.filter(isFor('TENANT_ADMIN'));
    expect(await openTo(outside, operations, 'NETWORK_NOT_ALLOWED')).toEqual([]);
  });

  test('refuse whom it has not approved by every operation under its name', async () => {
    const visitor = root.with({ 'x-tenant-uuid': tenantUuid });
    const operations = guarded.filter(isFor('SYSTEM_ADMIN'));
    expect(await openTo(visitor, operations, 'ACCESS_NOT_APPROVED')).toEqual([]);
  });

  test('refuse the same by every path to how the firm’s people sign in, under any firm', async () => {
    const operations = guarded
      .filter(isFor('SYSTEM_ADMIN'))
      .filter(({ path }) => path.includes('{tenantUuid}'))
      .filter(({ path }) => /tenant-staff|security|sso|vendor-access/.test(path));
    expect(operations.length).toBeGreaterThan(3);
    expect(await openTo(root, operations, 'ACCESS_NOT_APPROVED')).toEqual([]);
  });
});
