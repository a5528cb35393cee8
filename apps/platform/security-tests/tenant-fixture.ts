import { randomUUID } from 'node:crypto';
import type { Role } from '@atrium/kit/auth/caller.ts';
import type { Client } from '../test-support/client.ts';
import { machine } from '../test-support/machine.ts';
import { staffInput } from '../test-support/staff-input.ts';
import type { World } from '../test-support/world.ts';
import { highest } from './calls.ts';
import { fillPath, type Operation } from './operations.ts';
import { made, makers, type Values } from './record-makers.ts';

export type TenantFixture = Awaited<ReturnType<typeof openTenantFixture>>;

/** Returns the maker of the import in a path, which is one of staff or of contacts. */
const importOf = ({ path }: Operation) =>
  path.startsWith('/api/tenant-staff/') ? 'staffImportUuid' : 'importUuid';

/**
 * A tenant that has one record of everything, or makes it when it is asked for. Names of people
 * and things bear its marker, so that a trace of it in anybody else's answers is seen.
 */
export async function openTenantFixture(w: World) {
  const marker = `Marker${randomUUID().slice(0, 8)}`;
  const { tenantUuid, code, as, staff } = await w.tenant(`Firm ${marker}`);
  const admin = await as('TENANT_ADMIN');
  const partnerUuid: string = (await made(admin, '/api/partners', { name: `Partner ${marker}` }))
    .partnerUuid;
  const home = { 'x-tenant-uuid': tenantUuid };
  const callers = {
    SYSTEM_ADMIN: (await w.systemAdmin()).with(home),
    TENANT_ADMIN: admin,
    PARTNER_ADMIN: await as('PARTNER_ADMIN', partnerUuid),
    TENANT_STAFF: await as('TENANT_STAFF'),
    PARTNER_STAFF: await as('PARTNER_STAFF', partnerUuid),
    CLIENT: await as('CLIENT'),
  } satisfies Record<Role, Client>;
  const { client: provider, credential } = await machine(w, admin);
  const providerUuid: string = credential.credentialUuid;
  const base = { tenantUuid, code, marker, admin, provider, callers, as, staff, partnerUuid };
  const kept = new Map<string, string>();

  const email = `${randomUUID()}@staff.example`;
  const password = `Pass-${randomUUID()}`;
  const signIn = { email, password };
  const ready = admin.post('/api/tenant-staff', {
    ...staffInput(tenantUuid),
    ...{ userEmail: email, password, confirmPassword: password },
  });

  /** A refresh token of one of the staff. */
  async function refreshToken(): Promise<string> {
    await ready;
    return (await made(w.anonymous, '/api/auth/login', signIn)).refreshToken;
  }

  /** A record of the tenant for the name of a parameter or field, always the same one. */
  async function value(name: string, given: Values = {}): Promise<string> {
    const key = JSON.stringify([name, given]);
    const found = kept.get(key) ?? (await fresh(name, given));
    kept.set(key, found);
    return found;
  }

  /** A new record each time. */
  function fresh(name: string, given: Values = {}): Promise<string> {
    const maker = makers[name];
    if (!maker) throw new Error(`Nobody said how to make a record for "${name}": see makers`);
    return maker(base, given);
  }

  /** Values for the path of an operation; the records are new where it may use them up. */
  async function pathOf(operation: Operation): Promise<Values> {
    const values: Record<string, string> = {};
    for (const [, name = ''] of operation.path.matchAll(/\{(\w+)\}/g)) {
      const maker = name === 'importUuid' ? importOf(operation) : name;
      values[name] = await (operation.method === 'GET' ? value : fresh)(maker, { ...values });
    }
    // Only what is deleted can be restored.
    const record = /^(.*)\/restore$/.exec(fillPath(operation, values))?.[1];
    if (record && operation.method !== 'GET') await admin.delete(record);
    return values;
  }

  /** Somebody of the tenant who may call an operation: a machine where people may not. */
  const callerOf = (operation: Operation): Client =>
    operation.isForMachines ? provider : callers[highest(operation)];

  await ready;
  return { ...base, providerUuid, callerOf, value, fresh, pathOf, signIn, refreshToken };
}
