import { describe, expect, test } from 'vitest';
import {
  calendarWorld,
  eachProvider,
  type Kind,
  patience,
} from '../../../test-support/calendar-world.ts';
import type { Client } from '../../../test-support/client.ts';
import { dated } from '../../../test-support/dated.ts';

const w = await calendarWorld();
const kinds = ['a', 'b'] as const;
const source = (kind: Kind) => `PROVIDER_${kind.toUpperCase()}`;
const listing = (kind: Kind) => (kind === 'a' ? 'events.list' : 'calendarView.delta');
const invitation = {
  title: 'Due diligence',
  start: dated('2027-02-03T15:00'),
  end: dated('2027-02-03T16:30'),
  organizer: 'partner@elsewhere.example',
  attendees: ['third@elsewhere.example'],
  location: 'Zoom',
};

/** Counts a caller's meetings, without reading each. */
const countOf = async (staff: Client): Promise<number> =>
  (await staff.get(dated('/api/v1/meetings?from=2026-01-01T00:00:00&to=2028-01-01T00:00:00'))).body
    .total;

/** Counts the mails of a tenant: those of other tests may still go out. */
const mailsOf = ({ tenantUuid }: { tenantUuid: string }): number =>
  w.mails.filter((mail) => mail.tenantUuid === tenantUuid).length;

describe.each(eachProvider)('an event in a calendar of $provider', ({ kind }) => {
  test('that somebody outside organises appears with organiser, source and flags, and is not ours to edit', async () => {
    const { tenant, person, onlyMeeting, staff, path, history } = await w.staffWithCalendar(kind);
    const mails = mailsOf(tenant);
    person.create(invitation);
    const meeting = await onlyMeeting();
    expect(meeting).toMatchObject({
      title: 'Due diligence',
      startDateTime: dated('2027-02-03T15:00:00'),
      endDateTime: dated('2027-02-03T16:30:00'),
      timezone: 'America/Santiago',
      durationMinutes: 90,
      locationDetail: 'Zoom',
      status: 'ACTIVE',
      source: source(kind),
      organizerEmail: 'partner@elsewhere.example',
      externallyOrganized: true,
      showExternalCalendarIcon: true,
      externalSyncStatus: 'SYNCED',
      hostUuid: staff.identity['x-user-id'],
      canEdit: false,
      canCancel: false,
    });
    expect(meeting.participants).toMatchObject([
      { participantType: 'EXTERNAL', email: 'third@elsewhere.example', rsvpStatus: 'UNKNOWN' },
    ]);
    expect((await staff.put(path(meeting.meetingUuid), { title: 'Mine' })).status).toBe(409);
    expect((await history(meeting.meetingUuid))[0]).toMatchObject({
      direction: 'INWARD',
      operation: 'CREATE',
      outcome: 'DONE',
      provider: source(kind),
    });
    expect(mailsOf(tenant)).toBe(mails);
  });

  test('moves, is answered and is canceled over there, and so it is here, without a mail', async () => {
    const { tenant, person, onlyMeeting, read } = await w.staffWithCalendar(kind);
    const mails = mailsOf(tenant);
    const { id } = person.create(invitation);
    const { meetingUuid } = await onlyMeeting();
    person.move(id, dated('2027-02-04T09:00'));
    await expect
      .poll(async () => (await read(meetingUuid)).startDateTime, patience)
      .toBe(dated('2027-02-04T09:00:00'));
    expect((await read(meetingUuid)).endDateTime).toBe(dated('2027-02-04T10:30:00'));
    person.answer(id, 'third@elsewhere.example', 'declined');
    await expect
      .poll(async () => (await read(meetingUuid)).participants[0].rsvpStatus, patience)
      .toBe('DECLINED');
    person.cancel(id);
    await expect.poll(async () => (await read(meetingUuid)).status, patience).toBe('CANCELED');
    expect(mailsOf(tenant)).toBe(mails);
  });

  test('that is a series comes as one meeting for each instance; one of them moves and goes alone', async () => {
    const { person, meetings, staff, path } = await w.staffWithCalendar(kind);
    person.create({
      title: 'Weekly',
      start: dated('2027-03-30T09:00'),
      end: dated('2027-03-30T09:30'),
      recurrence: ['RRULE:FREQ=WEEKLY;COUNT=4'],
    });
    const starts = async () =>
      (await meetings())
        .filter((each) => each.status === 'ACTIVE')
        .map((each) => each.startDateTime);
    const usual = [
      dated('2027-03-30'),
      dated('2027-04-06'),
      dated('2027-04-13'),
      dated('2027-04-20'),
    ].map((day) => `${day}T09:00:00`);
    await expect.poll(starts, patience).toEqual(usual);
    const instances = person.instances();
    person.move(instances[1]?.id ?? '', dated('2027-04-07T11:00'));
    const moved = usual.with(1, dated('2027-04-07T11:00:00'));
    await expect.poll(starts, patience).toEqual(moved);
    person.cancel(instances[2]?.id ?? '');
    await expect.poll(starts, patience).toEqual(moved.toSpliced(2, 1));
    const [, , last] = (await meetings()).filter((each) => each.status === 'ACTIVE');
    await staff.put(path(last.meetingUuid), { title: 'Last one' });
    await expect
      .poll(() => person.instances().map(({ title }) => title), patience)
      .toEqual(['Weekly', 'Weekly', 'Last one']);
    expect((await meetings()).length).toBe(4);
  });

  test('that its owner made is theirs to edit here, too', async () => {
    const { person, onlyMeeting, staff, path, until } = await w.staffWithCalendar(kind);
    person.create({
      title: 'Mine',
      start: dated('2027-02-03T15:00'),
      end: dated('2027-02-03T16:00'),
    });
    const meeting = await onlyMeeting();
    expect(meeting).toMatchObject({
      externallyOrganized: false,
      source: source(kind),
      canEdit: true,
    });
    await staff.put(path(meeting.meetingUuid), { title: 'Still mine', locationDetail: 'Here' });
    await expect
      .poll(() => person.events()[0], patience)
      .toMatchObject({ title: 'Still mine', location: 'Here' });
    await until(meeting.meetingUuid, 'SYNCED');
    await staff.post(`${path(meeting.meetingUuid)}/cancel`);
    await expect.poll(() => person.events(), patience).toEqual([]);
  });

  test('that lasts whole days keeps them', async () => {
    const { person, onlyMeeting } = await w.staffWithCalendar(kind);
    person.create({ title: 'Conference', start: dated('2027-04-03'), end: dated('2027-04-05') });
    expect(await onlyMeeting()).toMatchObject({
      allDay: true,
      startDateTime: dated('2027-04-03T00:00:00'),
      endDateTime: dated('2027-04-05T00:00:00'),
    });
  });

  test('keeps its local time where clocks change, whatever the provider calls the zone', async () => {
    const { person, meetings } = await w.staffWithCalendar(kind);
    const zones = ['America/Santiago', 'Europe/Zurich', 'Asia/Kolkata', 'America/New_York'];
    for (const [at, zone] of zones.entries())
      person.create({
        title: zone,
        zone,
        start: dated(`2027-03-1${at}T08:30`),
        end: dated(`2027-03-1${at}T09:00`),
      });
    await expect.poll(async () => (await meetings()).length, patience).toBe(4);
    const seen = (await meetings()).map((each) => each.startDateTime);
    expect(seen).toEqual([0, 1, 2, 3].map((at) => dated(`2027-03-1${at}T08:30:00`)));
  });
});

describe.each(eachProvider)('what $provider tells', ({ kind }) => {
  test('of our own change is no change: no echo, no version, no mail', async () => {
    const { tenant, email, create, until, read, history, pull, simulator } =
      await w.staffWithCalendar(kind);
    const { meetingUuid } = await create({ externalAttendees: [{ email: 'eva@outside.example' }] });
    const synced = await until(meetingUuid, 'SYNCED');
    await expect
      .poll(() => simulator.pushes.records.some((each) => each.account === email), patience)
      .toBe(true);
    const mails = mailsOf(tenant);
    for (let again = 0; again < 3; again += 1)
      expect(await pull()).toMatchObject({ created: 0, updated: 0 });
    expect((await read(meetingUuid)).version).toBe(synced.version);
    expect(await history(meetingUuid)).toHaveLength(1);
    const writes = simulator.requests.filter(
      (each) =>
        each.account === email && /^events\.(insert|create|patch|update)/.test(each.operation),
    );
    expect(writes).toHaveLength(1);
    expect(mailsOf(tenant)).toBeLessThanOrEqual(mails + 1);
  });

  test('comes on many pages, and all of them are read', async () => {
    const { staff, person, pull, simulator } = await w.staffWithCalendar(kind);
    await pull();
    simulator.faults.add({ kind: 'drop-push', account: person.calendar.data.email, times: null });
    const start = Temporal.PlainDateTime.from(dated('2027-01-01T08:00'));
    const count = 310;
    for (let at = 0; at < count; at += 1) {
      const begins = start.add({ hours: at }).toString({ smallestUnit: 'minute' });
      const ends = start.add({ hours: at, minutes: 30 }).toString({ smallestUnit: 'minute' });
      person.create({ title: `N${at}`, start: begins, end: ends });
    }
    await pull();
    // A pull of the worker's own may have been first, and pulls are one after the other.
    await expect.poll(() => countOf(staff), patience).toBe(count);
    simulator.faults.clear();
  });

  test('is kept up to where it was applied: a pull that broke off goes on, and loses nothing', async () => {
    const { person, email, pull, staff, simulator } = await w.staffWithCalendar(kind);
    await pull();
    simulator.faults.add({ kind: 'drop-push', account: email, times: null });
    const operation = listing(kind);
    for (let at = 0; at < 300; at += 1)
      person.create({
        title: `N${at}`,
        start: dated('2027-01-05T08:00'),
        end: dated('2027-01-05T09:00'),
      });
    simulator.faults.add({
      kind: 'fail-before',
      operation,
      account: email,
      times: 2,
      probability: 0.6,
    });
    await staff.post('/api/v1/calendar/sync');
    await staff.post('/api/v1/calendar/sync');
    simulator.faults.clear();
    await expect.poll(async () => (await pull()).status, patience).toBe('CONNECTED');
    await expect.poll(() => countOf(staff), patience).toBe(300);
  });

  const spoil = (email: string) =>
    w.db.asPlatform(
      (tx) => tx`
        update calendar_connections set sync_token = left(sync_token, -9) where email = ${email}`,
    );

  test.each(['too old', 'badly formed'])(
    'with a token that is %s is listed anew, and what went meanwhile is canceled',
    async (fault) => {
      const { tenant, person, email, meetings, pull, simulator } = await w.staffWithCalendar(kind);
      const { id } = person.create({
        title: 'Goes',
        start: dated('2027-01-05T08:00'),
        end: dated('2027-01-05T09:00'),
      });
      person.create({
        title: 'Stays',
        start: dated('2027-01-06T08:00'),
        end: dated('2027-01-06T09:00'),
      });
      await expect.poll(async () => (await meetings()).length, patience).toBe(2);
      await w.atRest(tenant.tenantUuid);
      simulator.faults.add({ kind: 'drop-push', account: email, times: null });
      person.cancel(id);
      if (fault === 'too old') simulator.expireSyncTokens(email);
      else await spoil(email);
      expect(await pull()).toMatchObject({ canceled: 1, created: 0 });
      simulator.faults.clear();
      expect((await meetings()).map(({ title, status }) => [title, status])).toEqual([
        ['Goes', 'CANCELED'],
        ['Stays', 'ACTIVE'],
      ]);
    },
  );

  test('without end, page after page, is given up and listed anew', async () => {
    const { person, email, pull, meetings, simulator } = await w.staffWithCalendar(kind);
    await pull();
    simulator.faults.add({ kind: 'drop-push', account: email, times: null });
    person.create({
      title: 'Found',
      start: dated('2027-01-05T08:00'),
      end: dated('2027-01-05T09:00'),
    });
    simulator.faults.add({
      kind: 'endless-paging',
      operation: listing(kind),
      account: email,
      times: 3,
    });
    await pull();
    simulator.faults.clear();
    await expect
      .poll(async () => {
        await pull();
        return (await meetings()).map(({ title }) => title);
      }, patience)
      .toEqual(['Found']);
  });

  test('too rarely is asked for: what no push told comes with the next regular pull', async () => {
    const { person, email, onlyMeeting, tenant, simulator, pull } = await w.staffWithCalendar(kind);
    await pull();
    simulator.faults.add({ kind: 'drop-push', account: email, times: null });
    person.create({
      title: 'Unheard',
      start: dated('2027-01-05T08:00'),
      end: dated('2027-01-05T09:00'),
    });
    await w.db.asPlatform(
      (tx) =>
        tx`update calendar_connections set next_pull_at = now() where tenant_uuid = ${tenant.tenantUuid}`,
    );
    expect((await onlyMeeting()).title).toBe('Unheard');
    simulator.faults.clear();
  });

  test('too little of is found by comparing everything once a day, and the history says so', async () => {
    const { person, create, until, read, history, tenant, pull } = await w.staffWithCalendar(kind);
    const { meetingUuid } = await create();
    await until(meetingUuid, 'SYNCED');
    await pull();
    const event = person.events()[0];
    person.change(event?.id ?? '', { location: 'Moved in silence' });
    await expect
      .poll(async () => (await read(meetingUuid)).locationDetail, patience)
      .toBe('Moved in silence');
    await w.atRest(tenant.tenantUuid);
    // As if that change had never come through, here or in any delta.
    await w.db.asPlatform(
      (tx) => tx`
        update calendar_links set etag = 'old', fields = jsonb_set(fields, '{theirs,location}', '"Apoquindo 3000"')
         where tenant_uuid = ${tenant.tenantUuid}`,
    );
    await w.db.asPlatform(
      (tx) =>
        tx`update meetings set location_detail = 'Apoquindo 3000' where meeting_uuid = ${meetingUuid}`,
    );
    expect(await pull()).toMatchObject({ updated: 0 });
    await w.db.asPlatform(
      (tx) => tx`
        update calendar_connections set last_full_at = now() - interval '25 hours'
         where tenant_uuid = ${tenant.tenantUuid}`,
    );
    expect(await pull()).toMatchObject({ updated: 1 });
    expect((await read(meetingUuid)).locationDetail).toBe('Moved in silence');
    expect((await history(meetingUuid))[0]).toMatchObject({
      driftRepaired: true,
      changed: ['location'],
    });
  });
});

describe.each(eachProvider)('edits on both sides with $provider', ({ kind }) => {
  test('of different things are both kept', async () => {
    const { person, email, create, until, read, path, staff, simulator } =
      await w.staffWithCalendar(kind);
    const { meetingUuid } = await create();
    await until(meetingUuid, 'SYNCED');
    simulator.faults.add({ kind: 'drop-push', account: email, times: null });
    person.move(person.events()[0]?.id ?? '', dated('2027-03-15T12:00'));
    await staff.put(path(meetingUuid), { title: 'Both' });
    await expect
      .poll(async () => {
        const { title, startDateTime } = await read(meetingUuid);
        return [title, startDateTime, person.events()[0]?.title];
      }, patience)
      .toEqual(['Both', dated('2027-03-15T12:00:00'), 'Both']);
    simulator.faults.clear();
  });

  test.each([
    ['here', 3_600_000],
    ['there', -3_600_000],
    ['there', 0],
    ['here', 0],
  ] as const)(
    'of the same end with the later one, made %s, though clocks differ by %d ms',
    async (later, skew) => {
      const { person, email, create, until, read, path, staff, pull, simulator } =
        await w.staffWithCalendar(kind);
      const { meetingUuid } = await create();
      await until(meetingUuid, 'SYNCED');
      simulator.clock.skew(skew);
      await pull();
      const jam = simulator.faults.add({
        kind: 'fail-before',
        operation: 'events.*',
        account: email,
        times: null,
      });
      simulator.faults.add({ kind: 'drop-push', account: email, times: null });
      const there = () => person.change(person.events()[0]?.id ?? '', { title: 'Theirs' });
      // The answers tell the provider's time to the second: the two are made further apart than that.
      const apart = later === 'here' ? 2 : -2;
      const here = async () => {
        await staff.put(path(meetingUuid), { title: 'Ours' });
        await w.db.asPlatform(
          (tx) => tx`
          update calendar_pushes set changed_at = changed_at + ${apart} * interval '1 second'
           where meeting_uuid = ${meetingUuid}`,
        );
      };
      if (later === 'there') await here();
      there();
      if (later === 'here') await here();
      jam();
      const wins = later === 'there' ? 'Theirs' : 'Ours';
      await expect
        .poll(async () => [(await read(meetingUuid)).title, person.events()[0]?.title], patience)
        .toEqual([wins, wins]);
      simulator.clock.skew(0);
      simulator.faults.clear();
      await until(meetingUuid, 'SYNCED');
    },
  );

  test('never lose a cancellation, whichever side it was on', async () => {
    const { person, email, create, until, read, path, staff, simulator } =
      await w.staffWithCalendar(kind);
    const { meetingUuid } = await create();
    await until(meetingUuid, 'SYNCED');
    simulator.faults.add({ kind: 'drop-push', account: email, times: null });
    person.cancel(person.events()[0]?.id ?? '');
    await staff.put(path(meetingUuid), { title: 'Too late' });
    await expect.poll(async () => (await read(meetingUuid)).status, patience).toBe('CANCELED');
    simulator.faults.clear();
    expect(person.events()).toEqual([]);
  });

  test('an imported move tells our guests once, and goes no further', async () => {
    const { tenant, person, email, create, until, read, simulator } =
      await w.staffWithCalendar(kind);
    const { meetingUuid } = await create({ externalAttendees: [{ email: 'eva@outside.example' }] });
    await until(meetingUuid, 'SYNCED');
    await expect.poll(() => mailsOf(tenant), patience).toBe(1);
    const mails = mailsOf(tenant);
    const writes = () =>
      simulator.requests.filter(
        (each) => each.account === email && /patch|update/.test(each.operation),
      ).length;
    person.move(person.events()[0]?.id ?? '', dated('2027-03-16T10:00'));
    await expect
      .poll(async () => (await read(meetingUuid)).startDateTime, patience)
      .toBe(dated('2027-03-16T10:00:00'));
    await expect.poll(() => mailsOf(tenant) - mails, patience).toBe(1);
    expect(writes()).toBe(0);
    expect(await read(meetingUuid)).toMatchObject({ externalSyncStatus: 'SYNCED' });
  });
});

describe('identity', () => {
  test('an event that gets another identifier stays the same meeting', async () => {
    const { person, onlyMeeting, meetings, pull } = await w.staffWithCalendar('b');
    const { id } = person.create({
      title: 'Travels',
      start: dated('2027-01-05T08:00'),
      end: dated('2027-01-05T09:00'),
    });
    const { meetingUuid } = await onlyMeeting();
    person.moveBack(id);
    person.change(id, { title: 'Travelled' });
    await expect.poll(async () => (await onlyMeeting()).title, patience).toBe('Travelled');
    await pull();
    expect((await meetings()).map((each) => each.meetingUuid)).toEqual([meetingUuid]);
  });

  test.each(kinds)('one moved to a calendar we do not see is canceled (%s)', async (kind) => {
    const { person, onlyMeeting, read } = await w.staffWithCalendar(kind);
    const { id } = person.create({
      title: 'Leaves',
      start: dated('2027-01-05T08:00'),
      end: dated('2027-01-05T09:00'),
    });
    const { meetingUuid } = await onlyMeeting();
    person.moveAway(id);
    await expect.poll(async () => (await read(meetingUuid)).status, patience).toBe('CANCELED');
  });

  test('the same event in two connected calendars of a firm is one meeting, and goes on in the other', async () => {
    const one = await w.staffWithCalendar('a');
    const two = await w.staffWithCalendar('a', one.tenant);
    const shared = { ...invitation, id: 'sharedevent', attendees: [one.email, two.email] };
    one.person.create(shared);
    const { meetingUuid } = await one.onlyMeeting();
    two.person.create(shared);
    two.person.answer('sharedevent', two.email, 'accepted');
    await expect
      .poll(
        async () =>
          (await one.read(meetingUuid)).participants.map(
            (each: { rsvpStatus: string }) => each.rsvpStatus,
          ),
        patience,
      )
      .toEqual(['ACCEPTED']);
    expect((await two.meetings()).map((each) => each.meetingUuid)).toEqual([meetingUuid]);
    one.person.moveAway('sharedevent');
    await one.pull();
    expect((await one.read(meetingUuid)).status).toBe('ACTIVE');
    two.person.move('sharedevent', dated('2027-02-05T08:00'));
    await expect
      .poll(async () => (await one.read(meetingUuid)).startDateTime, patience)
      .toBe(dated('2027-02-05T08:00:00'));
    two.person.cancel('sharedevent');
    await expect.poll(async () => (await one.read(meetingUuid)).status, patience).toBe('CANCELED');
  });

  test('the same identifier in another firm’s calendar is another meeting', async () => {
    const one = await w.staffWithCalendar('a');
    const two = await w.staffWithCalendar('a');
    const { meetingUuid } = await one.create({ title: 'Ours alone' });
    await one.until(meetingUuid, 'SYNCED');
    const [event] = one.person.events();
    two.person.create({ ...invitation, id: event?.id ?? '' });
    const theirs = await two.onlyMeeting();
    expect(theirs.meetingUuid).not.toBe(meetingUuid);
    two.person.cancel(event?.id ?? '');
    await expect
      .poll(async () => (await two.read(theirs.meetingUuid)).status, patience)
      .toBe('CANCELED');
    expect((await one.read(meetingUuid)).status).toBe('ACTIVE');
  });
});

describe.each(eachProvider)('availability with a calendar of $provider', ({ kind }) => {
  const day = (hour: number) => ({
    startDateTime: dated(`2027-05-04T${hour}:00:00`),
    endDateTime: dated(`2027-05-04T${hour + 1}:00:00`),
    timezone: 'America/Santiago',
  });

  test('knows what is private as BUSY, free and declined as AVAILABLE, and shows no title', async () => {
    const { person, email, staff, meetings, pull } = await w.staffWithCalendar(kind);
    const at = (hour: number) => ({
      start: dated(`2027-05-04T${hour}:00`),
      end: dated(`2027-05-04T${hour + 1}:00`),
    });
    const secret = person.create({ title: 'Surgery', ...at(10) });
    person.change(secret.id, { extra: { visibility: 'private', sensitivity: 'private' } });
    person.create({ title: 'Free', showAs: 'free', ...at(12) });
    const declined = person.create({ ...invitation, ...at(14) });
    person.answer(declined.id, email, 'declined');
    person.create({ title: 'Perhaps', showAs: 'tentative', ...at(16) });
    const statusAt = async (hour: number) => {
      const { body } = await staff.post('/api/v1/availability/check', {
        userUuids: [staff.identity['x-user-id']],
        ...day(hour),
      });
      return body.availabilities[0].status;
    };
    await pull();
    await expect
      .poll(
        async () => [
          await statusAt(10),
          await statusAt(12),
          await statusAt(14),
          await statusAt(16),
          await statusAt(18),
        ],
        patience,
      )
      .toEqual(['BUSY', 'AVAILABLE', 'AVAILABLE', 'BUSY', 'AVAILABLE']);
    expect((await meetings()).map(({ title }) => title)).not.toContain('Surgery');
  });

  test('is UNKNOWN when the calendar cannot be read, and never free by accident', async () => {
    const { email, staff, pull, tenant, simulator } = await w.staffWithCalendar(kind);
    const check = async () => {
      const userUuids = [staff.identity['x-user-id']];
      const { body } = await staff.post('/api/v1/availability/check', { userUuids, ...day(10) });
      return body.availabilities[0].status;
    };
    await pull();
    expect(await check()).toBe('AVAILABLE');
    await w.db.asPlatform(
      (tx) => tx`
        update calendar_connections set last_synced_at = now() - interval '1 hour'
         where tenant_uuid = ${tenant.tenantUuid}`,
    );
    expect(await check()).toBe('UNKNOWN');
    await pull();
    expect(await check()).toBe('AVAILABLE');
    simulator.revoke(email);
    simulator.expireAccessTokens(email);
    await staff.post('/api/v1/calendar/sync');
    expect(await check()).toBe('UNKNOWN');
  });
});
