import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { meetingWorld, uuidOf } from '../../test-support/meeting-world.ts';
import { world } from '../../test-support/world.ts';
import { system } from '../database/principal.ts';

const w = await world();
let m: Awaited<ReturnType<typeof meetingWorld>>;
let from: string;
let to: string;
let path: string;
beforeEach(async () => {
  m = await meetingWorld(w);
  [from, to] = [uuidOf(m.host), uuidOf(m.stranger)];
  path = `/api/tenant-staff/${from}/transfer`;
});

const transfer = (body: object = {}, by = m.admin, at = path) =>
  by.post(at, { toStaffUuid: to, ...body });
const household = async (changes: object = {}) => {
  const { status, body } = await m.admin.post('/api/households', {
    name: 'Familia Soto',
    relationshipManagerType: 'TENANT_STAFF',
    relationshipManagerUuid: from,
    ...changes,
  });
  expect(status).toBe(201);
  return body.householdUuid as string;
};
const managerOf = async (contactUuid: string) =>
  (await m.admin.get(`/api/contacts/${contactUuid}`)).body.contactManagerEntityUuid;
const leaderOf = async (householdUuid: string) =>
  (await m.admin.get(`/api/households/${householdUuid}`)).body.relationshipManagerUuid;
const task = async (changes: object = {}) => {
  const { status, body } = await m.admin.post('/api/tasks', {
    title: 'Call',
    assigneeUuid: from,
    ...changes,
  });
  expect(status).toBe(201);
  return body.taskUuid as string;
};
const assigneeOf = async (taskUuid: string) =>
  (await m.admin.get(`/api/tasks/${taskUuid}`)).body.assigneeUuid;
const eventsOf = () =>
  w.db.asPlatform(
    (tx) => tx`
      select event_type, entity_type, entity_id, attributes from events
       where tenant_uuid = ${m.tenant.tenantUuid} order by event_uuid`,
  );

test('a book goes over as a whole, and the dry run says so before without moving anything', async () => {
  const [ana, ben, gone] = [m.contactUuid, await m.contact(), await m.contact()];
  await m.admin.delete(`/api/contacts/${gone}`);
  const others = await m.contact({ contactManagerId: uuidOf(m.colleague) });
  const [home, asleep] = [await household(), await household({ isActive: false })];
  const meeting = await m.meeting();
  const canceled = await m.meeting();
  await m.host.post(`${canceled.path}/cancel`);
  const past = await m.meeting({
    startDateTime: '2020-01-01T10:00:00',
    endDateTime: '2020-01-01T11:00:00',
  });
  const [open, done] = [await task(), await task()];
  await m.admin.post(`/api/tasks/${done}/complete`);

  const before = (await eventsOf()).length;
  const dry = await transfer({ dryRun: true });
  expect([dry.status, dry.body]).toEqual([
    200,
    { dryRun: true, contacts: 2, households: 2, meetings: 1 },
  ]);
  expect([await managerOf(ana), await leaderOf(home), await assigneeOf(open)]).toEqual(
    Array(3).fill(from),
  );
  expect(await eventsOf()).toHaveLength(before);

  const done1 = await transfer();
  expect([done1.status, done1.body]).toEqual([200, { ...dry.body, dryRun: false }]);
  expect([
    await managerOf(ana),
    await managerOf(ben),
    await leaderOf(home),
    await leaderOf(asleep),
    await assigneeOf(open),
  ]).toEqual(Array(5).fill(to));
  expect(await managerOf(others)).toBe(uuidOf(m.colleague));
  expect(await assigneeOf(done)).toBe(from);
  const hosts = async (each: { path: string }) => (await m.admin.get(each.path)).body.hostUuid;
  expect([await hosts(meeting), await hosts(canceled), await hosts(past)]).toEqual([
    to,
    from,
    from,
  ]);
  expect((await m.stranger.get(meeting.path)).body).toMatchObject({
    hostUuid: to,
    hostType: 'TENANT_STAFF',
    canEdit: true,
    externalSyncStatus: 'NOT_APPLICABLE',
  });

  const types = (await eventsOf()).slice(before).map(({ eventType }) => eventType);
  expect(types.toSorted()).toEqual(
    [
      ...Array(2).fill('contact.updated'),
      ...Array(2).fill('household.updated'),
      'meeting.updated',
      'task.updated',
      'staff.book_transferred',
    ].toSorted(),
  );
  expect((await eventsOf()).at(-1)).toMatchObject({
    eventType: 'staff.book_transferred',
    entityType: 'STAFF',
    entityId: from,
    attributes: {
      toStaffUuid: to,
      contactCount: '2',
      householdCount: '2',
      meetingCount: '1',
      taskCount: '1',
    },
  });
  expect((await transfer()).body).toMatchObject({ contacts: 0, households: 0, meetings: 0 });
  expect(await w.unrecorded(['households'])).toEqual([]);
});

test('participants are told of the new host once, and nobody of a cancellation', async () => {
  const { meetingUuid, participants } = await m.meeting();
  const mails = () =>
    w.mails.filter(({ calendar }) => calendar?.content.replace(/\r\n /g, '').includes(meetingUuid));
  await expect.poll(() => mails().length).toBe(3);
  await transfer({ dryRun: true });
  await transfer();
  await expect.poll(() => mails().length).toBe(6);
  const news = mails().slice(3);
  expect(news.map(({ to: reader }) => reader).sort()).toEqual(
    participants.map(({ email }: { email: string }) => email).sort(),
  );
  const { body } = await m.admin.get(`/api/tenant-staff/${to}`);
  for (const { text, calendar } of news) {
    expect(text).toContain(`${body.firstName} ${body.paternalLastName}`);
    expect([calendar?.method, calendar?.content]).toEqual([
      'REQUEST',
      expect.stringContaining('SEQUENCE:1'),
    ]);
  }
});

test('a new host who is invited stays so and gets no mail about it', async () => {
  const meeting = await m.meeting();
  await transfer({ toStaffUuid: uuidOf(m.colleague) });
  const mails = await w.db.asPlatform(
    (tx) => tx`select p.entity_uuid from mails i
                 join meeting_participants p on p.participant_uuid = i.thread_uuid
                where p.meeting_uuid = ${meeting.meetingUuid} and i.about ->> 'sequence' = '1'`,
  );
  expect(mails.map(({ entityUuid }) => entityUuid).toSorted()).toEqual(
    [m.contactUuid, null].toSorted(),
  );
  expect((await m.colleague.get(meeting.path)).body.attendeeCount).toBe(3);
});

test('with a list only what it names moves, and no meetings or tasks', async () => {
  const [ana, ben] = [m.contactUuid, await m.contact()];
  const home = await household();
  const meeting = await m.meeting();
  const open = await task();
  const moved = await transfer({ contactUuids: [ana.toUpperCase(), ana] });
  expect(moved.body).toEqual({ dryRun: false, contacts: 1, households: 0, meetings: 0 });
  expect([await managerOf(ana), await managerOf(ben), await leaderOf(home)]).toEqual([
    to,
    from,
    from,
  ]);
  expect((await m.admin.get(meeting.path)).body.hostUuid).toBe(from);
  expect(await assigneeOf(open)).toBe(from);
  const nothing = await transfer({ contactUuids: [], householdUuids: [] });
  expect(nothing.body).toEqual({ dryRun: false, contacts: 0, households: 0, meetings: 0 });
  const led = await transfer({ householdUuids: [home], contactUuids: null, dryRun: null });
  expect(led.body).toEqual({ dryRun: false, contacts: 0, households: 1, meetings: 0 });
});

test('a record of somebody else is named, and nothing moves', async () => {
  const other = await m.contact({ contactManagerId: to });
  const foreign = await household({ relationshipManagerUuid: to });
  for (const dryRun of [true, false]) {
    const { status, body } = await transfer({
      dryRun,
      contactUuids: [m.contactUuid, other, randomUUID()],
      householdUuids: [foreign],
    });
    expect(status).toBe(400);
    expect(body.errors.map(({ field }: { field: string }) => field)).toEqual([
      'contactUuids[1]',
      'contactUuids[2]',
      'householdUuids[0]',
    ]);
  }
  expect(await managerOf(m.contactUuid)).toBe(from);
});

test('a book is taken from people who left, and given to active people of the firm only', async () => {
  const staffUuidToDelete = from;
  await m.admin.delete(`/api/tenant-staff/${from}`, { staffUuidToDelete });
  const stranger = await (await w.tenant()).as('TENANT_STAFF');
  await m.admin.put(`/api/tenant-staff/${uuidOf(m.colleague)}`, { isActive: false });
  for (const toStaffUuid of [uuidOf(m.colleague), uuidOf(stranger), randomUUID(), from]) {
    const { status, body } = await transfer({ toStaffUuid });
    expect([status, body.errors[0].field]).toEqual([400, 'toStaffUuid']);
  }
  expect((await transfer()).body).toMatchObject({ contacts: 1 });
  const unknown = `/api/tenant-staff/${randomUUID()}/transfer`;
  expect((await transfer({}, m.admin, unknown)).status).toBe(404);
  const foreignAdmin = await (await w.tenant()).as('TENANT_ADMIN');
  expect((await transfer({}, foreignAdmin)).status).toBe(404);
  expect((await transfer({}, m.colleague)).status).toBe(403);
  expect((await transfer({}, m.stranger)).status).toBe(403);
  const root = (await w.systemAdmin()).with({ 'x-tenant-uuid': m.tenant.tenantUuid });
  expect((await transfer({}, root)).status).toBe(200);
});

test('partner staff lead households and host meetings as such, and their partner sees the events', async () => {
  const { body: partner } = await m.admin.post('/api/partners', { name: 'Socios' });
  const { partnerUuid } = partner;
  const { tenantStaffUuid } = await m.tenant.staff({ partnerUuid });
  const home = await household();
  const meeting = await m.meeting();
  expect((await transfer({ toStaffUuid: tenantStaffUuid })).status).toBe(200);
  expect((await m.admin.get(`/api/households/${home}`)).body).toMatchObject({
    relationshipManagerUuid: tenantStaffUuid,
    relationshipManagerType: 'PARTNER_STAFF',
  });
  expect((await m.admin.get(meeting.path)).body.hostType).toBe('PARTNER_STAFF');
  const events = await eventsOf();
  expect(
    events.findLast(({ eventType }) => eventType === 'household.updated')?.attributes,
  ).toMatchObject({ changedFields: 'relationshipManagerType,relationshipManagerUuid' });
  for (const type of ['contact.updated', 'household.updated', 'meeting.updated'])
    expect(events.findLast(({ eventType }) => eventType === type)?.attributes).toMatchObject({
      partnerUuid,
    });
});

test('a meeting that somebody outside organizes stays where it is', async () => {
  const { meetingUuid, path: at } = await m.meeting();
  await w.db.asTenant(
    m.tenant.tenantUuid,
    system,
    (tx) => tx`update meetings set externally_organized = true where meeting_uuid = ${meetingUuid}`,
  );
  expect((await transfer()).body.meetings).toBe(0);
  expect((await m.admin.get(at)).body.hostUuid).toBe(from);
});

test('of two takers at once each record goes to one, and is counted once', async () => {
  for (let count = 0; count < 5; count += 1) await m.contact();
  const answers = await Promise.all(
    [to, uuidOf(m.colleague)].map((toStaffUuid) => transfer({ toStaffUuid })),
  );
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  expect(answers.reduce((sum, { body }) => sum + body.contacts, 0)).toBe(6);
});

test('personal events stay their host’s, also when an administrator hands over the own book', async () => {
  const meeting = await m.meeting({}, m.admin);
  await m.meeting({}, m.admin);
  await w.db.asPlatform(
    (tx) => tx`update meetings set is_personal = true where meeting_uuid = ${meeting.meetingUuid}`,
  );
  const own = `/api/tenant-staff/${uuidOf(m.admin)}/transfer`;
  const found = { contacts: 0, households: 0, meetings: 1 };
  expect((await transfer({ dryRun: true }, m.admin, own)).body).toMatchObject(found);
  const moved = await transfer({}, m.admin, own);
  expect([moved.status, moved.body]).toEqual([200, { ...found, dryRun: false }]);
  expect((await m.admin.get(meeting.path)).body.hostUuid).toBe(uuidOf(m.admin));
});
