import { expect, test } from 'vitest';
import {
  calendarOf,
  calendarWorld,
  eachProvider,
  patience,
} from '../../../test-support/calendar-world.ts';

const w = await calendarWorld();
const upcoming = '/api/v1/calendar/export-upcoming';
const guest = { email: 'guest@outside.example', name: 'Gabriel' };

async function staffWithMeetings(count: number) {
  const tenant = await w.tenant();
  const staff = await tenant.as('TENANT_STAFF');
  const { create, ...calendar } = calendarOf(staff);
  const made = [];
  for (let number = 0; number < count; number += 1)
    made.push(await create({ title: `Meeting ${number}`, externalAttendees: [guest] }));
  return { tenant, staff, create, made, ...calendar };
}

test.each(eachProvider)(
  'at $provider the meetings ahead are written once the calendar is connected, and no guest is mailed by it',
  async ({ kind }) => {
    const { staff, made, until, read } = await staffWithMeetings(2);
    const none = await staff.post(upcoming);
    expect([none.status, none.body.code]).toEqual([409, 'CALENDAR_NOT_CONNECTED']);
    const { person } = await w.connect(staff, kind);
    expect((await read(made[0].meetingUuid)).canRetrySync).toBe(true);
    const sent = await staff.post(upcoming);
    expect([sent.status, sent.body]).toEqual([202, { meetings: 2 }]);
    for (const { meetingUuid } of made)
      expect((await until(meetingUuid, 'SYNCED')).canRetrySync).toBe(false);
    expect(
      person
        .events()
        .map(({ title }) => title)
        .sort(),
    ).toEqual(['Meeting 0', 'Meeting 1']);
    expect(w.simulators[kind].mails).toEqual([]);
    expect((await staff.post(upcoming)).body).toEqual({ meetings: 0 });
  },
);

test('editing one, or trying its sync, writes that one; past and canceled ones stay internal', async () => {
  const { staff, made, until, read, path, create } = await staffWithMeetings(3);
  const past = await create({
    startDateTime: '2020-03-01T09:00:00',
    endDateTime: '2020-03-01T10:00:00',
  });
  const { person } = await w.connect(staff, 'a');
  const titles = () => person.events().map(({ title }) => title);
  const [edited, tried, canceled] = made;
  expect((await staff.put(path(edited.meetingUuid), { title: 'Edited' })).status).toBe(200);
  await until(edited.meetingUuid, 'SYNCED');
  await expect.poll(titles, patience).toEqual(['Edited']);
  const { status, body } = await staff.post(`${path(tried.meetingUuid)}/sync`);
  expect([status, body.externalSyncStatus]).toEqual([200, 'SYNCED']);
  await staff.post(`${path(canceled.meetingUuid)}/cancel`);
  await staff.put(path(past.meetingUuid), { title: 'Past' });
  for (const { meetingUuid } of [canceled, past]) {
    expect(await read(meetingUuid)).toMatchObject({
      externalSyncStatus: 'NOT_APPLICABLE',
      canRetrySync: false,
    });
    expect((await staff.post(`${path(meetingUuid)}/sync`)).status).toBe(409);
  }
  expect((await staff.post(upcoming)).body).toEqual({ meetings: 0 });
  expect(titles().sort()).toEqual(['Edited', 'Meeting 1']);
});
