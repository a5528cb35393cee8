import { randomUUID } from 'node:crypto';
import { type Role, roles } from '@atrium/kit/auth/caller.ts';
import { createAuthenticator } from '../test-support/authenticator.ts';
import type { Client } from '../test-support/client.ts';
import { contactInput } from '../test-support/contact-input.ts';
import { staffInput } from '../test-support/staff-input.ts';
import type { World } from '../test-support/world.ts';
import { fillPath, type Operation } from './operations.ts';

export type Values = Readonly<Record<string, string>>;
export type TenantFixture = Awaited<ReturnType<typeof openTenantFixture>>;

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
  const base = { tenantUuid, code, marker, admin, callers, as, staff, partnerUuid };
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
      values[name] = await (operation.method === 'GET' ? value : fresh)(name, { ...values });
    }
    // Only what is deleted can be restored.
    const record = /^(.*)\/restore$/.exec(fillPath(operation, values))?.[1];
    if (record && operation.method !== 'GET') await admin.delete(record);
    return values;
  }

  await ready;
  return { ...base, value, fresh, pathOf, signIn, refreshToken };
}

type Base = {
  tenantUuid: string;
  code: string;
  marker: string;
  admin: Client;
  staff: () => Promise<{ tenantStaffUuid: string }>;
  partnerUuid: string;
};
type Maker = (tenant: Base, given: Values) => Promise<string>;

const staffMember: Maker = async ({ staff }) => (await staff()).tenantStaffUuid;
const theTenant: Maker = async ({ tenantUuid }) => tenantUuid;

async function contact({ admin, tenantUuid, staff, marker }: Base): Promise<string> {
  const { tenantStaffUuid } = await staff();
  // Without what the tenant's own lists must know: other tests replace them.
  const input = {
    ...contactInput(tenantUuid, tenantStaffUuid),
    ...{ paternalLastName: marker, contactSource: null, marketSegment: null },
  };
  const { contactUuid } = await made(admin, '/api/contacts', input);
  const primaryEmail = `${contactUuid}@client.example`;
  await admin.put(`/api/contacts/${contactUuid}`, { primaryEmail });
  return contactUuid;
}

const address: Maker = async (tenant) => {
  const contactUuid = await contact(tenant);
  const home = { country: 'CHL', city: tenant.marker, addressType: 'HOME' };
  const addresses = [{ ...home, contactAddressType: 'SALES', isPrimary: true }];
  const { body } = await tenant.admin.put(`/api/contacts/${contactUuid}`, { addresses });
  return body.addresses[0].addressUuid;
};

async function household(tenant: Base): Promise<string> {
  const [{ tenantStaffUuid }, contactUuid] = [await tenant.staff(), await contact(tenant)];
  const input = {
    name: `Household ${tenant.marker}`,
    relationshipManagerType: 'TENANT_STAFF',
    relationshipManagerUuid: tenantStaffUuid,
    isActive: true,
    accountNumbers: ['CL-0001-77'],
    members: [{ memberType: 'CONTACT', contactUuid, isPrimary: true }],
  };
  return (await made(tenant.admin, '/api/households', input)).householdUuid;
}

const member: Maker = async (tenant, { householdUuid }) => {
  const path = `/api/households/${householdUuid ?? (await household(tenant))}/members`;
  return (await tenant.admin.get(path)).body[0].memberUuid;
};

async function meeting(tenant: Base): Promise<string> {
  const input = {
    title: `Meeting ${tenant.marker}`,
    startDateTime: '2035-03-01T10:00:00',
    endDateTime: '2035-03-01T11:00:00',
    timezone: 'America/Santiago',
    locationType: 'ONLINE',
    externalAttendees: [{ email: `guest-${randomUUID()}@guest.example`, name: tenant.marker }],
  };
  return (await made(tenant.admin, '/api/v1/meetings', input)).meetingUuid;
}

const participant: Maker = async (tenant, { meetingUuid }) => {
  const path = `/api/v1/meetings/${meetingUuid ?? (await meeting(tenant))}`;
  const { body } = await tenant.admin.get(path);
  return body.participants.at(-1).participantUuid;
};

const note: Maker = async (tenant) => {
  const about = { entityType: 'CONTACT', entityUuid: await contact(tenant) };
  return (await made(tenant.admin, '/api/notes', { ...about, text: tenant.marker })).noteUuid;
};

const task: Maker = async (tenant) =>
  (await made(tenant.admin, '/api/tasks', { title: `Task ${tenant.marker}` })).taskUuid;

const view: Maker = async (tenant) =>
  (
    await made(tenant.admin, '/api/views', {
      name: tenant.marker,
      list: 'CONTACTS',
      isShared: true,
    })
  ).viewUuid;

const webhookEndpoint: Maker = async ({ admin, marker }) => {
  // A loopback address: what is sent there is refused before it leaves.
  const input = { url: `https://127.0.0.1/${marker}`, eventTypes: ['contact.created'] };
  return (await made(admin, '/api/webhook-endpoints', input)).endpointUuid;
};

const webhookMessage: Maker = async (tenant, given) => {
  const endpointUuid = given.endpointUuid ?? (await webhookEndpoint(tenant, given));
  return (await made(tenant.admin, `/api/webhook-endpoints/${endpointUuid}/test`, {})).messageId;
};

const contactImport: Maker = async ({ admin, marker }) => {
  const { body } = await admin.post(importAddress, importCsv(marker), csvType);
  return body.importUuid;
};

/** A dry run of an import, which needs no more than this. */
export const importAddress = '/api/contacts/import?dryRun=true';
export const csvType = { 'content-type': 'text/csv' };
export const importCsv = (name: string) =>
  `firstName,paternalLastName,contactType,contactMeans,preferredContactLanguage,contactManagerId\nAna,${name},PROSPECT,EMAIL,SPANISH,${randomUUID()}\n`;

const passkey: Maker = async ({ admin, marker }) => {
  const origin = 'http://localhost:8080';
  const caller = admin.with({ origin });
  const options = await made(caller, '/api/auth/me/passkeys/options');
  const response = createAuthenticator(origin).create(options);
  return (await made(caller, '/api/auth/me/passkeys', { name: marker, response })).passkeyUuid;
};

const always =
  (text: string): Maker =>
  async () =>
    text;

/**
 * Makers of a record for each name that stands for one, in a path, a query or a body. A name
 * that is not here fails the sweep.
 */
const makers: Readonly<Record<string, Maker>> = {
  tenantUuid: theTenant,
  tenantId: theTenant,
  id: theTenant,
  firmId: theTenant,
  firmEntityUuid: theTenant,
  code: async ({ code }) => code,
  name: async ({ marker }) => `Firm ${marker}`,
  staffUuid: staffMember,
  tenantStaffUuid: staffMember,
  toStaffUuid: staffMember,
  staffUuidToDelete: staffMember,
  staffIds: staffMember,
  userUuids: staffMember,
  userUuid: staffMember,
  rmUuid: staffMember,
  relationshipManagerUuid: staffMember,
  contactManagerId: staffMember,
  contactManagerEntityUuid: staffMember,
  capturedByEntityUuid: theTenant,
  partnerUuid: async ({ admin, marker }) =>
    (await made(admin, '/api/partners', { name: `Partner ${marker} ${randomUUID()}` })).partnerUuid,
  contactUuid: contact,
  contactIds: contact,
  contactUuids: contact,
  addressUuid: address,
  organisationUuid: async ({ admin, marker }) =>
    (await made(admin, '/api/organisations', { name: `Organisation ${marker}` })).organisationUuid,
  householdUuid: household,
  householdUuids: household,
  fromHouseholdUuid: household,
  fromContactUuid: contact,
  accountNumber: always('CL-0001-77'),
  memberUuid: member,
  memberUuids: member,
  memberUuidsToRemove: member,
  importUuid: contactImport,
  line: always('2'),
  meetingUuid: meeting,
  entityUuid: contact,
  entityId: contact,
  actorId: staffMember,
  noteUuid: note,
  hostUuid: staffMember,
  credentialUuid: async ({ admin, marker }) =>
    (await made(admin, '/api/credentials', { name: marker, roles: ['TENANT_STAFF'] }))
      .credentialUuid,
  taskUuid: task,
  viewUuid: view,
  assigneeUuid: staffMember,
  participantUuid: participant,
  endpointUuid: webhookEndpoint,
  messageId: webhookMessage,
  passkeyUuid: passkey,
  token: async ({ admin }) => {
    const { url } = await made(admin, '/api/v1/calendar/feed', {});
    return /([^/]+)\.ics$/.exec(url)?.[1] ?? '';
  },
  eventId: async () => randomUUID(),
  sessionUuid: async () => randomUUID(),
  category: always('TENANT_STAFF'),
  provider: always('provider_a'),
  version: always('1'),
  versionHint: always('1'),
  fileName: always('logo.svg'),
};

/** Names that stand for no record of a tenant's own. */
export const commonNames: ReadonlySet<string> = new Set([
  'accountNumber',
  'line',
  'eventId',
  'category',
  'provider',
  'version',
  'versionHint',
  'fileName',
]);

/** Returns whether a record can be made for a name. */
export const isKnown = (name: string) => name in makers;

/** The records that the path of an operation names, and what is missing to call it. */
export function unknownNames(operation: Operation): string[] {
  const names = operation.parameters
    .filter((each) => each.in === 'path' || (each.in === 'query' && each.schema.format === 'uuid'))
    .map((each) => each.name);
  return names.filter((name) => !isKnown(name));
}

async function made(client: Client, url: string, input?: object) {
  const { status, body } = await client.post(url, input);
  if (status > 201) throw new Error(`POST ${url} answered ${status}: ${JSON.stringify(body)}`);
  return body;
}

export { roles };
