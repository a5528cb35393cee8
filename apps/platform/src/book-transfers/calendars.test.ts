import { expect, test } from 'vitest';
import { calendarOf, calendarWorld, patience } from '../../test-support/calendar-world.ts';

const w = await calendarWorld();

type Person = { events: () => { title: string }[] };
const titles = (person: Person) => person.events().map(({ title }) => title);
const uuidOf = ({ identity }: { identity: Record<string, string> }) => identity['x-user-id'] ?? '';

test.each([
  ['Google', 'a', 'Microsoft', 'b'],
  ['Microsoft', 'b', 'Google', 'a'],
  ['Google', 'a', 'Google', 'a'],
] as const)(
  'a meeting leaves the calendar of the former host at %s for that of the new one at %s, and goes on',
  async (_former, one, _next, other) => {
    const old = await w.staffWithCalendar(one);
    const { tenant } = old;
    const next = await w.staffWithCalendar(other, tenant);
    const guest = await w.staffWithCalendar(one, tenant);
    const admin = await tenant.as('TENANT_ADMIN');
    const { meetingUuid } = await old.create({ staffIds: [uuidOf(guest.staff)] });
    await old.until(meetingUuid, 'SYNCED');
    expect(titles(old.person)).toEqual(['Quarterly review']);
    const mails = () => w.mails.filter(({ calendar }) => calendar?.content.includes('SEQUENCE'));
    await expect.poll(() => mails().length, patience).toBeGreaterThan(0);

    const transfer = (from: string, toStaffUuid: string) =>
      admin.post(`/api/tenant-staff/${from}/transfer`, { toStaffUuid });
    const moved = await transfer(uuidOf(old.staff), uuidOf(next.staff));
    expect([moved.status, moved.body.meetings]).toEqual([200, 1]);
    await expect.poll(() => titles(next.person), patience).toEqual(['Quarterly review']);
    await expect.poll(() => titles(old.person), patience).toEqual([]);
    const read = async () => (await admin.get(`/api/v1/meetings/${meetingUuid}`)).body;
    await expect
      .poll(read, patience)
      .toMatchObject({ status: 'ACTIVE', externalSyncStatus: 'SYNCED' });
    await old.pull();
    await guest.pull();
    expect(await read()).toMatchObject({
      status: 'ACTIVE',
      hostUuid: uuidOf(next.staff),
      participants: [{ rsvpStatus: 'UNKNOWN' }],
    });
    expect(mails().filter(({ calendar }) => calendar?.method === 'CANCEL')).toEqual([]);

    await next.staff.put(`/api/v1/meetings/${meetingUuid}`, { title: 'Renamed' });
    await expect.poll(() => titles(next.person), patience).toEqual(['Renamed']);
    expect(titles(old.person)).toEqual([]);

    const back = await transfer(uuidOf(next.staff), uuidOf(old.staff));
    expect(back.body.meetings).toBe(1);
    await expect.poll(() => titles(old.person), patience).toEqual(['Renamed']);
    await expect.poll(() => titles(next.person), patience).toEqual([]);
    await expect.poll(read, patience).toMatchObject({ externalSyncStatus: 'SYNCED' });
    expect(await read()).toMatchObject({ status: 'ACTIVE', hostUuid: uuidOf(old.staff) });
  },
);

test('a removal that the provider refuses for now is tried again, and nothing is canceled', async () => {
  const old = await w.staffWithCalendar('a');
  const admin = await old.tenant.as('TENANT_ADMIN');
  const plain = await old.tenant.as('TENANT_STAFF');
  const { meetingUuid } = await old.create();
  await old.until(meetingUuid, 'SYNCED');
  old.simulator.faults.add({ kind: 'fail-before', operation: 'events.*', status: 503, times: 2 });
  const from = uuidOf(old.staff);
  const moved = await admin.post(`/api/tenant-staff/${from}/transfer`, {
    toStaffUuid: uuidOf(plain),
  });
  expect(moved.body.meetings).toBe(1);
  await expect.poll(() => titles(old.person), patience).toEqual([]);
  const { read } = calendarOf(plain);
  expect(await read(meetingUuid)).toMatchObject({
    status: 'ACTIVE',
    hostUuid: uuidOf(plain),
    externalSyncStatus: 'NOT_APPLICABLE',
  });
});

test('what the former host does to the old event, before it is removed, changes no meeting', async () => {
  const old = await w.staffWithCalendar('a');
  const admin = await old.tenant.as('TENANT_ADMIN');
  const plain = await old.tenant.as('TENANT_STAFF');
  const { meetingUuid } = await old.create();
  await old.until(meetingUuid, 'SYNCED');
  await old.staff.post('/api/v1/calendar/disconnect');
  const from = uuidOf(old.staff);
  await admin.post(`/api/tenant-staff/${from}/transfer`, { toStaffUuid: uuidOf(plain) });
  const [event] = old.person.events();
  old.person.change(event?.id ?? '', { title: 'Not mine any more' });
  await w.connect(old.staff, 'a', old.email);
  await old.pull();
  await expect.poll(() => titles(old.person), patience).toEqual([]);
  const { read } = calendarOf(plain);
  expect(await read(meetingUuid)).toMatchObject({ status: 'ACTIVE', title: 'Quarterly review' });
});
