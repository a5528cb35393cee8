import { randomUUID } from 'node:crypto';
import type { Role } from '@atrium/kit/auth/caller.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../test-support/client.ts';
import { addTotp } from '../test-support/second-factor-world.ts';
import { world } from '../test-support/world.ts';
import { call } from './calls.ts';
import { operationsOf } from './operations.ts';

/** The operations of one's own sign-in, copied from the contract and not from the routes. */
const ofOwnSignIn = [
  ...['logout', 'getMe', 'updateMe', 'changeOwnPassword'],
  ...['listSessions', 'endSession', 'endOtherSessions', 'proveMe', 'beginProof'],
  ...['listPasskeys', 'beginPasskey', 'addPasskey', 'removePasskey'],
  ...['createPersonalToken', 'listPersonalTokens', 'deletePersonalToken'],
  ...['beginTotp', 'confirmTotp', 'removeTotp', 'renewRecoveryCodes', 'authorizeProgram'],
];

/** Lists what clients alone may ask for at `/api/auth/*`. */
const ofClients = ['requestChange'];

/**
 * What an administrator of the platform without a factor still does beside a firm that requires one: its
 * policy, its numbers, and what is of the own account whichever firm is named.
 */
const ofVisitors = [
  ...ofOwnSignIn,
  ...['getSecurityPolicy', 'updateSecurityPolicy', 'getTenantStats'],
  ...['getCalendarFeed', 'createCalendarFeed', 'revokeCalendarFeed'],
];

const w = await world();
await w.app.ready();
// Signing out comes last, since it ends the session that the others are asked with.
const guarded = operationsOf(w.app)
  .filter(({ roles }) => roles !== null)
  .sort((a, b) => Number(a.operationId === 'logout') - Number(b.operationId === 'logout'));
let tenantUuid: string;
let person: Client;
let client: Client;
let visitor: Client;

beforeAll(async () => {
  const tenant = await w.tenant();
  tenantUuid = tenant.tenantUuid;
  const admin = await tenant.as('TENANT_ADMIN');
  person = await tenant.as('TENANT_ADMIN');
  client = await tenant.as('CLIENT');
  visitor = (await w.systemAdmin()).with({ 'x-tenant-uuid': tenantUuid });
  await addTotp(admin);
  await admin.put(`/api/tenants/${tenantUuid}/security`, { secondFactor: 'REQUIRED' });
});

/** Returns the operations of a role that are not refused to somebody for want of a second factor. */
async function openTo(role: Role, caller: Client) {
  const open: string[] = [];
  for (const operation of guarded.filter(({ roles }) => roles?.includes(role))) {
    const path = Object.fromEntries(operation.parameters.map(({ name }) => [name, randomUUID()]));
    const body = operation.method === 'GET' ? undefined : {};
    const answer = await call(caller, operation, { ...path, tenantUuid, id: tenantUuid }, body);
    if (answer.body?.code !== 'SECOND_FACTOR_SETUP_REQUIRED') open.push(operation.operationId);
  }
  return open.sort();
}

describe('where a firm requires a second factor', () => {
  test('nothing at /api/auth/ is of another kind than the own sign-in', () => {
    const there = guarded.filter(({ path }) => path.startsWith('/api/auth/'));
    const names = there.map(({ operationId }) => operationId).sort();
    expect(names).toEqual([...ofOwnSignIn, ...ofClients].sort());
  });

  test('who lacks one is refused by every operation but those of the own sign-in', async () => {
    expect(await openTo('TENANT_ADMIN', person)).toEqual([...ofOwnSignIn].sort());
  });

  test('a client who lacks one is refused by every operation but those of the own account', async () => {
    expect(await openTo('CLIENT', client)).toEqual([...ofOwnSignIn, ...ofClients].sort());
  });

  test('an administrator of the platform who lacks one is refused by every operation inside it', async () => {
    expect(await openTo('SYSTEM_ADMIN', visitor)).toEqual([...ofVisitors].sort());
  });
});
