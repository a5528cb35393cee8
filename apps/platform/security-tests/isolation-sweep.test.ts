import { randomUUID } from 'node:crypto';
import { type Role, roles } from '@atrium/kit/auth/caller.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../test-support/client.ts';
import { foreignable, referencesIn, validBody, withReference } from './bodies.ts';
import { call, highest, requiredQuery } from './calls.ts';
import { fingerprint, untilAtRest } from './fingerprint.ts';
import { forgedTokensOf } from './forged-tokens.ts';
import { expectNoTrace, tracesOf } from './leaks.ts';
import { personalDataIn } from './log-watch.ts';
import { fillPath, type Operation, operationsOf } from './operations.ts';
import { commonNames, isKnown, unknownNames } from './record-makers.ts';
import { disagreement } from './stated-roles.ts';
import { openTenantFixture } from './tenant-fixture.ts';
import { worldWithAnalytics } from './world-with-analytics.ts';

const log: string[] = [];
const w = await worldWithAnalytics(
  { LOG_LEVEL: 'debug' },
  { logTo: { write: (line) => void log.push(line) } },
);
const operations = operationsOf(w.app);
const guarded = operations.filter((operation) => operation.roles !== null);
const [mine, theirs] = [await openTenantFixture(w), await openTenantFixture(w)];
let traces: Set<string>;
let theirState: object;

beforeAll(async () => {
  // One record of everything on the other side, so that there is something to find.
  for (const operation of operations) await theirs.pathOf({ ...operation, method: 'GET' });
  const named = operations.flatMap(({ body, parameters }) => [
    ...referencesIn(body),
    ...parameters,
  ]);
  for (const { name } of named) if (isKnown(name)) await theirs.value(name);
  await untilAtRest(w.db, theirs.tenantUuid);
  traces = await tracesOf(w.db, theirs);
  theirState = await fingerprint(w.db, theirs.tenantUuid);
});

const titled = (list: readonly Operation[]) => list.map((each) => [each.name, each] as const);

describe('the API’s own document', () => {
  test('gives every operation the roles that the contract states', () => {
    expect(operations.map(disagreement).filter(Boolean)).toEqual([]);
  });

  test('names no record in a path that the sweep cannot make', () => {
    const unknown = operations.flatMap((each) =>
      unknownNames(each).map((name) => `${each.name}: ${name}`),
    );
    const inBodies = operations.flatMap((each) =>
      referencesIn(each.body)
        .filter(({ name }) => !isKnown(name))
        .map(({ name }) => `${each.name}: ${name} in the body`),
    );
    expect([...unknown, ...inBodies]).toEqual([]);
  });

  test('leaves out no route but these', () => {
    const described = new Set(operations.map((each) => withoutNames(each.name)));
    const drawn = routesOf(w.app.printRoutes({ commonPrefix: false, includeHooks: false }));
    const hidden = drawn
      .map(withoutNames)
      .filter((name) => !described.has(name) && !/ \/(api\/analytics|docs\/guides)\b/.test(name));
    // The webhooks here are other names of two that are described; their tests are calendar's.
    expect(hidden.sort()).toEqual([
      'GET /',
      'GET /assets/{}',
      'GET /dev/webhooks',
      'GET /dev/webhooks.json',
      'GET /docs',
      'GET /docs*',
      'GET /docs/errors',
      'GET /health/live',
      'GET /health/ready',
      'GET /internal/tls/ask',
      'GET /llms.txt',
      'GET /metrics',
      'GET /openapi.json',
      'GET /pages.css',
      'POST /api/v1/webhooks/google',
      'POST /api/v1/webhooks/microsoft',
      'POST /dev/webhooks',
      'POST /mcp',
      'PUT /*',
    ]);
  });
});

describe('the roles', () => {
  test.each(titled(guarded.filter(({ isForMachines }) => isForMachines)))(
    '%s takes no person, whoever it is',
    async (_name, operation) => {
      const path = Object.fromEntries(operation.parameters.map(({ name }) => [name, randomUUID()]));
      const body = operation.method === 'GET' ? undefined : {};
      for (const role of roles) {
        const answer = await call(mine.callers[role], operation, path, body);
        expect([role, answer.status, answer.body.status]).toEqual([role, 403, '403']);
      }
      expect((await call(w.anonymous, operation, path, body)).status).toBe(401);
    },
  );

  test.each(titled(guarded))(
    '%s lets in whom it declares and nobody else',
    async (_name, operation) => {
      const path = Object.fromEntries(operation.parameters.map(({ name }) => [name, randomUUID()]));
      const body = operation.method === 'GET' ? undefined : {};
      for (const role of roles) {
        // Signing out would end the caller that the other tests use.
        const own = operation.operationId === 'logout' ? await newCaller(role) : mine.callers[role];
        const answer = await call(own, operation, path, body);
        const refused = /^This needs one of the roles/.test(answer.body?.detail ?? '');
        expect(refused ? answer.status : refused, `${role}: ${JSON.stringify(answer.body)}`).toBe(
          operation.roles?.includes(role) ? false : 403,
        );
        expect(answer.status).not.toBe(401);
      }
      expect((await call(w.anonymous, operation, path, body)).status).toBe(401);
    },
  );

  test.each(titled(operations.filter((each) => !(each.operationId in provenElsewhere))))(
    '%s works for one of them',
    async (_name, operation) => {
      const tenant = consumesTenant(operation) ? await openTenantFixture(w) : mine;
      const path = await tenant.pathOf(operation);
      const body = await validBody(operation, tenant, path);
      const own = operation.roles ? tenant.callerOf(operation) : w.anonymous;
      const client = operation.operationId === 'logout' ? await newCaller('TENANT_STAFF') : own;
      // Analytics may say on a busy machine to come again.
      let answer = await call(client, operation, path, body);
      const again = async () => {
        if (answer.status === 503) answer = await call(client, operation, path, body);
        return answer.status;
      };
      await expect.poll(again, { interval: 1_000 }).not.toBe(503);
      expect(answer.status, JSON.stringify(answer.body)).toSatisfy(isAsStated(operation));
      if (own !== mine.callers.SYSTEM_ADMIN) expectNoTrace(answer, traces, '');
    },
  );
});

describe('another tenant’s record', () => {
  const addressing = guarded.filter(({ parameters }) => parameters.some(isForeignable));

  test.each(titled(addressing))('in the path of %s is not there', async (_name, operation) => {
    const names = operation.parameters.filter(isForeignable).map(({ name }) => name);
    const own = await mine.pathOf({ ...operation, method: 'GET' });
    const foreign = await theirs.pathOf({ ...operation, method: 'GET' });
    const swaps = [...names.map((name) => ({ ...own, [name]: foreign[name] ?? '' })), foreign];
    for (const role of (operation.roles ?? []).filter((each) => each !== 'SYSTEM_ADMIN')) {
      for (const path of swaps) {
        const body = await validBody(operation, mine, path);
        const caller = operation.isForMachines ? mine.callerOf(operation) : mine.callers[role];
        const answer = await call(caller, operation, path, body);
        const open = operation.operationId === 'getTenantByName';
        const allowed = open ? [200] : [403, 404];
        expect(allowed, `${role}: ${JSON.stringify(answer.body)}`).toContain(answer.status);
        if (!open) expectNoTrace(answer, traces, JSON.stringify([path, body]));
      }
    }
  });

  test.each(
    titled(
      addressing.filter(
        ({ roles: to, path }) =>
          to?.includes('SYSTEM_ADMIN') && !/tenantUuid|\{id\}|\{code\}|\{name\}/.test(path),
      ),
    ),
  )(
    'in the path of %s is not there for a system administrator who works elsewhere',
    async (_name, operation) => {
      const path = await theirs.pathOf({ ...operation, method: 'GET' });
      const body = await validBody(operation, mine, path);
      const answer = await call(mine.callers.SYSTEM_ADMIN, operation, path, body);
      expect(answer.status, JSON.stringify(answer.body)).toBe(404);
    },
  );

  const referring = guarded.flatMap((operation) =>
    referencesIn(operation.body)
      .filter(foreignable)
      .map(
        (reference) =>
          [`${operation.name} ${reference.path.join('.')}`, operation, reference] as const,
      ),
  );

  test.each(referring)('in the body of %s is refused', async (_name, operation, reference) => {
    for (const role of foreignCallers(operation)) {
      const tenant = role === 'SYSTEM_ADMIN' ? await openTenantFixture(w) : mine;
      const path = await tenant.pathOf(operation);
      const body = (await validBody(operation, tenant, path)) ?? {};
      const foreign = await withReference(
        operation,
        body,
        reference,
        await theirs.value(reference.name),
        tenant,
      );
      const caller = operation.isForMachines ? tenant.callerOf(operation) : tenant.callers[role];
      const answer = await call(caller, operation, path, foreign);
      const ignored = ignoredReferences.has(`${operation.operationId} ${reference.name}`);
      const allowed = ignored ? [200, 201, 400, 404] : [400, 403, 404, 409];
      const isToldApart = toldApart.has(`${operation.operationId} ${reference.name}`);
      if (isToldApart && answer.status === 200)
        expect(answer.body.outcomes, role).toMatchObject([{ refusal: 'NOT_FOUND' }]);
      else expect(allowed, `${role}: ${JSON.stringify(answer.body)}`).toContain(answer.status);
      expectNoTrace(answer, traces, JSON.stringify(foreign));
    }
  });

  const asking = guarded.flatMap((operation) =>
    operation.parameters
      .filter(({ in: place, name }) => place === 'query' && isKnown(name) && /u?id$/i.test(name))
      .map(({ name }) => [`${operation.name}?${name}=`, operation, name] as const),
  );
  if (asking.length > 0)
    test.each(asking)('in the query %s finds nothing', async (_name, operation, name) => {
      const own = await mine.pathOf(operation);
      const value = await theirs.value(name);
      const query = new URLSearchParams({ ...requiredQuery(operation), [name]: value });
      const answer = await mine.admin.get(`${fillPath(operation, own)}?${query}`);
      expect([200, 400, 403, 404]).toContain(answer.status);
      expectNoTrace(answer, traces, value);
    });
});

describe('headers', () => {
  test.each(titled(guarded))(
    '%s refuses those that disagree with the token',
    async (_name, operation) => {
      const role = highest(operation);
      const [own, other] = [mine.callers[role], theirs.callers[role]];
      const path = await mine.pathOf({ ...operation, method: 'GET' });
      const body = await validBody(operation, mine, path);
      const lies = {
        'x-tenant-uuid': role === 'SYSTEM_ADMIN' ? 'not-a-tenant' : theirs.tenantUuid,
        'x-user-id': other.identity['x-user-id'] ?? '',
        'x-user-email': other.identity['x-user-email'] ?? '',
        'x-user-type': role === 'CLIENT' ? 'TENANT_STAFF' : 'CLIENT',
        ...(role === 'SYSTEM_ADMIN' ? {} : { 'x-tenant-code': theirs.code }),
      };
      for (const [name, value] of Object.entries(lies)) {
        const answer = await call(own.with({ [name]: value }), operation, path, body);
        expect([name, answer.status]).toEqual([name, 403]);
        expect(answer.body.errors[0].field).toBe(name);
      }
    },
  );

  test('of a partner name that partner and no other', async () => {
    const other = await mine.fresh('partnerUuid');
    for (const role of ['PARTNER_ADMIN', 'PARTNER_STAFF'] as const) {
      const caller = mine.callers[role].with({ 'x-partner-uuid': other });
      expect((await caller.get('/api/contacts')).status).toBe(403);
    }
  });
});

describe('tokens', () => {
  test.each(titled(guarded))('%s believes no forged one', async (_name, operation) => {
    const own = mine.callerOf(operation);
    const token = own.identity.authorization?.split(' ')[1] ?? '';
    const forgedTokens =
      kept.get(token) ?? (await forgedTokensOf(token, w.config.tokens.signingKey));
    kept.set(token, forgedTokens);
    const path = await mine.pathOf({ ...operation, method: 'GET' });
    const body = operation.method === 'GET' ? undefined : {};
    for (const [fault, forged] of Object.entries(forgedTokens)) {
      const caller = own.with({ authorization: `Bearer ${forged}` });
      expect([fault, (await call(caller, operation, path, body)).status]).toEqual([fault, 401]);
    }
  });
  const kept = new Map<string, Record<string, string>>();
});

describe('who may not come any more', () => {
  const rootsPath = (uuid: string) => `/api/tenants/${uuid}`;
  const ends: [
    string,
    number,
    (tenant: Awaited<ReturnType<typeof openTenantFixture>>) => Promise<unknown>,
  ][] = [
    [
      'of an inactive tenant',
      403,
      async (tenant) => {
        const root = await w.systemAdmin();
        const { body } = await root.get(rootsPath(tenant.tenantUuid));
        return root.put(rootsPath(tenant.tenantUuid), { ...body, isActive: false });
      },
    ],
    [
      'of a deleted tenant',
      403,
      async (tenant) => (await w.systemAdmin()).delete(rootsPath(tenant.tenantUuid)),
    ],
    ['who was made inactive', 403, (tenant) => changeAccounts(tenant, 'is_active = false')],
    [
      'who was deleted',
      403,
      (tenant) => changeAccounts(tenant, 'is_active = false, deleted_at = now()'),
    ],
    ['whose session was ended', 401, (tenant) => endSessions(tenant)],
  ];

  test.each(ends)(
    'a user %s is %i everywhere, with a token still valid',
    async (who, status, end) => {
      const tenant = await openTenantFixture(w);
      const requests = [];
      for (const operation of guarded) {
        const path = await tenant.pathOf({ ...operation, method: 'GET' });
        requests.push({ operation, path, body: await validBody(operation, tenant, path) });
      }
      await end(tenant);
      const wrong = [];
      for (const { operation, path, body } of requests) {
        const answer = await call(tenant.callerOf(operation), operation, path, body);
        // To a system administrator a tenant that ended is one that is not there.
        const ofTheTenant = operation.operationId === 'listStaffOfTenant' && answer.status === 404;
        // The platform's administrators prepare a tenant that is not active.
        const prepared = who === 'of an inactive tenant' && highest(operation) === 'SYSTEM_ADMIN';
        if (answer.status !== status && !ofTheTenant && !prepared)
          wrong.push(`${operation.name}: ${answer.status} ${answer.body?.detail}`);
      }
      expect(wrong).toEqual([]);
    },
  );
});

test('nobody’s name, address, password or token is in the logs of all this', () => {
  expect(log.length).toBeGreaterThan(1_000);
  expect(personalDataIn([...log, ...w.analyticsLog], [mine, theirs])).toEqual([]);
});

afterAll(async () => {
  expect(await fingerprint(w.db, theirs.tenantUuid), 'the other tenant was changed').toEqual(
    theirState,
  );
});

const isForeignable = ({ in: place, name }: Operation['parameters'][number]) =>
  place === 'path' && !commonNames.has(name);

const foreignCallers = (operation: Operation): Role[] =>
  (['TENANT_ADMIN', 'TENANT_STAFF', 'PARTNER_ADMIN'] as const).filter((role) =>
    operation.roles?.includes(role),
  );

const consumesTenant = ({ roles: declared, method, path }: Operation) =>
  method !== 'GET' && declared?.length === 1 && /tenants/.test(path) && !path.startsWith('/api/v2');

// Fields that are read and not looked up; a host is named by machines only.
const ignoredReferences = new Set(['updateContact capturedByEntityUuid', 'createMeeting hostUuid']);

// Of several records it is told what became of each.
const toldApart = new Set(['reassignContacts contactUuids', 'syncMeetings meetingUuids']);

// Operations that one call cannot bring to work, and the test that does.
const provenElsewhere: Readonly<Record<string, string>> = {
  confirmPasswordReset: 'auth.test.ts: needs the link of a mail',
  proveMe: 'the tests of proof: needs a password or a factor',
  beginProof: 'the tests of proof: needs a page',
  restoreTenant: 'restore.test.ts: needs a deleted tenant',
  getTenantPurge: 'purge.test.ts: needs a removal',
  getErasure: 'hostile-values.test.ts: needs an erasure',
  openReplyAddress: 'the tests of mail-settings: needs the link of a mail',
  confirmReplyAddress: 'the tests of mail-settings: takes a form, not JSON',
  openUnsubscribe: 'unsubscribe.test.ts: needs the link of a mail',
  unsubscribe: 'unsubscribe.test.ts: needs the link of a mail',
  exportUpcomingMeetings: 'connected-later.test.ts: needs a connection',
  changeOwnPassword: 'password.test.ts: needs the password',
  endSession: 'sessions.test.ts: needs a second session',
  deletePlatformAdmin: 'platform-admins.test.ts: needs a second administrator',
  confirmTotp: 'the tests of second-factor: needs a code',
  mendImportRow: 'mending.test.ts: needs a row that was refused',
  pauseContactImport: 'mending.test.ts: needs an import that goes on',
  resumeContactImport: 'mending.test.ts: needs an import that goes on',
  mendStaffImportRow: 'staff-imports.test.ts: needs a row that was refused',
  pauseStaffImport: 'staff-imports.test.ts: needs an import that goes on',
  resumeStaffImport: 'staff-imports.test.ts: needs an import that goes on',
  removeTotp: 'the tests of second-factor: needs a password and codes',
  renewRecoveryCodes: 'the tests of second-factor: needs a second factor',
  beginPasskey: 'the tests of second-factor: needs a page',
  addPasskey: 'the tests of second-factor: needs an authenticator',
  finishLogin: 'the tests of second-factor: needs a second factor',
  beginPasskeyLogin: 'the tests of second-factor: needs a page',
  loginByPasskey: 'the tests of second-factor: needs an authenticator',
  resetContactSecondFactor: 'the tests of second-factor: needs a login',
  issueToken: 'token.test.ts: takes a form, not JSON',
  listHistory: 'history.test.ts: needs a record of a kind in the query',
  getTimeline: 'timeline.test.ts: needs a record of a kind in the query',
  getAsset: 'branding.test.ts: needs an upload and a confirm',
  getPublicBrandingByDomain: 'domains.test.ts: needs a domain',
  hideMeeting: 'meetings.test.ts: needs a canceled meeting',
  answerMeeting: 'the tests of rsvp: needs an invited caller',
  submitInvitationAnswer: 'the tests of rsvp: takes a form, not JSON',
  takeInboundMail: 'the tests of rsvp: needs the provider’s secret',
  connectCalendar: 'the tests of calendar: needs a provider',
  finishCalendarConsent: 'the tests of calendar: needs a consent',
  completeCalendarConsent: 'the tests of calendar: needs a consent',
  syncCalendar: 'the tests of calendar: needs a connection',
  decideCalendarSuspension: 'the tests of calendar: needs a suspended calendar',
  receiveNoticeOfProviderA: 'the tests of calendar: needs the header of a channel',
  syncMeeting: 'the tests of calendar: needs a sync that failed',
};

function isAsStated({ statuses }: Operation) {
  return (status: number) =>
    status < 400 &&
    (statuses.length === 0 || statuses.some((each) => each === status) || status === 200);
}

async function newCaller(role: Role): Promise<Client> {
  if (role === 'SYSTEM_ADMIN') return w.systemAdmin();
  return mine.as(role, role.startsWith('PARTNER') ? mine.partnerUuid : null);
}

function changeAccounts({ callers, providerUuid }: typeof mine, change: string) {
  const people = Object.values(callers).map(({ identity }) => identity['x-user-id'] ?? '');
  const users = [...people, providerUuid];
  return w.db.asPlatform(
    (tx) => tx`update accounts set ${tx.unsafe(change)} where user_uuid = any(${users})`,
  );
}

function endSessions({ callers, providerUuid }: typeof mine) {
  const people = Object.values(callers).map(({ identity }) => identity['x-user-id'] ?? '');
  const users = [...people, providerUuid];
  return w.db.asPlatform(
    (tx) => tx`update sessions set revoked_at = now() where user_uuid = any(${users})`,
  );
}

/** An address with its parameters' names left out: several routes may share a place in the drawing. */
const withoutNames = (name: string) => name.replace(/\{\w+\}(\|\{\w+\})*/g, '{}');

/** `GET /api/contacts` and the like from Fastify's own drawing of its routes. */
function routesOf(drawing: string): string[] {
  const found = [];
  const path: string[] = [];
  for (const line of drawing.split('\n')) {
    const [, indent = '', segment = '', methods = ''] =
      /^([│ ]*[├└]── )(.*?)(?: \(([A-Z, ]+)\))?$/.exec(line) ?? [];
    if (!indent) continue;
    path.length = indent.length / 4 - 1;
    path.push(segment);
    const whole = path.join('').replace(/:(\w+)/g, '{$1}');
    for (const method of methods
      .split(', ')
      .filter((each) => each && each !== 'HEAD' && each !== 'OPTIONS'))
      found.push(`${method} ${whole}`);
  }
  return found;
}
