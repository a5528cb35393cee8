import { describe, expect, test } from 'vitest';
import { calendarWorld, meetingInput } from '../testing/calendar-world.ts';

const w = await calendarWorld();

describe.each(['a', 'b'] as const)('provider %s', (kind) => {
  test('a meeting reaches the host’s calendar and becomes SYNCED', async () => {
    const { staff, person } = await w.staffWithCalendar(kind);
    const { body: meeting, status } = await staff.post('/api/v1/meetings', meetingInput());
    expect(status).toBe(201);
    expect(meeting).toMatchObject({ externalSyncStatus: 'PENDING', lastSyncOperation: 'CREATE' });
    const read = async () => (await staff.get(`/api/v1/meetings/${meeting.meetingUuid}`)).body;
    await expect.poll(async () => (await read()).externalSyncStatus, { timeout: 10_000 }).toBe('SYNCED');
    expect(person.events().map(({ title }) => title)).toEqual(['Quarterly review']);
    console.log(JSON.stringify((await staff.get(`/api/v1/meetings/${meeting.meetingUuid}/sync-history`)).body, null, 1));
    console.log(JSON.stringify((await staff.get(`/api/v1/calendar/connection`)).body, null, 1));
    const [event] = person.events();
    person.move(event?.id ?? '', '2027-03-11T15:00');
    await expect.poll(async () => (await read()).startDateTime, { timeout: 5_000 }).toBe('2027-03-11T15:00:00');
    await staff.put(`/api/v1/meetings/${meeting.meetingUuid}`, { title: 'Other' });
    await expect.poll(() => person.events()[0]?.title, { timeout: 5_000 }).toBe('Other');
    await staff.post(`/api/v1/meetings/${meeting.meetingUuid}/cancel`);
    await expect.poll(() => person.events().length, { timeout: 5_000 }).toBe(0);
    console.log(JSON.stringify((await staff.get(`/api/v1/meetings/${meeting.meetingUuid}/sync-history`)).body, null, 1));
  });
});
