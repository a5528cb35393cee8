import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { Client } from '../../../test-support/client.ts';
import { meetingWorld, uuidOf } from '../../../test-support/meeting-world.ts';
import { world } from '../../../test-support/world.ts';
import { system } from '../../database/principal.ts';
import { recordRsvp } from '../rsvp/record-rsvp.ts';

const w = await world();
const m = await meetingWorld(w);
const path = '/api/v1/availability/check';

const check = (
  startDateTime: string,
  endDateTime: string,
  userUuids: string[],
  timezone?: string,
  by: Client = m.host,
) => by.post(path, { userUuids, startDateTime, endDateTime, ...(timezone && { timezone }) });
/** The statuses of some users in Santiago's time. */
const statuses = async (start: string, end: string, ...users: string[]) =>
  (await check(start, end, users, 'America/Santiago')).body.availabilities.map(
    (each: { status: string }) => each.status,
  );

describe('availability', () => {
  test('counts meetings hosted and invited to, and answers in the order asked', async () => {
    await m.meeting();
    const users = [m.stranger, m.host, m.colleague, m.client].map(uuidOf);
    const { status, body } = await check(
      '2030-05-06T10:30',
      '2030-05-06T11:30',
      users,
      'America/Santiago',
    );
    expect(status).toBe(200);
    expect(body).toEqual({
      availabilities: users.map((userUuid, at) => ({
        userUuid,
        status: at === 0 ? 'AVAILABLE' : 'BUSY',
      })),
    });
  });

  test.each([
    ['before', '2030-06-03T08:00', '2030-06-03T09:59', 'AVAILABLE'],
    ['up to its start', '2030-06-03T09:00', '2030-06-03T10:00', 'AVAILABLE'],
    ['over its start', '2030-06-03T09:00', '2030-06-03T10:01', 'BUSY'],
    ['inside', '2030-06-03T10:10', '2030-06-03T10:20', 'BUSY'],
    ['all of it', '2030-06-03T10:00', '2030-06-03T11:00', 'BUSY'],
    ['around it', '2030-06-01T00:00', '2030-07-01T00:00', 'BUSY'],
    ['over its end', '2030-06-03T10:59', '2030-06-03T12:00', 'BUSY'],
    ['from its end', '2030-06-03T11:00', '2030-06-03T12:00', 'AVAILABLE'],
  ])('ends before it starts: %s', async (_where, start, end, expected) => {
    const host = await m.tenant.as('TENANT_STAFF');
    await m.meeting({ startDateTime: '2030-06-03T10:00', endDateTime: '2030-06-03T11:00' }, host);
    expect(await statuses(start, end, uuidOf(host))).toEqual([expected]);
  });

  test.each([
    ['three days', '2030-07-01T10:00', '2030-07-04T10:00', false, '2030-07-03T08:00', 'BUSY'],
    [
      'three days, on the day after',
      '2030-07-01T10:00',
      '2030-07-04T10:00',
      false,
      '2030-07-04T10:00',
      'AVAILABLE',
    ],
    ['exactly a day', '2030-07-01T10:00', '2030-07-02T10:00', false, '2030-07-02T09:30', 'BUSY'],
    ['half a year', '2030-07-01T10:00', '2031-01-01T10:00', false, '2030-12-31T09:30', 'BUSY'],
    ['a whole day', '2030-07-01', '2030-07-02', true, '2030-07-01T23:30', 'BUSY'],
    ['a whole day, on the next', '2030-07-01', '2030-07-02', true, '2030-07-02T00:00', 'AVAILABLE'],
  ])(
    'of somebody in a meeting of %s',
    async (_what, startDateTime, endDateTime, allDay, at, expected) => {
      const [host, guest] = [await m.tenant.as('TENANT_STAFF'), await m.tenant.as('TENANT_STAFF')];
      await m.meeting(
        { startDateTime, endDateTime, allDay, staffIds: [uuidOf(guest)], contactIds: [] },
        host,
      );
      const end = Temporal.PlainDateTime.from(at).add({ minutes: 10 }).toString();
      expect(await statuses(at, end, uuidOf(host), uuidOf(guest))).toEqual([expected, expected]);
    },
  );

  test('follows a meeting that moves, is declined, or is canceled', async () => {
    const [host, guest] = [await m.tenant.as('TENANT_STAFF'), await m.tenant.as('TENANT_STAFF')];
    const meeting = await m.meeting(
      { staffIds: [uuidOf(guest)], contactIds: [], externalAttendees: [] },
      host,
    );
    const both = (day: string) =>
      statuses(`${day}T10:00`, `${day}T11:00`, uuidOf(host), uuidOf(guest));
    expect(await both('2030-05-06')).toEqual(['BUSY', 'BUSY']);
    await host.put(meeting.path, {
      startDateTime: '2030-05-07T10:00',
      endDateTime: '2030-05-07T11:00',
    });
    expect(await both('2030-05-06')).toEqual(['AVAILABLE', 'AVAILABLE']);
    expect(await both('2030-05-07')).toEqual(['BUSY', 'BUSY']);
    await w.db.asTenant(m.tenant.tenantUuid, system, (tx) =>
      recordRsvp(tx, {
        meetingUuid: meeting.meetingUuid,
        participantUuid: meeting.participants[0].participantUuid,
        status: 'DECLINED',
        source: 'USER',
      }),
    );
    expect(await both('2030-05-07')).toEqual(['BUSY', 'AVAILABLE']);
    await host.put(meeting.path, { endDateTime: '2030-05-07T12:00' });
    expect(await both('2030-05-07')).toEqual(['BUSY', 'BUSY']);
    await host.put(meeting.path, { staffIds: [] });
    expect(await both('2030-05-07')).toEqual(['BUSY', 'AVAILABLE']);
    await host.post(`${meeting.path}/cancel`);
    expect(await both('2030-05-07')).toEqual(['AVAILABLE', 'AVAILABLE']);
  });

  test('is asked for in a zone, or else in the caller’s own', async () => {
    const host = await m.tenant.as('TENANT_STAFF');
    await m.meeting(
      {
        startDateTime: '2030-06-03T10:00',
        endDateTime: '2030-06-03T11:00',
        timezone: 'Asia/Kolkata',
      },
      host,
    );
    const at = async (start: string, end: string, timezone?: string, by: Client = host) =>
      (await check(start, end, [uuidOf(host)], timezone, by)).body.availabilities[0].status;
    expect(await at('2030-06-03T10:00', '2030-06-03T10:30', 'Asia/Kolkata')).toBe('BUSY');
    expect(await at('2030-06-03T10:00', '2030-06-03T10:30', 'UTC')).toBe('AVAILABLE');
    expect(await at('2030-06-03T04:30', '2030-06-03T05:00', 'UTC')).toBe('BUSY');
    expect(await at('2030-06-03T00:30', '2030-06-03T01:00')).toBe('BUSY');
    const root = (await w.systemAdmin()).with({ 'x-tenant-uuid': m.tenant.tenantUuid });
    expect(await at('2030-06-03T04:30', '2030-06-03T05:00', undefined, root)).toBe('BUSY');
  });

  test('of whom the tenant does not have is unknown', async () => {
    const theirs = await meetingWorld(w);
    await theirs.meeting();
    const gone = await m.tenant.staff();
    await m.admin.delete(`/api/tenant-staff/${gone.tenantStaffUuid}`, {
      staffUuidToDelete: gone.tenantStaffUuid,
    });
    const users = [
      randomUUID(),
      uuidOf(theirs.host),
      theirs.contactUuid,
      'somebody',
      gone.tenantStaffUuid,
    ];
    expect(await statuses('2030-05-06T10:00', '2030-05-06T11:00', ...users)).toEqual(
      users.map(() => 'UNKNOWN'),
    );
  });

  test('says of each user once', async () => {
    const user = uuidOf(m.stranger);
    const { body } = await check('2030-05-06T10:00', '2030-05-06T11:00', [
      user,
      user.toUpperCase(),
      user,
    ]);
    expect(body.availabilities).toHaveLength(1);
  });

  const user = randomUUID();
  const good = {
    userUuids: [user],
    startDateTime: '2030-05-06T10:00',
    endDateTime: '2030-05-06T11:00',
  };
  test.each([
    [{ userUuids: [] }, ['userUuids']],
    [{ userUuids: undefined }, ['userUuids']],
    [{ userUuids: Array(1001).fill(user) }, ['userUuids']],
    [{ userUuids: [5] }, ['userUuids[0]']],
    [{ startDateTime: undefined, endDateTime: undefined }, ['startDateTime', 'endDateTime']],
    [{ startDateTime: 'now' }, ['startDateTime']],
    [{ endDateTime: '2030-05-06T10:00' }, ['endDateTime']],
    [{ endDateTime: '2030-05-06T09:00' }, ['endDateTime']],
    [{ timezone: 'Santiago' }, ['timezone']],
  ])('refuses %j', async (changes, named) => {
    const { status, body } = await m.host.post(path, { ...good, ...changes });
    expect(status).toBe(400);
    expect(body.errors.map((each: { field: string }) => each.field)).toEqual(named);
  });

  test('is for staff', async () => {
    expect((await m.client.post(path, good)).status).toBe(403);
    expect((await w.anonymous.post(path, good)).status).toBe(401);
    for (const role of ['PARTNER_STAFF', 'PARTNER_ADMIN'] as const)
      expect((await (await m.tenant.as(role)).post(path, good)).status).toBe(200);
  });
});
