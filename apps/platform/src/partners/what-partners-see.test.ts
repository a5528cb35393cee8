import { beforeEach, describe, expect, test } from 'vitest';
import type { Client } from '../../test-support/client.ts';
import { contactInput } from '../../test-support/contact-input.ts';
import { uuidOf } from '../../test-support/meeting-world.ts';
import { staffInput } from '../../test-support/staff-input.ts';
import { world } from '../../test-support/world.ts';

const w = await world();
let tenant: Awaited<ReturnType<typeof w.tenant>>;
let admin: Client;
let adviser: Client;
let partner: Awaited<ReturnType<typeof newPartner>>;
let other: Awaited<ReturnType<typeof newPartner>>;

async function newPartner(name: string) {
  const { body } = await admin.post('/api/partners', { name });
  const { partnerUuid } = body;
  const input = { ...staffInput(tenant.tenantUuid), partnerUuid };
  const { body: member } = await admin.post('/api/tenant-staff', input);
  const staff = await tenant.as('PARTNER_STAFF', partnerUuid);
  return { partnerUuid, managerUuid: member.tenantStaffUuid as string, staff };
}

beforeEach(async () => {
  tenant = await w.tenant();
  [admin, adviser] = [await tenant.as('TENANT_ADMIN'), await tenant.as('TENANT_STAFF')];
  [partner, other] = [await newPartner('Cordillera'), await newPartner('Pacífico')];
});

async function contactOf(managerUuid: string) {
  const { body } = await admin.post('/api/contacts', contactInput(tenant.tenantUuid, managerUuid));
  return body.contactUuid as string;
}

async function householdOf(
  manager: { type: 'TENANT_STAFF' | 'PARTNER_STAFF'; uuid: string },
  contactUuids: string[],
) {
  const { status, body } = await admin.post('/api/households', {
    name: 'Familia Rojas',
    relationshipManagerType: manager.type,
    relationshipManagerUuid: manager.uuid,
    accountNumbers: ['CH-1001'],
    members: contactUuids.map((contactUuid) => ({ memberType: 'CONTACT', contactUuid })),
  });
  expect([status, body.errors]).toEqual([201, undefined]);
  return body.householdUuid as string;
}

const ofPartner = ({ managerUuid }: { managerUuid: string }) =>
  ({ type: 'PARTNER_STAFF', uuid: managerUuid }) as const;

describe('Partner staff', () => {
  test('learn of no household that they do not see, by no answer about contacts and accounts', async () => {
    const shared = await contactOf(partner.managerUuid);
    const seen = await householdOf(ofPartner(partner), [shared]);
    const hidden = [
      await householdOf({ type: 'TENANT_STAFF', uuid: uuidOf(adviser) }, [shared]),
      await householdOf(ofPartner(other), [shared]),
    ];
    const contact = `/api/contacts/${shared}`;
    const household = `/api/households/${seen}`;
    const reads = (by: Client) =>
      Promise.all([
        by.get(contact),
        by.get('/api/contacts'),
        by.get('/api/contacts?searchTerm=a'),
        by.post('/api/v2/contacts', {}),
        by.post('/api/v2/contacts/export', {}, { accept: 'text/csv' }),
        by.put(`/api/contacts/${shared}`, { alias: 'x' }),
        by.get(`${household}/accounts`),
        by.get(`${household}/detail`),
        by.put(`${household}/accounts/CH-1001`, { custodian: 'Pershing' }),
      ]);
    for (const { status, body } of await reads(admin)) {
      expect(status).toBe(200);
      const text = JSON.stringify(body);
      if (text.includes('ouseholdUuids')) expect(text).toContain(hidden[0]);
    }
    for (const { status, body } of await reads(partner.staff)) {
      expect(status).toBe(200);
      for (const uuid of hidden) expect(JSON.stringify(body)).not.toContain(uuid);
    }
    expect((await partner.staff.get(contact)).body.householdUuids).toEqual([seen]);
  });

  test('find a member whom they do not see by the name that the list shows, by nothing else', async () => {
    const hidden = await contactOf(other.managerUuid);
    const household = await householdOf(ofPartner(partner), [hidden]);
    const { body } = await admin.get(`/api/contacts/${hidden}`);
    const found = async (by: Client, searchTerm: string) => {
      const query = new URLSearchParams({ searchTerm });
      return (await by.get(`/api/households/${household}/members?${query}`)).body.length;
    };
    expect([await found(admin, body.preferredEmail), await found(admin, body.firstName)]).toEqual([
      1, 1,
    ]);
    expect(await found(partner.staff, body.preferredEmail)).toBe(0);
    expect(await found(partner.staff, body.firstName)).toBe(1);
  });

  test('read a member of their household whose record they do not see by name only', async () => {
    const [own, foreign] = [await contactOf(partner.managerUuid), await contactOf(uuidOf(adviser))];
    const household = `/api/households/${await householdOf(ofPartner(partner), [own, foreign])}`;
    expect((await partner.staff.get(`/api/contacts/${foreign}`)).status).toBe(404);
    const members = (await partner.staff.get(`${household}/members`)).body;
    const shown = (list: { contactUuid: string; contact: unknown; displayName: string }[]) =>
      list.map(({ contactUuid, contact, displayName }) => [
        contactUuid,
        contact !== null,
        displayName !== '',
      ]);
    const expected = [
      [own, true, true],
      [foreign, false, true],
    ];
    expect(shown(members)).toEqual(expected);
    expect(shown((await partner.staff.get(`${household}/detail`)).body.members)).toEqual(expected);
    const [, second] = members;
    const one = await partner.staff.get(`${household}/members/${second.memberUuid}`);
    expect(one.body.contact).toBeNull();
    const all = (await admin.get(`${household}/members`)).body;
    expect(all.every(({ contact }: { contact: unknown }) => contact !== null)).toBe(true);
  });
});

describe('An event', () => {
  const partnersOf = async (entityId: string) => {
    const rows = await w.db.asPlatform(
      (tx) => tx<{ eventType: string; partnerUuid: string | null }[]>`
        select event_type, attributes->>'partnerUuid' as partner_uuid from events
         where entity_id = ${entityId} order by event_uuid`,
    );
    return rows.map(({ eventType, partnerUuid }) => [eventType, partnerUuid]);
  };

  test('carries the partner of the record’s manager as of then', async () => {
    const contact = await contactOf(partner.managerUuid);
    const path = `/api/contacts/${contact}`;
    await admin.put(path, { alias: 'x' });
    await admin.put(path, { contactManagerId: other.managerUuid });
    await admin.put(path, { contactManagerId: uuidOf(adviser) });
    expect(await partnersOf(contact)).toEqual([
      ['contact.created', partner.partnerUuid],
      ['contact.updated', partner.partnerUuid],
      ['contact.updated', other.partnerUuid],
      ['contact.updated', null],
    ]);
    const household = await householdOf(ofPartner(partner), []);
    expect(await partnersOf(household)).toEqual([['household.created', partner.partnerUuid]]);
    expect(await partnersOf(partner.managerUuid)).toEqual([['staff.created', partner.partnerUuid]]);
  });

  test('else carries that of the actor', async () => {
    const organisation = { name: 'Inversiones Sur' };
    const [mine, theirs] = [
      await partner.staff.post('/api/organisations', organisation),
      await adviser.post('/api/organisations', organisation),
    ];
    expect(await partnersOf(mine.body.organisationUuid)).toEqual([
      ['organisation.created', partner.partnerUuid],
    ]);
    expect(await partnersOf(theirs.body.organisationUuid)).toEqual([
      ['organisation.created', null],
    ]);
  });
});
