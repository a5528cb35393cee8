import { describe, expect, test } from 'vitest';
import { ageProof } from '../test-support/age-proof.ts';
import { machine } from '../test-support/machine.ts';
import { world } from '../test-support/world.ts';
import { validBody } from './bodies.ts';
import { call, highest } from './calls.ts';
import { operationsOf } from './operations.ts';
import { openTenantFixture } from './tenant-fixture.ts';

/** The operations that need a proof of the last ten minutes, copied from the contract and not from the routes. */
const proven: Readonly<Record<string, true | 'WITH_PASSWORD'>> = {
  beginPasskey: true,
  addPasskey: true,
  removePasskey: true,
  beginTotp: true,
  confirmTotp: true,
  removeTotp: true,
  renewRecoveryCodes: true,
  createPersonalToken: true,
  authorizeProgram: true,
  createCredential: true,
  createProvisioningToken: true,
  rotateCredential: true,
  deleteCredential: true,
  createStaffMember: 'WITH_PASSWORD',
  updateStaffMember: 'WITH_PASSWORD',
  setStaffPassword: true,
  resetStaffSecondFactor: true,
  resetContactSecondFactor: true,
  eraseContact: true,
  updateSecurityPolicy: true,
  approveVendorAccess: true,
  endVendorAccess: true,
  updateSsoConnection: true,
  setTenantDomain: true,
  updateMailSettings: true,
  createPlatformAdmin: true,
  deletePlatformAdmin: true,
  purgeTenant: true,
};

/** Those of them that a machine with the role may do. */
const alsoMachines = [
  'createStaffMember',
  'updateStaffMember',
  'setTenantDomain',
  'updateMailSettings',
];

/** What a machine never does, although it needs no proof of a person. */
const neverMachines = ['resetStaffCredentials', 'getWebhookSecret', 'rotateWebhookSecret'];

const w = await world();
await w.app.ready();
const operations = operationsOf(w.app);
const fixture = await openTenantFixture(w);

/** Returns how many changes by somebody are recorded, as each is. */
async function changesBy(userUuid: string): Promise<number> {
  const rows = await w.db.asPlatform((tx) => tx`select from events where actor_id = ${userUuid}`);
  return rows.length;
}

const titled = operations
  .filter(({ operationId }) => operationId in proven)
  .map((each) => [each.name, each] as const);

describe('a proof of the last ten minutes', () => {
  test('is asked for by the operations of the contract and by no other', () => {
    const declared = operations
      .filter(({ needsProof }) => needsProof)
      .map(({ operationId, needsProof }) => [operationId, needsProof]);
    expect(Object.fromEntries(declared)).toEqual(proven);
  });

  test.each(titled)(
    'is needed for %s, which changes nothing without it',
    async (_name, operation) => {
      const path = await fixture.pathOf(operation);
      const valid = await validBody(operation, fixture, path);
      const password = 'a password of somebody';
      const body =
        operation.needsProof === 'WITH_PASSWORD'
          ? { ...valid, password, confirmPassword: password }
          : valid;
      const caller = fixture.callers[highest(operation)];
      const userUuid = caller.identity['x-user-id'] ?? '';
      await ageProof(w, userUuid);
      const before = await changesBy(userUuid);
      const answer = await call(caller, operation, path, body);
      expect([answer.status, answer.body.code]).toEqual([403, 'PROOF_REQUIRED']);
      expect(await changesBy(userUuid)).toBe(before);
      await w.db.asPlatform((tx) => tx`update sessions set proved_at = now()`);
    },
  );
});

describe('a machine that administers a tenant', async () => {
  const { client } = await machine(w, fixture.callers.TENANT_ADMIN);
  const forbidden = operations.filter(
    ({ operationId }) =>
      neverMachines.includes(operationId) ||
      (operationId in proven && !alsoMachines.includes(operationId)),
  );

  test.each(forbidden.map((each) => [each.name, each] as const))(
    'is no person: %s is refused',
    async (_name, operation) => {
      expect(operation.isForPersons).toBe(true);
      const path = await fixture.pathOf(operation);
      const body = await validBody(operation, fixture, path);
      const { status, body: problem } = await call(client, operation, path, body);
      expect([status, problem.code]).toEqual([403, 'PERSON_REQUIRED']);
    },
  );

  test('does what it may without a proof', async () => {
    const path = `/api/tenants/${fixture.tenantUuid}/domains`;
    const domain = `${fixture.marker.toLowerCase()}.example.com`;
    expect((await client.post(path, { domain })).status).toBe(200);
  });
});
