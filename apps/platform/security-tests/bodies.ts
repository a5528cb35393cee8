import { randomUUID } from 'node:crypto';
import type { Operation, Schema } from './operations.ts';
import { commonNames, isKnown, type Values } from './record-makers.ts';
import type { TenantFixture } from './tenant-fixture.ts';

type Json = Record<string, unknown>;

/** A request body that the operation takes, with a tenant's own records in it. */
export async function validBody(
  operation: Operation,
  tenant: TenantFixture,
  path: Values,
): Promise<Json | undefined> {
  if (!operation.body) return undefined;
  const unfilled = operation.operationId === 'renewPasswordLink';
  const body = (unfilled ? {} : await fill(operation.body, '', tenant)) as Json;
  if (Array.isArray(body)) return body as unknown as Json;
  const extra = await special[operation.operationId]?.(tenant, path, body);
  return { ...body, ...extra };
}

type Special = (tenant: TenantFixture, path: Values, body: Json) => Json | Promise<Json>;

/** Bodies that no schema can describe, by operation id. */
const special: Readonly<Record<string, Special>> = {
  markInboxRead: () => ({ itemUuids: [randomUUID()] }),
  createStaffMember: (_tenant, _path, { password }) => ({
    confirmPassword: password,
    userEmail: `${randomUUID()}@staff.example`,
  }),
  deleteStaffMember: (_tenant, { tenantStaffUuid }) => ({ staffUuidToDelete: tenantStaffUuid }),
  createScimUser: () => ({ userName: `${randomUUID()}@staff.example` }),
  patchScimUser: () => ({ Operations: [{ op: 'replace', path: 'title', value: 'Adviser' }] }),
  createScimGroup: () => ({ displayName: randomUUID() }),
  patchScimGroup: () => ({
    Operations: [{ op: 'replace', path: 'displayName', value: randomUUID() }],
  }),
  createWebhookEndpoint: () => ({ url: 'https://hooks.example.com/atrium' }),
  createTenant: () => ({ code: `C-${randomUUID().slice(0, 8)}` }),
  updateTenant: ({ marker }) => ({ name: `Firm ${marker}`, code: `C-${randomUUID().slice(0, 8)}` }),
  setTenantDomain: ({ marker }) => ({ domain: `${marker.toLowerCase()}.example.com` }),
  dismissDuplicate: pairOfContacts,
  undismissDuplicate: pairOfContacts,
  addHouseholdMember: async (tenant) => ({
    memberType: 'CONTACT',
    contactUuid: await tenant.fresh('contactUuid'),
  }),
  queryAnalytics: () => ({
    eventType: 'contact.created',
    timeRange: { from: '2026-01-01T00:00:00Z', to: '2036-01-01T00:00:00Z' },
    aggregations: [{ function: 'COUNT' }],
  }),
  queryAnalyticsTogether: () => ({
    queries: [
      {
        eventType: 'contact.created',
        timeRange: { from: '2026-01-01T00:00:00Z', to: '2036-01-01T00:00:00Z' },
        aggregations: [{ function: 'COUNT' }],
      },
    ],
  }),
  listTenantValues: () => ({ field: 'name' }),
  listContactFilterValues: () => ({ field: 'status' }),
  listHouseholdFilterValues: () => ({ field: 'name' }),
  listMeetingFilterValues: () => ({ field: 'status' }),
  listOrganisationFilterValues: () => ({ field: 'name' }),
  createMeeting: () => ({ endDateTime: '2035-03-01T11:00:00' }),
  checkAvailability: () => ({ endDateTime: '2035-03-01T11:00:00' }),
  login: (tenant) => tenant.signIn,
  refreshSession: async (tenant) => ({ refreshToken: await tenant.refreshToken() }),
  eraseContact: () => ({ reason: 'Asked for it' }),
  // A proposal would do in its place.
  answerMeeting: () => ({ status: 'ACCEPTED' }),
  answerInvitation: () => ({ status: 'ACCEPTED' }),
  // Not a feed's token, which is made for the paths.
  renewPasswordLink: () => ({ token: 'x'.repeat(43) }),
  startSsoSignIn: ({ code }) => ({ tenantCode: code }),
  purgeTenant: async (tenant) => ({ tenantUuid: tenant.tenantUuid }),
};

/** The required fields of a schema filled in; arrays that may be empty stay so. */
async function fill(schema: Schema, name: string, tenant: TenantFixture): Promise<unknown> {
  if (isKnown(name) && name !== 'name' && name !== 'code' && isText(schema))
    return tenant.value(name);
  if (schema.anyOf?.[0]) return fill(schema.anyOf[0], name, tenant);
  if (schema.const !== undefined) return schema.const;
  const [example] = schema.examples ?? (schema.example === undefined ? [] : [schema.example]);
  if (example !== undefined) return example;
  if (schema.enum) return schema.enum[0];
  switch ([schema.type].flat()[0]) {
    case 'object': {
      const required = schema.required ?? [];
      const entries = required.map(
        async (key) =>
          [key, await fill(schema.properties?.[key] ?? {}, key, tenant)] as [string, unknown],
      );
      return Object.fromEntries(await Promise.all(entries));
    }
    case 'array':
      return Promise.all(
        Array.from({ length: schema.minItems ?? 0 }, () => fill(schema.items ?? {}, name, tenant)),
      );
    case 'boolean':
      return true;
    case 'integer':
    case 'number':
      return schema.minimum ?? 1;
    default:
      return sampleText(schema);
  }
}

function isText({ type, format }: Schema): boolean {
  return format === 'uuid' || [type].flat()[0] === 'string';
}

function sampleText({ format, minLength = 1 }: Schema): string {
  const samples: Record<string, string> = {
    uuid: randomUUID(),
    'date-time': '2035-03-01T10:00:00',
    'e-mail': `${randomUUID()}@example.com`,
    'past-date': '1985-02-28',
    'real-date': '2026-03-01',
    'country-alpha-3': 'CHL',
    'country-alpha-2': 'CL',
    country: 'CL',
    currency: 'CLP',
    'time-zone': 'America/Santiago',
    instant: '2026-03-01T00:00:00Z',
    moment: '2026-03-01T00:00:00Z',
  };
  return (
    samples[format ?? ''] ?? 'a sample text that is long enough'.slice(0, Math.max(12, minLength))
  );
}

/** A place in a body where a record is named. */
type Reference = { name: string; path: readonly (string | number)[] };

/** Every place in a schema where a record is named: fields that hold identifiers, and arrays of them. */
export function referencesIn(
  schema: Schema | undefined,
  path: readonly (string | number)[] = [],
): Reference[] {
  if (!schema) return [];
  const name = String(path.findLast((each) => typeof each === 'string') ?? '');
  if (schema.format === 'uuid') return [{ name, path }];
  const inside = Object.entries(schema.properties ?? {}).flatMap(([key, each]) =>
    referencesIn(each, [...path, key]),
  );
  const items = referencesIn(schema.items, [...path, 0]);
  const branches = (schema.anyOf ?? []).flatMap((each) => referencesIn(each, path));
  return [...inside, ...items, ...branches];
}

// Further fields that have to be stated for a reference to be read.
const beside: Readonly<Record<string, object>> = {
  organisationUuid: { memberType: 'ORGANISATION' },
  contactUuid: { memberType: 'CONTACT' },
  entityUuid: { entityType: 'CONTACT' },
};

/** References that can belong to another tenant. */
export const foreignable = ({ name }: Reference) => !commonNames.has(name);

/** The body with one place set; what leads there is made from the schema where it is missing. */
export async function withReference(
  operation: Operation,
  body: Json,
  { path }: Reference,
  value: string,
  tenant: TenantFixture,
): Promise<Json> {
  const copy = structuredClone(body);
  let here: Record<string | number, unknown> = copy;
  let schema: Schema = operation.body ?? {};
  for (const [at, key] of path.entries()) {
    schema = (typeof key === 'number' ? schema.items : schema.properties?.[key]) ?? {};
    if (at === path.length - 1) Object.assign(here, { [key]: value }, beside[key]);
    else {
      here[key] ??= [schema.type].flat()[0] === 'array' ? [] : await fill(schema, '', tenant);
      here = here[key] as Record<string | number, unknown>;
    }
  }
  return copy;
}

async function pairOfContacts(tenant: TenantFixture): Promise<Json> {
  const contactUuids = [await tenant.fresh('contactUuid'), await tenant.fresh('contactUuid')];
  return { contactUuids };
}
