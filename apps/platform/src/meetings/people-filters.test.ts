import { expect, test } from 'vitest';
import { meetingWorld, uuidOf } from '../../test-support/meeting-world.ts';
import { world } from '../../test-support/world.ts';

const w = await world();
const m = await meetingWorld(w);
const { admin, host, colleague } = m;
const { body: partner } = await admin.post('/api/partners', { name: 'Socios' });
const partnerManager = await m.tenant.staff({ partnerUuid: partner.partnerUuid });
const partnerStaff = await m.tenant.as('PARTNER_STAFF', partner.partnerUuid);

const sister = await m.contact();
const household = async (changes: object) => {
  const { status, body } = await admin.post('/api/households', {
    name: 'Familia Soto',
    relationshipManagerType: 'TENANT_STAFF',
    relationshipManagerUuid: uuidOf(host),
    isActive: true,
    members: [{ memberType: 'CONTACT', contactUuid: sister }],
    ...changes,
  });
  expect(status).toBe(201);
  return body.householdUuid as string;
};
const householdUuid = await household({});
const ofPartner = await household({
  relationshipManagerType: 'PARTNER_STAFF',
  relationshipManagerUuid: partnerManager.tenantStaffUuid,
});

const nobody = { contactIds: [], staffIds: [], externalAttendees: [] };
await m.meeting({ ...nobody, title: 'Alone' });
const answered = await m.meeting({ ...nobody, title: 'Colleague', staffIds: [uuidOf(colleague)] });
await colleague.put(`${answered.path}/rsvp`, { status: 'ACCEPTED' });
await m.meeting({ ...nobody, title: 'Both', contactIds: [sister], staffIds: [uuidOf(colleague)] });
const canceled = await m.meeting({ ...nobody, title: 'Sister', contactIds: [sister] });
await host.post(`${canceled.path}/cancel`);

const one = (field: string, operator: string, value?: unknown) => ({ field, operator, value });
const found = async (filters: object[], by = host) => {
  const { status, body } = await by.post('/api/v2/meetings', { filters });
  expect(status, JSON.stringify(body)).toBe(200);
  return body.content.map(({ title }: { title: string }) => title).sort();
};

test.each<[string, () => object[], string[]]>([
  [
    'a colleague',
    () => [one('participantUuid', 'EQUALS', uuidOf(colleague))],
    ['Both', 'Colleague'],
  ],
  ['a contact', () => [one('participantUuid', 'EQUALS', sister)], ['Both', 'Sister']],
  [
    'neither',
    () =>
      [one('participantUuid', 'NOT_IN', undefined)].map((each) => ({
        ...each,
        values: [sister, uuidOf(colleague)],
      })),
    ['Alone'],
  ],
  ['not one person', () => [one('participantUuid', 'NOT_EQUALS', sister)], ['Alone', 'Colleague']],
  [
    'one of two',
    () => [{ field: 'participantUuid', operator: 'IN', values: [sister, uuidOf(colleague)] }],
    ['Both', 'Colleague', 'Sister'],
  ],
  [
    'two at once',
    () => [
      one('participantUuid', 'EQUALS', sister),
      one('participantUuid', 'EQUALS', uuidOf(colleague)),
    ],
    ['Both'],
  ],
  ['nobody', () => [one('participantUuid', 'IS_NULL')], ['Alone']],
  ['anybody', () => [one('participantUuid', 'IS_NOT_NULL')], ['Both', 'Colleague', 'Sister']],
  ['a household', () => [one('householdUuid', 'EQUALS', householdUuid)], ['Both', 'Sister']],
  ['no household', () => [one('householdUuid', 'IS_NULL')], ['Alone', 'Colleague']],
  ['an answer', () => [one('rsvpStatus', 'EQUALS', 'ACCEPTED')], ['Colleague']],
  ['no answer yet', () => [one('rsvpStatus', 'EQUALS', 'UNKNOWN')], ['Both', 'Sister']],
  ['a part of an answer', () => [one('rsvpStatus', 'CONTAINS', 'cep')], ['Colleague']],
  [
    'the state of the sync',
    () => [
      one('externalSyncStatus', 'EQUALS', 'NOT_APPLICABLE'),
      one('rsvpStatus', 'IN', ['ACCEPTED']),
    ],
    ['Colleague'],
  ],
  [
    'the host',
    () => [one('hostUuid', 'EQUALS', uuidOf(host)), one('status', 'EQUALS', 'CANCELED')],
    ['Sister'],
  ],
])('meetings are found by %s', async (_what, filters, expected) => {
  expect(await found(filters())).toEqual(expected);
});

test('who was removed from a meeting or a household finds it no more', async () => {
  const other = await m.contact();
  const home = await household({ members: [{ memberType: 'CONTACT', contactUuid: other }] });
  const meeting = await m.meeting({ ...nobody, title: 'Once', contactIds: [other] });
  const byPerson = [one('participantUuid', 'EQUALS', other)];
  const byHousehold = [one('householdUuid', 'EQUALS', home)];
  expect([await found(byPerson), await found(byHousehold)]).toEqual([['Once'], ['Once']]);
  const { body } = await admin.get(`/api/households/${home}/members`);
  await admin.delete(`/api/households/${home}/members/${body[0].memberUuid}`);
  expect([await found(byPerson), await found(byHousehold)]).toEqual([['Once'], []]);
  await host.put(meeting.path, { contactIds: [] });
  expect(await found(byPerson)).toEqual([]);
  await host.post(`${meeting.path}/cancel`);
});

test('nobody learns by a filter of households that they do not see', async () => {
  const seen = await m.contact({ contactManagerId: partnerManager.tenantStaffUuid });
  await admin.post(`/api/households/${ofPartner}/members`, {
    memberType: 'CONTACT',
    contactUuid: seen,
  });
  await admin.post(`/api/households/${householdUuid}/members`, {
    memberType: 'CONTACT',
    contactUuid: seen,
  });
  const invited = await m.meeting(
    { ...nobody, title: 'Invited', contactIds: [seen] },
    partnerStaff,
  );
  const of = (uuid: string, by = partnerStaff) => found([one('householdUuid', 'EQUALS', uuid)], by);
  expect([await of(householdUuid), await of(ofPartner)]).toEqual([[], ['Invited']]);
  const sees = await found([one('householdUuid', 'IS_NOT_NULL')], m.client);
  expect(sees).toEqual([]);
  await partnerStaff.post(`${invited.path}/cancel`);
});

test('people, answers and households have values, and no order', async () => {
  const values = async (field: string) =>
    (await host.post('/api/v2/meetings/filter-values', { field })).body;
  expect(await values('rsvpStatus')).toMatchObject({ values: ['ACCEPTED', 'UNKNOWN'], total: 2 });
  expect((await values('participantUuid')).values.sort()).toEqual(
    [sister, uuidOf(colleague)].sort(),
  );
  const filters = [one('participantUuid', 'EQUALS', uuidOf(colleague))];
  const narrowed = await host.post('/api/v2/meetings/filter-values', { field: 'title', filters });
  expect(narrowed.body.values).toEqual(['Both', 'Colleague']);
  for (const field of ['participantUuid', 'rsvpStatus', 'householdUuid']) {
    const { status, body } = await host.post('/api/v2/meetings', { sort: [`${field},asc`] });
    expect([status, body.errors[0].field]).toEqual([400, 'sort']);
  }
});

test.each([
  [one('participantUuid', 'EQUALS', 'ana'), 'filters[0].value'],
  [one('householdUuid', 'CONTAINS', 'a'), 'filters[0].operator'],
  [one('rsvpStatus', 'EQUALS', 5), 'filters[0].value'],
])('refuses %j', async (filter, field) => {
  const { status, body } = await host.post('/api/v2/meetings', { filters: [filter] });
  expect([status, body.errors[0].field]).toEqual([400, field]);
});
