import { expect, test } from 'vitest';
import { calendarWorld, patience } from '../../../test-support/calendar-world.ts';
import { contactInput } from '../../../test-support/contact-input.ts';
import { dated } from '../../../test-support/dated.ts';

const w = await calendarWorld();
const times = { start: dated('2027-03-10T10:00'), end: dated('2027-03-10T11:00') };
const range = {
  startDateTime: dated('2027-03-10T00:00:00'),
  endDateTime: dated('2027-03-11T00:00:00'),
  timezone: 'America/Santiago',
};

/** The types of the events that are recorded of a meeting. */
const recorded = async (meetingUuid: string) => {
  const rows = await w.db.asPlatform(
    (tx) => tx<{ eventType: string }[]>`
      select event_type from events where entity_id = ${meetingUuid} order by event_uuid`,
  );
  return rows.map(({ eventType }) => eventType);
};

test('an event of the own life is there for its host alone and takes time for everybody', async () => {
  const { tenant, staff, person, onlyMeeting, read, path, pull } = await w.staffWithCalendar('a');
  await pull();
  person.create({
    title: 'Dentist',
    ...times,
    attendees: ['friend@outside.example'],
  });
  const { meetingUuid, ...seen } = await onlyMeeting();
  expect(seen).toMatchObject({ title: 'Dentist', isPersonal: true, canEdit: true });
  const admin = await tenant.as('TENANT_ADMIN');
  for (const other of [admin, await tenant.as('TENANT_STAFF')]) {
    expect((await other.get(path(meetingUuid))).status).toBe(404);
    expect((await other.put(path(meetingUuid), { isPersonal: false })).status).toBe(404);
    expect((await other.post(`${path(meetingUuid)}/cancel`)).status).toBe(404);
    expect((await other.get(`${path(meetingUuid)}/sync-history`)).status).toBe(404);
  }
  const all = await admin.post('/api/v2/meetings', {});
  expect(all.body.content).toEqual([]);

  const userUuid = staff.identity['x-user-id'];
  const busy = await admin.post('/api/v1/availability/check', {
    userUuids: [userUuid],
    ...range,
    includeBusy: true,
  });
  expect(busy.status).toBe(200);
  expect(JSON.stringify(busy.body)).toContain('"reason":"MEETING"');
  expect(JSON.stringify(busy.body)).not.toContain('Dentist');

  const moved = await staff.put(path(meetingUuid), { title: 'Dentist, again' });
  expect([moved.status, moved.body.isPersonal]).toEqual([200, true]);
  await expect
    .poll(() => person.events().map(({ title }) => title), patience)
    .toEqual(['Dentist, again']);
  expect(await recorded(meetingUuid)).toEqual([]);
  const target = (await tenant.as('TENANT_STAFF')).identity['x-user-id'];
  const handed = await admin.post(`/api/tenant-staff/${userUuid}/transfer`, {
    toStaffUuid: target,
    dryRun: true,
  });
  expect([handed.status, handed.body.meetings]).toEqual([200, 0]);

  const made = await staff.put(path(meetingUuid), { isPersonal: false });
  expect([made.status, made.body.isPersonal]).toEqual([200, false]);
  expect((await admin.get(path(meetingUuid))).body.title).toBe('Dentist, again');
  expect(await recorded(meetingUuid)).toEqual(['meeting.created', 'meeting.updated']);
  const back = await staff.put(path(meetingUuid), { isPersonal: true });
  expect([back.status, back.body.errors?.[0]?.field]).toEqual([400, 'isPersonal']);
  expect((await read(meetingUuid)).isPersonal).toBe(false);
});

test('an event is a meeting from the start, or becomes one, by whom it invites', async () => {
  const { tenant, staff, person, meetings, path, pull, create } = await w.staffWithCalendar('a');
  await pull();
  const admin = await tenant.as('TENANT_ADMIN');
  const contact = await admin.post('/api/contacts', {
    ...contactInput(tenant.tenantUuid, String(staff.identity['x-user-id'])),
    preferredEmail: 'Ana.Soto@outside.example',
  });
  expect(contact.status).toBe(200);
  await create({ externalAttendees: [{ email: 'guest@outside.example' }] });
  const at = (title: string, attendees: string[]) => person.create({ title, ...times, attendees });
  at('with a contact', ['ANA.soto@outside.example']);
  at('with a guest of another meeting', ['guest@outside.example']);
  at('alone', []);
  at('with a friend', ['friend@outside.example']);
  at('with the same friend', ['friend@outside.example']);
  await expect.poll(async () => (await meetings()).length, patience).toBe(6);
  const found = new Map(
    (await meetings()).map(({ title, ...rest }) => [String(title), rest] as const),
  );
  const personal = [...found].filter(([, { isPersonal }]) => isPersonal).map(([title]) => title);
  expect(personal.sort()).toEqual(['alone', 'with a friend', 'with the same friend']);

  const alone = path(found.get('alone')?.meetingUuid);
  const friend = { externalAttendees: [{ email: 'other-friend@outside.example' }] };
  expect((await staff.put(alone, friend)).body.isPersonal).toBe(true);
  const invited = await staff.put(alone, { contactIds: [contact.body.contactUuid] });
  expect([invited.status, invited.body.isPersonal]).toEqual([200, false]);
  expect((await admin.get(alone)).status).toBe(200);
  expect((await admin.get(path(found.get('with a friend')?.meetingUuid))).status).toBe(404);
});
