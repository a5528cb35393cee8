import { expect, test } from 'vitest';
import type { Client } from '../test-support/client.ts';
import { contactInput } from '../test-support/contact-input.ts';
import { meetingWorld, uuidOf, withoutMailState } from '../test-support/meeting-world.ts';
import { world } from '../test-support/world.ts';

const w = await world();
const m = await meetingWorld(w);
const { admin, host, tenant } = m;
const { tenantUuid } = tenant;
const root = (await w.systemAdmin()).with({ 'x-tenant-uuid': tenantUuid });
await root.get('/api/contacts');

type Change = { by?: Client; path: string; body: object; also?: object; read?: string };

/** A change of each kind of record, and what else of it a second request states that is so already. */
async function changes(): Promise<Record<string, Change>> {
  const made = async (path: string, body: object, by = admin) => {
    const { status, body: record } = await by.post(path, body);
    expect(status, JSON.stringify(record)).toBeLessThan(300);
    return record;
  };
  const party = await made('/api/contacts', contactInput(tenantUuid, uuidOf(host)), host);
  const household = await made('/api/households', {
    name: 'Soto',
    relationshipManagerType: 'TENANT_STAFF',
    relationshipManagerUuid: uuidOf(host),
    accountNumbers: ['CL-1'],
    members: [{ memberType: 'CONTACT', contactUuid: party.contactUuid, isPrimary: true }],
  });
  const [member] = household.members;
  const at = `/api/households/${household.householdUuid}`;
  const organisation = await made('/api/organisations', { name: 'Araya SpA' });
  const partner = await made('/api/partners', { name: 'Socios' });
  const { path: meeting } = await m.meeting();
  const task = await made('/api/tasks', { title: 'Call', assigneeUuid: uuidOf(host) });
  const about = { entityType: 'CONTACT', entityUuid: party.contactUuid };
  const note = await made('/api/notes', { ...about, text: 'Prefers calls' }, host);
  const endpoint = await made('/api/webhook-endpoints', { url: 'https://hooks.example.com/a' });
  return {
    contact: {
      by: host,
      path: `/api/contacts/${party.contactUuid}`,
      body: {
        alias: 'Isa',
        contactManagerId: uuidOf(host).toUpperCase(),
        phoneNumber: { phoneCountryCode: '+56', phoneNumber: '9 1234 5678' },
        customFields: { b: [1, { c: 2 }], a: 1 },
        currentEmployment: { employerName: 'Uno', extra: true },
        annualIncome: '10.50',
        addresses: [],
      },
    },
    household: {
      path: at,
      body: { name: 'Soto Araya', isActive: true },
      also: { accountNumbersToLink: ['CL-1'], relationshipManagerUuid: uuidOf(host) },
    },
    member: {
      path: `${at}/members/${member.memberUuid}`,
      body: { relationshipType: 'SELF' },
      also: { isPrimary: true },
    },
    account: {
      path: `${at}/accounts/CL-1`,
      body: { custodian: 'Banco', currency: 'USD', marketValue: '10.5' },
    },
    meeting: { by: host, path: meeting, body: { title: 'Anual', description: 'Uno' } },
    staff: {
      path: `/api/tenant-staff/${uuidOf(m.colleague)}`,
      body: {
        jobPosition: 'Head of desk',
        contactPhone: { countryCode: '+56', number: '9 1234 5678' },
      },
      also: { isActive: true, legalResidence: 'cl' },
    },
    tenant: {
      by: root,
      path: `/api/tenants/${tenantUuid}`,
      body: { name: 'Andes Dos', code: 'ANDES-2' },
      also: { isActive: true },
    },
    organisation: {
      path: `/api/organisations/${organisation.organisationUuid}`,
      body: { legalName: 'Araya' },
      also: { isActive: true },
    },
    partner: {
      path: `/api/partners/${partner.partnerUuid}`,
      body: { name: 'Socias' },
      also: { isActive: true },
    },
    task: { path: `/api/tasks/${task.taskUuid}`, body: { title: 'Call again' } },
    note: { by: host, path: `/api/notes/${note.noteUuid}`, body: { text: 'Prefers mails' } },
    endpoint: {
      path: `/api/webhook-endpoints/${endpoint.endpointUuid}`,
      body: { description: 'Ours', eventTypes: ['contact.created'] },
      also: { isActive: true },
    },
    stages: {
      path: '/api/core/platformconfigs/v1/contacts/stages',
      body: [{ value: 'LEAD', label: 'Lead' }] as unknown as object,
    },
    security: { path: `/api/tenants/${tenantUuid}/security`, body: { idleMinutes: 45 } },
    calendars: { path: '/api/v1/calendar/settings', body: { clientNames: 'HIDDEN' } },
    me: { by: host, path: '/api/auth/me', body: { timeZone: 'UTC' } },
  };
}

/** Leaves out what became of a meeting's mails, which may be sent at any moment. */
// biome-ignore lint/suspicious/noExplicitAny: a test reads whatever came back
const settled = (body: any) => (body.participants ? withoutMailState(body) : body);

const count = async () => {
  const [row] = await w.db.asPlatform(
    (tx) => tx<[{ count: number }]>`select count(*) from events where tenant_uuid = ${tenantUuid}`,
  );
  return Number(row.count);
};

/** Kinds whose requests state all of it. */
const isWhole = new Set(['tenant', 'calendars']);

test('a PUT that changes nothing of a record records nothing, and answers the same', async () => {
  const faults: string[] = [];
  for (const [kind, { by = admin, path, body, also = {} }] of Object.entries(await changes())) {
    const before = await count();
    const first = await by.put(path, body);
    expect([kind, first.status, first.body.errors]).toEqual([kind, 200, undefined]);
    if ((await count()) === before) faults.push(`${kind}: a change is not recorded`);
    const after = await count();
    const repeated = Array.isArray(body) ? body : { ...body, ...also };
    for (const same of Array.isArray(body) ? [body] : [repeated, {}, body]) {
      const again = await by.put(path, isWhole.has(kind) ? { ...body, ...same } : same);
      expect([kind, again.status, settled(again.body)]).toEqual([kind, 200, settled(first.body)]);
    }
    if ((await count()) !== after) faults.push(`${kind}: no change is recorded`);
  }
  expect(faults).toEqual([]);
});

test('addresses that are as stated are no change, and primary ones stay it', async () => {
  const path = `/api/contacts/${m.contactUuid}`;
  const one = { streetName: 'Uno', contactAddressType: 'SALES', isPrimary: true };
  const { body } = await host.put(path, { addresses: [one, { streetName: 'Dos' }] });
  const before = await count();
  const again = await host.put(path, { addresses: body.addresses });
  expect([again.status, again.body, await count()]).toEqual([200, body, before]);
  const [first, second] = body.addresses;
  const swapped = await host.put(path, {
    addresses: [
      { ...first, contactAddressType: 'COMPLIANCE' },
      { ...second, isPrimary: true },
    ],
  });
  expect(swapped.body.addresses).toMatchObject([
    { contactAddressType: 'COMPLIANCE', isPrimary: true },
    { contactAddressType: 'SALES', isPrimary: true },
  ]);
  expect(await count()).toBe(before + 1);
});
