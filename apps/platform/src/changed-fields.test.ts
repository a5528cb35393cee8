import { expect, test } from 'vitest';
import { contactInput } from '../test-support/contact-input.ts';
import { staffInput } from '../test-support/staff-input.ts';
import { world } from '../test-support/world.ts';

const w = await world();
const tenant = await w.tenant();
const admin = await tenant.as('TENANT_ADMIN');
const { tenantStaffUuid: managerUuid } = await tenant.staff();

async function contact(): Promise<string> {
  const { body } = await admin.post('/api/contacts', contactInput(tenant.tenantUuid, managerUuid));
  return body.contactUuid;
}

/** Returns the attributes of the newest event of a kind. */
async function newest(eventType: string): Promise<Record<string, string>> {
  const { body } = await admin.get(`/api/audit?eventType=${eventType}&size=1`);
  return body.content[0].attributes;
}

test('a change of a contact tells the names of what differs, sorted, and where its stage and type moved', async () => {
  const path = `/api/contacts/${await contact()}`;
  await admin.put(path, { displayName: 'Elisa', alias: 'E' });
  expect((await newest('contact.updated')).changedFields).toBe('alias,displayName');
  await admin.put(path, { displayName: 'Elisa', alias: 'F' });
  expect((await newest('contact.updated')).changedFields).toBe('alias');
  const recorded = async () =>
    (await admin.get('/api/audit?eventType=contact.updated&size=200')).body.content.length;
  const before = await recorded();
  await admin.put(path, { alias: 'F' });
  expect(await recorded()).toBe(before);

  const { body: stages } = await admin.get('/api/core/platformconfigs/v1/contacts/stages');
  await admin.put(path, { stageName: stages[1].value });
  expect(await newest('contact.updated')).toMatchObject({
    changedFields: 'stageName',
    stageName: stages[1].value,
  });
  expect(await newest('contact.updated')).not.toHaveProperty('fromStageName');
  await admin.put(path, { stageName: stages[2].value, contactType: 'ACTIVE' });
  expect(await newest('contact.updated')).toMatchObject({
    stageName: stages[2].value,
    fromStageName: stages[1].value,
    contactType: 'ACTIVE',
    fromContactType: 'PROSPECT',
  });
  await admin.put(path, { stageName: stages[2].value, contactType: 'ACTIVE', alias: 'G' });
  for (const name of ['stageName', 'fromStageName', 'contactType', 'fromContactType'])
    expect(await newest('contact.updated')).not.toHaveProperty(name);
  await admin.put(path, { stageName: null });
  const left = await newest('contact.updated');
  expect(left.fromStageName).toBe(stages[2].value);
  expect(left).not.toHaveProperty('stageName');

  const { tenantStaffUuid: other } = await tenant.staff();
  await admin.put(path, { contactManagerId: other });
  expect((await newest('contact.updated')).changedFields).toBe('contactManagerId');
  await admin.put(path, { contactManagerEntityUuid: managerUuid });
  expect((await newest('contact.updated')).changedFields).toBe('contactManagerEntityUuid');
  const address = { country: 'CHL', city: 'Santiago', contactAddressType: 'SALES' };
  await admin.put(path, { addresses: [address] });
  expect((await newest('contact.updated')).changedFields).toBe('addresses');
});

test('so do changes of staff, households, meetings and the tenant', async () => {
  const { tenantStaffUuid } = await tenant.staff(staffInput(tenant.tenantUuid));
  await admin.put(`/api/tenant-staff/${tenantStaffUuid}`, {
    jobPosition: 'Head',
    contactPhone: { countryCode: '+56', number: '998877665' },
    firstName: 'Olga',
  });
  expect((await newest('staff.updated')).changedFields).toBe('contactPhone,firstName,jobPosition');

  const { body: household } = await admin.post('/api/households', {
    name: 'Araya',
    relationshipManagerType: 'TENANT_STAFF',
    relationshipManagerUuid: managerUuid,
  });
  await admin.put(`/api/households/${household.householdUuid}`, {
    name: 'Araya Soto',
    relationshipManagerUuid: tenantStaffUuid,
    accountNumbersToLink: ['A-1'],
    membersToAdd: [{ memberType: 'CONTACT', contactUuid: await contact() }],
  });
  expect((await newest('household.updated')).changedFields).toBe(
    'accountNumbers,members,name,relationshipManagerUuid',
  );
  await admin.put(`/api/households/${household.householdUuid}/accounts/A-1`, { currency: 'CLP' });
  expect((await newest('household.updated')).changedFields).toBe('accounts');

  const { body: meeting } = await admin.post('/api/v1/meetings', {
    title: 'Review',
    startDateTime: '2030-05-06T10:00',
    endDateTime: '2030-05-06T11:00',
    timezone: 'America/Santiago',
    locationType: 'ONLINE',
  });
  await admin.put(`/api/v1/meetings/${meeting.meetingUuid}`, {
    title: 'Annual review',
    endDateTime: '2030-05-06T11:30',
    staffIds: [managerUuid],
  });
  expect((await newest('meeting.updated')).changedFields).toBe('endDateTime,participants,title');

  const root = await w.systemAdmin();
  const { name, code } = (await root.get(`/api/tenants/${tenant.tenantUuid}`)).body;
  await root.put(`/api/tenants/${tenant.tenantUuid}`, { name: `${name} SA`, code });
  expect((await newest('tenant.updated')).changedFields).toBe('name');
});

test('lists of the firm and settings of calendars tell that they were changed', async () => {
  await admin.put('/api/core/platformconfigs/v1/contacts/sources', [{ value: 'FAIR' }]);
  expect(await newest('config.updated')).toEqual({ list: 'sources', entryCount: '1' });
  await admin.put('/api/v1/calendar/settings', { clientNames: 'HIDDEN' });
  expect(await newest('calendar.settings_updated')).toEqual({ clients: 'HIDDEN' });
});
