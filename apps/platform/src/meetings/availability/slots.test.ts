import { randomUUID } from 'node:crypto';
import type { Caller } from '@atrium/kit/auth/caller.ts';
import { describe, expect, test } from 'vitest';
import { meetingWorld, uuidOf } from '../../../test-support/meeting-world.ts';
import { world } from '../../../test-support/world.ts';
import { system } from '../../database/principal.ts';
import type { Tx } from '../../database/transaction.ts';
import { checkAvailability } from './check-availability.ts';
import { findSlots } from './find-slots.ts';

const w = await world();
const m = await meetingWorld(w);
const newYork = 'America/New_York';

type Slot = { startDateTime: string; endDateTime: string };
const brief = ({ startDateTime, endDateTime }: Slot) => `${startDateTime}/${endDateTime}`;
const ask = (input: object) =>
  m.host.post('/api/v1/availability/slots', { timezone: newYork, durationMinutes: 60, ...input });
const slotsOf = async (input: object): Promise<string[]> => {
  const { status, body } = await ask(input);
  expect(status, JSON.stringify(body)).toBe(200);
  expect(body.unknownUsers).toEqual([]);
  return body.slots.map(brief);
};
const startsOf = async (input: object) => (await slotsOf(input)).map((each) => each.slice(0, 16));
const busyOf = async (startDateTime: string, endDateTime: string, user: string) => {
  const { status, body } = await m.host.post('/api/v1/availability/check', {
    userUuids: [user],
    startDateTime,
    endDateTime,
    timezone: newYork,
    includeBusy: true,
  });
  expect(status, JSON.stringify(body)).toBe(200);
  const [{ status: state, busy }] = body.availabilities;
  return [state, ...busy.map((each: Slot & { reason: string }) => `${brief(each)} ${each.reason}`)];
};
const freeHost = () => m.tenant.as('TENANT_STAFF');
const meet = (
  by: Awaited<ReturnType<typeof freeHost>>,
  start: string,
  end: string,
  zone = newYork,
) =>
  m.meeting(
    {
      startDateTime: start,
      endDateTime: end,
      timezone: zone,
      staffIds: [],
      contactIds: [],
      externalAttendees: [],
    },
    by,
  );

/** A connected calendar of a user with events at some times in UTC. */
async function connect(user: string, events: [string, string][], changes: object = {}) {
  await w.db.asTenant(m.tenant.tenantUuid, system, async (tx) => {
    const connectionUuid = randomUUID();
    await tx`insert into calendar_connections ${tx({
      tenantUuid: m.tenant.tenantUuid,
      connectionUuid,
      userUuid: user,
      provider: 'PROVIDER_A',
      accountId: connectionUuid,
      email: 'ana@calendar.example',
      status: 'CONNECTED',
      syncToken: 'as of now',
      windowFrom: '2020-01-01T00:00Z',
      windowTo: '2040-01-01T00:00Z',
      lastSyncedAt: new Date(),
      nextPullAt: '2040-01-01T00:00Z',
      ...changes,
    })}`;
    for (const [startsAt, endsAt] of events) {
      await tx`insert into calendar_busy ${tx({
        tenantUuid: m.tenant.tenantUuid,
        connectionUuid,
        externalId: randomUUID(),
        startsAt,
        endsAt,
      })}`;
    }
  });
}

describe('busy times', () => {
  test('are merged, clipped to the range and in the zone asked in', async () => {
    const host = await freeHost();
    const user = uuidOf(host);
    await meet(host, '2030-05-06T08:00', '2030-05-06T10:00');
    await meet(host, '2030-05-06T09:30', '2030-05-06T11:00');
    await meet(host, '2030-05-06T11:00', '2030-05-06T11:30');
    await meet(host, '2030-05-06T20:00', '2030-05-06T21:00', 'UTC');
    await meet(host, '2030-05-06T17:30', '2030-05-06T19:00');
    await connect(user, [
      ['2030-05-06T15:00Z', '2030-05-06T16:30Z'],
      ['2030-05-06T17:00Z', '2030-05-06T18:00Z'],
    ]);
    expect(await busyOf('2030-05-06T09:00', '2030-05-06T18:00', user)).toEqual([
      'BUSY',
      '2030-05-06T09:00:00/2030-05-06T11:30:00 MEETING',
      '2030-05-06T11:30:00/2030-05-06T12:30:00 EXTERNAL',
      '2030-05-06T13:00:00/2030-05-06T14:00:00 EXTERNAL',
      '2030-05-06T16:00:00/2030-05-06T17:00:00 MEETING',
      '2030-05-06T17:30:00/2030-05-06T18:00:00 MEETING',
    ]);
    expect(await busyOf('2030-05-07T09:00', '2030-05-07T18:00', user)).toEqual(['AVAILABLE']);
    expect(
      await slotsOf({
        userUuids: [user],
        startDateTime: '2030-05-06T09:00',
        endDateTime: '2030-05-06T18:00',
        durationMinutes: 30,
      }),
    ).toEqual(
      [
        '12:30/13:00',
        '14:00/14:30',
        '14:15/14:45',
        '14:30/15:00',
        '14:45/15:15',
        '15:00/15:30',
        '15:15/15:45',
        '15:30/16:00',
        '17:00/17:30',
      ].map((each) => each.replace(/[\d:]+/g, '2030-05-06T$&:00')),
    );
  });

  test('of whom nothing is known are one block, and there is no slot with them', async () => {
    const [host, lost, expired] = [await freeHost(), await freeHost(), await freeHost()];
    const range = ['2030-05-06T09:00', '2030-05-06T18:00'] as const;
    await connect(uuidOf(lost), [], { lastSyncedAt: '2026-01-01T00:00Z' });
    await meet(expired, '2030-05-06T10:00', '2030-05-06T11:00');
    await connect(uuidOf(expired), [], {
      status: 'DISCONNECTED',
      disconnectReason: 'AUTH_EXPIRED',
      disconnectedAt: new Date(),
    });
    const block = ['UNKNOWN', '2030-05-06T09:00:00/2030-05-06T18:00:00 UNREADABLE'];
    const nobody = randomUUID();
    expect(await busyOf(...range, nobody)).toEqual(block);
    expect(await busyOf(...range, uuidOf(lost))).toEqual(block);
    expect(await busyOf(...range, uuidOf(expired))).toEqual([
      'BUSY',
      '2030-05-06T09:00:00/2030-05-06T10:00:00 UNREADABLE',
      '2030-05-06T10:00:00/2030-05-06T11:00:00 MEETING',
      '2030-05-06T11:00:00/2030-05-06T18:00:00 UNREADABLE',
    ]);
    const userUuids = [nobody, uuidOf(host), uuidOf(lost), uuidOf(expired), 'somebody'];
    const { body } = await ask({ userUuids, startDateTime: range[0], endDateTime: range[1] });
    expect(body).toEqual({
      slots: [],
      unknownUsers: [nobody, uuidOf(lost), uuidOf(expired), 'somebody'],
    });
  });

  test('are told only when asked for, and of a bounded time', async () => {
    const input = {
      userUuids: [uuidOf(m.host)],
      startDateTime: '2030-05-06T09:00',
      endDateTime: '2030-05-06T18:00',
    };
    const path = '/api/v1/availability/check';
    const plain = await m.host.post(path, { ...input, includeBusy: false });
    expect(plain.body.availabilities[0]).not.toHaveProperty('busy');
    const long = await m.host.post(path, {
      ...input,
      endDateTime: '2190-01-01T00:00',
      includeBusy: true,
    });
    expect(long.status).toBe(400);
    expect(long.body.errors[0].field).toBe('endDateTime');
  });
});

describe('common free slots', () => {
  test('are where everybody is free, within working hours by the wall clock', async () => {
    const [host, guest] = [await freeHost(), await freeHost()];
    const userUuids = [uuidOf(host), uuidOf(guest).toUpperCase()];
    await meet(host, '2030-05-06T09:00', '2030-05-06T10:00');
    await meet(guest, '2030-05-06T10:20', '2030-05-06T12:00');
    await meet(guest, '2030-05-05T00:00', '2030-05-06T08:30');
    const workingHours = { start: '08:00', end: '13:00', days: [1, 2] };
    const input = { userUuids, workingHours, stepMinutes: 30 };
    expect(
      await slotsOf({
        ...input,
        startDateTime: '2030-05-04T00:00',
        endDateTime: '2030-05-07T09:10',
      }),
    ).toEqual([
      '2030-05-06T12:00:00/2030-05-06T13:00:00',
      '2030-05-07T08:00:00/2030-05-07T09:00:00',
    ]);
    // The steps begin with the working hours, also when the range begins within them.
    const within = { startDateTime: '2030-05-07T08:10', endDateTime: '2030-05-07T10:00' };
    expect(await startsOf({ ...input, ...within })).toEqual([
      '2030-05-07T08:30',
      '2030-05-07T09:00',
    ]);
    const { workingHours: _, ...anyHour } = input;
    expect(await startsOf({ ...anyHour, ...within })).toEqual([
      '2030-05-07T08:10',
      '2030-05-07T08:40',
    ]);
    const days = [6, 7];
    expect(
      await startsOf({
        userUuids: [uuidOf(host)],
        startDateTime: '2030-05-01T00:00',
        endDateTime: '2030-05-12T00:00',
        durationMinutes: 300,
        workingHours: { ...workingHours, days },
      }),
    ).toEqual(['2030-05-04T08:00', '2030-05-05T08:00', '2030-05-11T08:00']);
  });

  test('cross midnight where there are no working hours, and are 200 at most', async () => {
    const user = uuidOf(await freeHost());
    const input = { userUuids: [user], durationMinutes: 480, stepMinutes: 240 };
    expect(
      await slotsOf({
        ...input,
        startDateTime: '2030-05-06T20:00',
        endDateTime: '2030-05-07T08:00',
      }),
    ).toEqual([
      '2030-05-06T20:00:00/2030-05-07T04:00:00',
      '2030-05-07T00:00:00/2030-05-07T08:00:00',
    ]);
    const many = await slotsOf({
      ...input,
      stepMinutes: undefined,
      startDateTime: '2030-05-01T00:00',
      endDateTime: '2030-06-30T00:00',
    });
    expect(many).toHaveLength(200);
    expect(new Set(many).size).toBe(200);
  });

  test('keep their hours when clocks change, and take none that clocks skip', async () => {
    const host = await freeHost();
    const userUuids = [uuidOf(host)];
    // Clocks go from 02:00 to 03:00 on 10 March 2030, and from 02:00 back to 01:00 on 3 November.
    const workingHours = { start: '09:00', end: '10:00', days: [6, 7, 1] };
    expect(
      await startsOf({
        userUuids,
        workingHours,
        startDateTime: '2030-03-09T00:00',
        endDateTime: '2030-03-12T00:00',
      }),
    ).toEqual(['2030-03-09T09:00', '2030-03-10T09:00', '2030-03-11T09:00']);
    expect(
      await startsOf({
        userUuids,
        startDateTime: '2030-03-10T00:00',
        endDateTime: '2030-03-10T04:30',
        stepMinutes: 30,
      }),
    ).toEqual([
      '2030-03-10T00:00',
      '2030-03-10T00:30',
      '2030-03-10T01:00',
      '2030-03-10T03:00',
      '2030-03-10T03:30',
    ]);
    expect(
      await slotsOf({
        userUuids,
        startDateTime: '2030-03-10T02:30',
        endDateTime: '2030-03-10T03:15',
        durationMinutes: 15,
      }),
    ).toEqual(['2030-03-10T03:00:00/2030-03-10T03:15:00']);
  });

  test('need both passes of an hour that clocks show twice', async () => {
    const [host, other] = [await freeHost(), await freeHost()];
    const night = {
      startDateTime: '2030-11-03T00:00',
      endDateTime: '2030-11-03T03:00',
      durationMinutes: 30,
      stepMinutes: 30,
    };
    // The second 01:30 is 06:30 in UTC.
    await meet(host, '2030-11-03T06:30', '2030-11-03T07:00', 'UTC');
    expect(
      (await startsOf({ userUuids: [uuidOf(other)], ...night })).map((each) => each.slice(11)),
    ).toEqual(['00:00', '00:30', '01:00', '01:30', '02:00', '02:30']);
    expect(
      (await startsOf({ userUuids: [uuidOf(host)], ...night })).map((each) => each.slice(11)),
    ).toEqual(['00:00', '00:30', '01:00', '02:00', '02:30']);
    await meet(host, '2030-11-03T04:45', '2030-11-03T06:10', 'UTC');
    expect(await busyOf('2030-11-03T00:00', '2030-11-03T12:00', uuidOf(host))).toEqual([
      'BUSY',
      '2030-11-03T00:45:00/2030-11-03T02:00:00 MEETING',
    ]);
  });

  const good = {
    userUuids: [randomUUID()],
    startDateTime: '2030-05-06T10:00',
    endDateTime: '2030-05-07T10:00',
  };
  const hours = { start: '09:00', end: '18:00', days: [1] };
  test.each([
    [{ userUuids: [] }, 'userUuids'],
    [{ userUuids: Array(51).fill('a') }, 'userUuids'],
    [{ endDateTime: '2030-05-06T10:00' }, 'endDateTime'],
    [{ endDateTime: '2030-07-05T10:01' }, 'endDateTime'],
    [{ timezone: undefined }, 'timezone'],
    [{ timezone: '+03:00' }, 'timezone'],
    [{ durationMinutes: 4 }, 'durationMinutes'],
    [{ durationMinutes: 481 }, 'durationMinutes'],
    [{ stepMinutes: 0 }, 'stepMinutes'],
    [{ workingHours: { ...hours, end: '09:00' } }, 'workingHours.end'],
    [{ workingHours: { ...hours, start: '9:00' } }, 'workingHours.start'],
    [{ workingHours: { ...hours, end: '24:00' } }, 'workingHours.end'],
    [{ workingHours: { ...hours, days: [0] } }, 'workingHours.days[0]'],
    [{ workingHours: { ...hours, days: [] } }, 'workingHours.days'],
  ])('refuse %j', async (changes, field) => {
    const { status, body } = await ask({ ...good, ...changes });
    expect(status).toBe(400);
    expect(body.errors.map((each: { field: string }) => each.field)).toEqual([field]);
  });

  test('are for staff, of the own firm', async () => {
    expect((await m.client.post('/api/v1/availability/slots', good)).status).toBe(403);
    const other = await w.tenant();
    const { body } = await (await other.as('TENANT_ADMIN')).post('/api/v1/availability/slots', {
      ...good,
      timezone: newYork,
      durationMinutes: 30,
      userUuids: [uuidOf(m.host)],
    });
    expect(body).toEqual({ slots: [], unknownUsers: [uuidOf(m.host)] });
  });
});

test('of fifty people with full calendars are worked out one person at a time, between which other work has its turn', async () => {
  const people = await Promise.all(Array.from({ length: 50 }, () => m.tenant.staff()));
  const userUuids = people.map(({ tenantStaffUuid }) => tenantStaffUuid);
  const [startDateTime, endDateTime] = ['2031-03-03T00:00:00', '2031-04-30T00:00:00'];
  const from = Temporal.Instant.from(`${startDateTime}Z`).epochMilliseconds;
  const hour = 3_600_000;
  // Everybody is taken every other hour, up to the last of the range.
  const busy = Array.from({ length: 57 * 12 }, (_, at) => ({
    from: from + 2 * at * hour,
    to: from + (2 * at + 1) * hour,
  }));
  let [turns, isCounting] = [0, false];
  const count = () => {
    turns += 1;
    if (isCounting) setImmediate(count);
  };
  const externalBusy = {
    findStatuses: async () => new Map(),
    listTimes: async (tx: Tx) => {
      // Comes after what the database was asked before.
      await tx`select 1`;
      isCounting = true;
      setImmediate(count);
      return new Map(userUuids.map((each) => [each, { isReadable: true, busy }]));
    },
  };
  const input = { userUuids, startDateTime, endDateTime, timezone: 'UTC' };
  const caller = { userUuid: uuidOf(m.admin), roles: ['TENANT_ADMIN'] } as unknown as Caller;
  const asTenant = <T>(work: (tx: Tx) => Promise<T>) =>
    w.db.asTenant(m.tenant.tenantUuid, system, work);
  const { slots, unknownUsers } = await asTenant((tx) =>
    findSlots(tx, caller, { ...input, durationMinutes: 60 }, externalBusy),
  );
  isCounting = false;
  expect(unknownUsers).toEqual([]);
  expect(slots).toHaveLength(200);
  expect(slots[0]).toMatchObject({ startDateTime: '2031-03-03T01:00:00' });
  expect(turns).toBeGreaterThanOrEqual(2 * userUuids.length);
  turns = 0;
  const { availabilities } = await asTenant((tx) =>
    checkAvailability(tx, caller, { ...input, includeBusy: true }, externalBusy),
  );
  isCounting = false;
  expect(availabilities.map((each) => each.busy?.length)).toEqual(userUuids.map(() => busy.length));
  expect(turns).toBeGreaterThanOrEqual(2 * userUuids.length);
});
