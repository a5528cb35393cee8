import { randomUUID } from 'node:crypto';
import { createAuthenticator } from '../test-support/authenticator.ts';
import type { Client } from '../test-support/client.ts';
import { contactInput } from '../test-support/contact-input.ts';
import type { Operation } from './operations.ts';

export type Values = Readonly<Record<string, string>>;

/** The tenant that records are made for. */
type Base = {
  tenantUuid: string;
  code: string;
  marker: string;
  admin: Client;
  /** What the tenant's identity provider calls with. */
  provider: Client;
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

const staffImport: Maker = async ({ admin, marker }) => {
  const { body } = await admin.post(staffImportAddress, staffCsv(marker), csvType);
  return body.importUuid;
};

/** A dry run of an import, which needs no more than this. */
export const importAddress = '/api/contacts/import';
export const staffImportAddress = '/api/tenant-staff/import';
export const csvType = { 'content-type': 'text/csv' };
export const importCsv = (name: string) =>
  `firstName,paternalLastName,contactType,contactMeans,preferredContactLanguage,contactManagerId\nAna,${name},PROSPECT,EMAIL,SPANISH,${randomUUID()}\n`;

export const staffCsv = (name: string) =>
  `firstName,paternalLastName,userEmail,email,staffType,legalResidence,timeZone,platformLanguage,commissionCurrency\nAna,${name},no address,ana@staff.example,ADVISOR,CL,America/Santiago,SPANISH,CLP\n`;

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
export const makers: Readonly<Record<string, Maker>> = {
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
  breakGlass: staffMember,
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
  groupUuid: async ({ provider, marker }) =>
    (await made(provider, '/scim/v2/Groups', { displayName: `${marker} ${randomUUID()}` })).id,
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
  staffImportUuid: staffImport,
  line: always('2'),
  meetingUuid: meeting,
  meetingUuids: meeting,
  entityUuid: contact,
  entityId: contact,
  actorId: staffMember,
  noteUuid: note,
  hostUuid: staffMember,
  credentialUuid: async ({ admin, marker }) =>
    (await made(admin, '/api/credentials', { name: marker, roles: ['TENANT_STAFF'] }))
      .credentialUuid,
  tokenUuid: async ({ admin, marker }) =>
    (await made(admin, '/api/auth/me/tokens', { name: marker, scopes: ['notes:read'] })).tokenUuid,
  taskUuid: task,
  viewUuid: view,
  assigneeUuid: staffMember,
  responsibleUuid: staffMember,
  itemKey: async (tenant) => `INCOMPLETE_CLIENT-${await contact(tenant)}`,
  participantUuid: participant,
  endpointUuid: webhookEndpoint,
  messageId: webhookMessage,
  passkeyUuid: passkey,
  token: async ({ admin }) => {
    const { url } = await made(admin, '/api/v1/calendar/feed', {});
    return /([^/]+)\.ics$/.exec(url)?.[1] ?? '';
  },
  schemaId: always('urn:ietf:params:scim:schemas:core:2.0:User'),
  resourceType: always('User'),
  eventId: async () => randomUUID(),
  after: async () => randomUUID(),
  itemUuids: async () => randomUUID(),
  sessionUuid: async () => randomUUID(),
  category: always('TENANT_STAFF'),
  provider: always('provider_a'),
  version: always('1'),
  versionHint: always('1'),
  fileName: always('logo.svg'),
};

/** Names that stand for no record of a tenant's own. */
export const commonNames: ReadonlySet<string> = new Set([
  'schemaId',
  'resourceType',
  'accountNumber',
  'line',
  'eventId',
  // A message of the endpoint in the path alone: another's is refused, as one that is nobody's.
  'after',
  // Of the person who calls alone: another's is passed over, as one that is nobody's.
  'itemUuids',
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

/** Posts, and throws unless it is taken; answers the body. */
export async function made(client: Client, url: string, input?: object) {
  const { status, body } = await client.post(url, input);
  if (status > 201) throw new Error(`POST ${url} answered ${status}: ${JSON.stringify(body)}`);
  return body;
}
