import { describe, expect, test } from 'vitest';
import { scopes } from '../src/auth/scopes.ts';
import { type Client, createClient } from '../test-support/client.ts';
import { world } from '../test-support/world.ts';
import { call, highest } from './calls.ts';
import { operationsOf } from './operations.ts';
import { openTenantFixture } from './tenant-fixture.ts';

/** The operations without a scope, copied from the contract and not from the routes: programs may call none but `getMe`. */
const none: readonly RegExp[] = [
  / \/api\/auth\//,
  /\/sso\/provisioning-token$/,
  / \/api\/credentials/,
  / \/api\/platform(-admins|\/)/,
  / \/api\/tenants\/\{tenantUuid\}\/vendor-access$/,
  /^PUT \/api\/tenants\/\{tenantUuid\}\/(security|sso)$/,
  /^DELETE \/api\/tenants\/\{id\}$/,
  /^POST \/api\/tenants\/(delete|\{tenantUuid\}\/restore)$/,
  /^GET \/api\/tenants\/\{tenantUuid\}\/purge$/,
  / \/api\/contacts\/\{contactUuid\}\/(erase|second-factor\/reset)$/,
  / \/api\/tenant-staff\/\{tenantStaffUuid\}\/(credentials|second-factor)\//,
  / \/api\/analytics\/tenants\//,
];

/** These take no token of a person although they have a scope: they are for a person in person, or a credential. */
const proven = ['setTenantDomain', 'updateMailSettings'];

const w = await world();
await w.app.ready();
const fixture = await openTenantFixture(w);
const operations = operationsOf(w.app).filter(({ roles }) => roles !== null);
// Analytics' own test says the same of its operations.
const own = operations.filter(({ path }) => !path.startsWith('/api/analytics/'));
const everyScope = [...new Set(operations.flatMap(({ scope }) => scope ?? []))];

const programs = new Map<Client, { program: Client; tokenUuid: string }>();

/** Returns a program of a person that has some scopes. */
async function programOf(person: Client, held: readonly string[]): Promise<Client> {
  const known = programs.get(person) ?? (await openProgram(person));
  programs.set(person, known);
  await w.db.asPlatform(
    (tx) => tx`
      update personal_tokens set scopes = ${[...held]} where token_uuid = ${known.tokenUuid}`,
  );
  return known.program;
}

async function openProgram(person: Client) {
  const { body } = await person.post('/api/auth/me/tokens', {
    name: 'Sweep',
    scopes: ['contacts:read'],
  });
  return {
    program: createClient(w.app, { authorization: `Bearer ${body.token}` }),
    tokenUuid: body.tokenUuid as string,
  };
}

test('every operation states one scope, but those of the contract', () => {
  const wrong = operations
    .filter(({ name, scope }) => (scope === undefined) !== none.some((each) => each.test(name)))
    .map(({ name, scope }) => `${name}: ${scope}`);
  expect(wrong).toEqual([]);
  // One that nobody can be given would close its operation to programs.
  expect(everyScope.filter((each) => !scopes.some((known) => known === each))).toEqual([]);
});

test('the inbox, the queue and the stream of changes are of tasks', () => {
  const ofTasks = / \/api\/(inbox|work-queue|changes)/;
  const found = operations.filter(({ name }) => ofTasks.test(name));
  expect(new Set(found.map(({ path }) => path.split('/')[2])).size).toBe(3);
  for (const { name, method, scope } of found)
    expect(scope, name).toBe(method === 'GET' ? 'tasks:read' : 'tasks:write');
});

describe('a scope', () => {
  test.each(own.filter(({ scope }) => scope).map((each) => [each.name, each] as const))(
    'of its own and no other opens %s',
    async (_name, operation) => {
      const person = fixture.callers[highest(operation)];
      // Nothing that there is: what is let in finds nothing, or misses a body.
      const gone = Object.fromEntries(
        [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => [
          name,
          /tenantUuid|^id$/.test(name) ? fixture.tenantUuid : crypto.randomUUID(),
        ]),
      );
      const others = everyScope.filter((each) => each !== operation.scope);
      const refused = await call(await programOf(person, others), operation, gone);
      expect([refused.status, refused.body.code]).toEqual([403, 'SCOPE_MISSING']);
      expect(refused.body.detail).toContain(operation.scope);
      if (proven.includes(operation.operationId)) return;
      const { body } = await call(
        await programOf(person, [operation.scope ?? '']),
        operation,
        gone,
      );
      expect(['SCOPE_MISSING', 'PERSON_REQUIRED']).not.toContain(body.code);
    },
  );
});

describe('without a scope', () => {
  const closed = own.filter(({ scope, operationId }) => !scope && operationId !== 'getMe');
  test.each(closed.map((each) => [each.name, each] as const))(
    '%s takes no program',
    async (_name, operation) => {
      const person = fixture.callers[highest(operation)];
      const path = Object.fromEntries(
        [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => [
          name,
          crypto.randomUUID(),
        ]),
      );
      const { status, body } = await call(await programOf(person, everyScope), operation, path);
      expect([status, body.code]).toEqual([403, 'PERSON_REQUIRED']);
    },
  );

  test.each(proven)('nor does %s, which needs a proof', async (operationId) => {
    const operation = own.find((each) => each.operationId === operationId);
    if (!operation) throw new Error(`There is no ${operationId}`);
    const program = await programOf(fixture.callers.TENANT_ADMIN, everyScope);
    const body = operationId === 'setTenantDomain' ? { domain: 'a.example.com' } : {};
    const answer = await call(program, operation, { tenantUuid: fixture.tenantUuid }, body);
    expect([answer.status, answer.body.code]).toEqual([403, 'PERSON_REQUIRED']);
  });
});
