import { describe, expect, test } from 'vitest';
import {
  calendarWorld,
  eachProvider,
  type Kind,
  patience,
} from '../../../test-support/calendar-world.ts';
import { dated } from '../../../test-support/dated.ts';

const w = await calendarWorld();
const guest = 'client@outside.example';
const change = (kind: Kind) => (kind === 'a' ? 'events.patch' : 'events.update');
const ahead = {
  startDateTime: dated('2028-03-10T10:00:00'),
  endDateTime: dated('2028-03-10T11:00:00'),
};

/** Says what the guest was told, without invitations. */
const cancellations = (email: string) =>
  w.mails.filter(({ to, calendar }) => to === email && calendar?.method === 'CANCEL');

describe.each(eachProvider)('beyond the window that $provider lists', ({ kind }) => {
  test('a meeting made for fifteen months ahead stays, and its guest is not told otherwise', async () => {
    const { person, create, read, until, pull, staff, path } = await w.staffWithCalendar(kind);
    await pull();
    const email = `far-${kind}@outside.example`;
    const { meetingUuid } = await create({ ...ahead, externalAttendees: [{ email }] });
    await until(meetingUuid, 'SYNCED');
    for (let again = 0; again < 3; again += 1) expect(await pull()).toMatchObject({ canceled: 0 });
    expect(await read(meetingUuid)).toMatchObject({ status: 'ACTIVE' });
    expect(cancellations(email)).toEqual([]);
    const [event] = person.instances({ fromMs: 0, toMs: Date.parse(dated('2029-01-01')) });
    person.move(event?.id ?? '', dated('2028-03-11T09:00'));
    await expect
      .poll(async () => (await read(meetingUuid)).startDateTime, patience)
      .toBe(dated('2028-03-11T09:00:00'));
    await staff.put(path(meetingUuid), { title: 'Still here' });
    await expect.poll(() => person.find(event?.id ?? '').title, patience).toBe('Still here');
    person.cancel(event?.id ?? '');
    await expect.poll(async () => (await read(meetingUuid)).status, patience).toBe('CANCELED');
  });

  test.each([
    ['out of it and back', dated('2028-06-01T10:00')],
    ['fifty days back', dated('2026-10-04T10:00')],
  ])('an event that moves %s takes its meeting along', async (_way, away) => {
    const { person, create, read, until, pull } = await w.staffWithCalendar(kind);
    const { meetingUuid } = await create();
    await until(meetingUuid, 'SYNCED');
    await pull();
    const { id } = person.instances()[0] ?? { id: '' };
    person.move(id, away);
    await expect
      .poll(async () => (await read(meetingUuid)).startDateTime, patience)
      .toBe(`${away}:00`);
    person.move(id, dated('2027-03-12T10:00'));
    await expect
      .poll(async () => (await read(meetingUuid)).startDateTime, patience)
      .toBe(dated('2027-03-12T10:00:00'));
    await pull();
    expect(await read(meetingUuid)).toMatchObject({ status: 'ACTIVE' });
    expect(person.find(id).status).toBe('confirmed');
  });

  test('an event that a full listing does not name is asked for, wherever it is', async () => {
    const { email, person, create, read, until, pull, simulator } = await w.staffWithCalendar(kind);
    const { meetingUuid } = await create(ahead);
    await until(meetingUuid, 'SYNCED');
    await pull();
    simulator.faults.add({ kind: 'drop-push', account: email, times: null });
    const [event] = person.instances({ fromMs: 0, toMs: Date.parse(dated('2029-01-01')) });
    person.change(event?.id ?? '', { title: 'Renamed far ahead' });
    simulator.expireSyncTokens(email);
    await pull();
    expect(await read(meetingUuid)).toMatchObject({ status: 'ACTIVE', title: 'Renamed far ahead' });
    simulator.faults.clear();
  });
});

const strangeCodes = {
  a: ['notFound', 'domainPolicy'],
  b: ['MailboxNotEnabledForRESTAPI', 'ResourceNotFound', 'ErrorMailboxMoveInProgress'],
};

describe.each(eachProvider)('a 404 of $provider', ({ kind }) => {
  test.each(strangeCodes[kind])('that says %s of the calendar cancels nothing', async (code) => {
    const { email, person, create, read, until, staff, path, connection, simulator } =
      await w.staffWithCalendar(kind);
    const attendee = `${code.toLowerCase()}-${kind}@outside.example`;
    const { meetingUuid } = await create({ externalAttendees: [{ email: attendee }] });
    await until(meetingUuid, 'SYNCED');
    for (const operation of ['events.*', 'calendarView.*'])
      simulator.faults.add({
        kind: 'fail-before',
        status: 404,
        code,
        operation,
        account: email,
        times: null,
      });
    await staff.put(path(meetingUuid), { title: 'Edited meanwhile' });
    expect((await staff.post('/api/v1/calendar/sync')).status).toBe(503);
    await expect
      .poll(async () => (await connection()).lastError, patience)
      .toBe('CALENDAR_NOT_FOUND');
    await until(meetingUuid, 'FAILED');
    const failed = await read(meetingUuid);
    expect(failed).toMatchObject({ status: 'ACTIVE', externalSyncStatus: 'FAILED' });
    expect(failed.syncFailureCode).toBe('CALENDAR_NOT_FOUND');
    expect((await connection()).status).toBe('CONNECTED');
    expect(cancellations(attendee)).toEqual([]);
    simulator.faults.clear();
    await staff.post(`${path(meetingUuid)}/sync`);
    await expect.poll(() => person.instances()[0]?.title, patience).toBe('Edited meanwhile');
  });

  test('of a change alone, as a provider without that call gives it, loses no event', async () => {
    const { email, person, create, read, until, staff, path, simulator } =
      await w.staffWithCalendar(kind);
    const { meetingUuid } = await create();
    await until(meetingUuid, 'SYNCED');
    const unknown = { kind: 'fail-before', status: 404, code: '', account: email } as const;
    simulator.faults.add({ ...unknown, operation: change(kind), times: null });
    await staff.put(path(meetingUuid), { title: 'Cannot be sent' });
    await until(meetingUuid, 'FAILED');
    expect(await read(meetingUuid)).toMatchObject({
      status: 'ACTIVE',
      syncFailureCode: 'NOT_SUPPORTED',
    });
    expect(person.instances()).toHaveLength(1);
    simulator.faults.clear();
  });

  test('of the event itself is believed: the meeting goes with its event', async () => {
    const { email, person, create, read, until, staff, path, simulator, pull } =
      await w.staffWithCalendar(kind);
    await pull();
    const { meetingUuid } = await create({ externalAttendees: [{ email: guest }] });
    await until(meetingUuid, 'SYNCED');
    simulator.faults.add({ kind: 'drop-push', account: email, times: null });
    person.cancel(person.instances()[0]?.id ?? '');
    await staff.put(path(meetingUuid), { title: 'Too late' });
    await expect.poll(async () => (await read(meetingUuid)).status, patience).toBe('CANCELED');
    simulator.faults.clear();
  });
});

describe.each(eachProvider)('events of one UID at $provider', ({ kind }) => {
  async function withEvent(email: string) {
    const host = await w.staffWithCalendar(kind);
    const { person, create, until, pull, simulator } = host;
    await pull();
    simulator.faults.add({ kind: 'drop-push', account: host.email, times: null });
    const { meetingUuid } = await create({ externalAttendees: [{ email }] });
    await until(meetingUuid, 'SYNCED');
    await pull();
    const [{ id, title, iCalUid } = { id: '', title: '', iCalUid: '' }] = person.instances();
    const again = () =>
      person.create({
        title,
        start: dated('2027-03-10T10:00'),
        end: dated('2027-03-10T11:00'),
        iCalUid,
      });
    const remains = async () => {
      await pull();
      const found = await host.meetings();
      expect(found.map(({ status }) => status)).toEqual(['ACTIVE']);
      expect(found[0]).toMatchObject({ meetingUuid, title });
      expect(cancellations(email)).toEqual([]);
    };
    return { ...host, id, again, remains };
  }

  test('are one meeting, also when the old one goes before the new one comes', async () => {
    const { person, pull, read, id, again, remains, onlyMeeting } = await withEvent(
      `twin-${kind}@outside.example`,
    );
    person.cancel(id);
    const { id: newId } = again();
    await remains();
    person.change(newId, { title: 'Followed' });
    await pull();
    const { meetingUuid } = await onlyMeeting();
    expect(await read(meetingUuid)).toMatchObject({ title: 'Followed' });
  });

  test.each(['first', 'second'])('lose the %s of two, and the meeting stays', async (which) => {
    const { person, id, again, remains, pull, onlyMeeting } = await withEvent(
      `${which}-${kind}@outside.example`,
    );
    const { id: copy } = again();
    await remains();
    person.cancel(which === 'first' ? id : copy);
    await remains();
    person.cancel(which === 'first' ? copy : id);
    await pull();
    expect(await onlyMeeting()).toMatchObject({ status: 'CANCELED' });
  });
});

describe.each(eachProvider)('a pull that would cancel many meetings of $provider', ({ kind }) => {
  async function withMeetings(count: number) {
    const host = await w.staffWithCalendar(kind);
    const { person, pull, email, simulator } = host;
    await pull();
    simulator.faults.add({ kind: 'drop-push', account: email, times: null });
    for (let at = 0; at < count; at += 1) {
      const day = String(10 + at).padStart(2, '0');
      person.create({
        title: `N${at}`,
        start: dated(`2027-02-${day}T09:00`),
        end: dated(`2027-02-${day}T10:00`),
      });
    }
    await pull();
    // One request, so that all of it is as of one moment.
    const range = dated('from=2026-01-01T00:00:00&to=2028-01-01T00:00:00');
    const active = async () => {
      const { body } = await host.staff.get(`/api/v1/meetings?${range}&status=ACTIVE`);
      return body.meetings.map(({ title }: { title: string }) => title);
    };
    expect(await active()).toHaveLength(count);
    const remove = (few: number) => {
      for (const { id } of person.instances().slice(0, few)) person.cancel(id);
    };
    return { ...host, remove, active };
  }

  test('applies nothing of it, tells the person once, and goes on exporting', async () => {
    const host = await withMeetings(8);
    const { person, pull, connection, create, until, remove, active } = host;
    person.change(person.instances()[7]?.id ?? '', { title: 'Renamed in the same pull' });
    remove(6);
    expect(await pull()).toMatchObject({ updated: 0, canceled: 0, created: 0 });
    expect(await active()).toHaveLength(8);
    expect(await active()).toContain('N7');
    const shown = await connection();
    expect(shown).toMatchObject({ status: 'CONNECTED', lastError: 'SYNC_SUSPENDED' });
    expect(shown.suspended).toMatchObject({ total: 6 });
    expect(shown.suspended.meetings).toHaveLength(6);
    expect(shown.suspended.meetings[0]).toMatchObject({
      title: 'N0',
      startDateTime: dated('2027-02-10T09:00:00'),
    });
    const told = () =>
      w.mails.filter(
        ({ subject, tenantUuid }) =>
          tenantUuid === host.tenant.tenantUuid && /decision|decisión/.test(subject),
      ).length;
    await expect.poll(told, patience).toBeGreaterThan(0);
    const mails = told();
    await pull();
    const { meetingUuid } = await create();
    await until(meetingUuid, 'SYNCED');
    expect((await connection()).lastError).toBe('SYNC_SUSPENDED');
    expect(told()).toBe(mails);
  });

  test('cancels what was shown once the person says APPLY, and takes in the rest', async () => {
    const { tenant, staff, person, pull, connection, remove, active } = await withMeetings(8);
    const { tenantUuid } = tenant;
    await w.db.asPlatform(
      (tx) => tx`
        update meetings set is_personal = title not in ('N0', 'N1') where tenant_uuid = ${tenantUuid}`,
    );
    remove(6);
    person.change(person.instances()[0]?.id ?? '', { title: 'Renamed' });
    await pull();
    const { status, body } = await staff.post('/api/v1/calendar/suspension', { decision: 'APPLY' });
    expect(status).toBe(200);
    expect(body).toMatchObject({ status: 'CONNECTED', lastError: null });
    expect(body.suspended).toBeUndefined();
    const counted = await w.db.asPlatform(
      (tx) => tx<{ count: string }[]>`
        select attributes ->> 'meetingCount' as count from events
         where tenant_uuid = ${tenantUuid} and event_type like 'calendar.suspen%' order by event_uuid`,
    );
    expect(counted.map(({ count }) => count)).toEqual(['2', '2']);
    await expect.poll(active, patience).toEqual(['Renamed', 'N7']);
    await expect.poll(async () => (await connection()).lastError, patience).toBeNull();
    const again = await staff.post('/api/v1/calendar/suspension', { decision: 'APPLY' });
    expect(again.status).toBe(409);
    expect(again.body.code).toBe('NOTHING_SUSPENDED');
  });

  test('writes the events anew once the person says KEEP', async () => {
    const { staff, person, pull, remove, active, meetings, connection } = await withMeetings(8);
    remove(7);
    await pull();
    const { status } = await staff.post('/api/v1/calendar/suspension', { decision: 'KEEP' });
    expect(status).toBe(200);
    const titles = () =>
      person
        .instances()
        .map(({ title }) => title)
        .sort();
    const all = Array.from({ length: 8 }, (_, at) => `N${at}`);
    await expect.poll(titles, patience).toEqual(all);
    await expect
      .poll(
        async () => (await meetings()).every((each) => each.externalSyncStatus === 'SYNCED'),
        patience,
      )
      .toBe(true);
    for (let again = 0; again < 2; again += 1) await pull();
    expect((await active()).sort()).toEqual(all);
    expect(titles()).toEqual(all);
    expect(await connection()).toMatchObject({ lastError: null });
  });

  test.runIf(kind === 'a')(
    'asks about each meeting once, whatever else goes before the decision',
    async () => {
      const { staff, pull, connection, remove, active } = await withMeetings(13);
      const suspended = async () => (await connection()).suspended?.total;
      remove(6);
      await pull();
      remove(6);
      await staff.post('/api/v1/calendar/suspension', { decision: 'APPLY' });
      await expect.poll(suspended, patience).toBe(6);
      expect(await active()).toHaveLength(13);
      await staff.post('/api/v1/calendar/suspension', { decision: 'APPLY' });
      await expect.poll(active, patience).toEqual(['N12']);
    },
  );

  test('cancels nothing when all events have other identifiers, as in a mailbox that moved', async () => {
    const { person, pull, connection, active, email, simulator } = await withMeetings(7);
    for (const { id, title, span, iCalUid } of person.instances()) {
      if (span.allDay) throw new Error('These have times');
      person.create({ title, start: span.start.local, end: span.end.local, iCalUid });
      person.cancel(id);
    }
    simulator.expireSyncTokens(email);
    expect(await pull()).toMatchObject({ created: 0, canceled: 0 });
    expect(await connection()).toMatchObject({ lastError: null });
    expect(await active()).toHaveLength(7);
    person.change(person.instances()[3]?.id ?? '', { title: 'Followed' });
    await pull();
    expect(await active()).toContain('Followed');
  });

  test.runIf(kind === 'a')(
    'does not count meetings that go on in a colleague’s calendar',
    async () => {
      const { tenant, person, email, pull, remove, active, connection } = await withMeetings(0);
      const colleague = await w.staffWithCalendar(kind, tenant);
      for (let at = 0; at < 6; at += 1) {
        const shared = {
          title: `Shared ${at}`,
          start: dated(`2027-06-1${at}T09:00`),
          end: dated(`2027-06-1${at}T10:00`),
          organizer: 'partner@elsewhere.example',
          attendees: [email, colleague.email],
          iCalUid: `shared-${kind}-${at}@elsewhere.example`,
        };
        person.create(shared);
        colleague.person.create(shared);
      }
      await pull();
      await colleague.pull();
      expect(await active()).toHaveLength(6);
      remove(6);
      await pull();
      expect(await connection()).toMatchObject({ lastError: null });
      expect(await active()).toHaveLength(6);
    },
  );

  test.runIf(kind === 'b')(
    'cancels nothing either when each of them is edited here before it',
    async () => {
      const { staff, path, meetings, connection, remove, active } = await withMeetings(7);
      const uuids = (await meetings()).map(({ meetingUuid }) => meetingUuid);
      remove(6);
      for (const uuid of uuids) await staff.put(path(uuid), { title: 'Edited' });
      await expect.poll(async () => (await connection()).suspended?.total, patience).toBe(6);
      await expect.poll(async () => (await connection()).waitingOutward, patience).toBe(0);
      expect(await active()).toHaveLength(7);
    },
  );

  test.runIf(kind === 'b')(
    'does not count events whose meetings another host has by now',
    async () => {
      const { tenant, staff, email, simulator, create, until, remove, pull, connection } =
        await withMeetings(0);
      const uuids: string[] = [];
      for (let at = 0; at < 6; at += 1) {
        const day = dated(`2027-05-1${at}`);
        const times = { startDateTime: `${day}T10:00:00`, endDateTime: `${day}T11:00:00` };
        uuids.push((await create(times)).meetingUuid);
      }
      for (const uuid of uuids) await until(uuid, 'SYNCED');
      await pull();
      const refusal = {
        kind: 'fail-before',
        status: 403,
        code: 'forbidden',
        account: email,
      } as const;
      simulator.faults.add({ ...refusal, operation: 'events.delete', times: null });
      const admin = await tenant.as('TENANT_ADMIN');
      const from = staff.identity['x-user-id'];
      const to = { toStaffUuid: admin.identity['x-user-id'] };
      await admin.post(`/api/tenant-staff/${from}/transfer`, to);
      const removals = async () => {
        const { body } = await admin.get(`/api/v1/meetings/${uuids[5]}/sync-history`);
        return body.attempts.map(({ outcome }: { outcome: string }) => outcome);
      };
      await expect.poll(removals, patience).toContain('FAILED');
      remove(6);
      await pull();
      expect(await connection()).toMatchObject({ lastError: null });
      simulator.faults.clear();
    },
  );

  test('goes through when it is less than a quarter, five meetings, or one series', async () => {
    const { person, pull, remove, active, connection, email, simulator } = await withMeetings(10);
    remove(5);
    await pull();
    expect(await active()).toHaveLength(5);
    const series = person.create({
      title: 'Daily',
      start: dated('2027-04-01T09:00'),
      end: dated('2027-04-01T09:15'),
      recurrence: ['RRULE:FREQ=DAILY;COUNT=12'],
    });
    await pull();
    expect(await active()).toHaveLength(17);
    person.cancel(series.id);
    simulator.expireSyncTokens(email);
    await pull();
    expect(await active()).toHaveLength(5);
    expect(await connection()).toMatchObject({ lastError: null });
  });

  test('keeps meetings that were made here, too, and decides for who is asked alone', async () => {
    const { staff, tenant, person, pull, remove, active, create, until } = await withMeetings(0);
    for (let at = 0; at < 6; at += 1) {
      const day = dated(`2027-05-1${at}`);
      const input = { startDateTime: `${day}T10:00:00`, endDateTime: `${day}T11:00:00` };
      const { meetingUuid } = await create({ ...input, title: `Ours ${at}` });
      await until(meetingUuid, 'SYNCED');
    }
    // A guest whom the host added comes back with the event: it has the same identifier at Google.
    const eventId = person.instances()[0]?.id ?? '';
    const added = { email: 'added@outside.example', answer: 'accepted', optional: false } as const;
    if (kind === 'a') person.change(eventId, { attendees: [added] });
    await pull();
    remove(6);
    await pull();
    const other = await tenant.as('TENANT_ADMIN');
    expect((await other.post('/api/v1/calendar/suspension', { decision: 'KEEP' })).status).toBe(
      409,
    );
    const wrong = await staff.post('/api/v1/calendar/suspension', { decision: 'LATER' });
    expect(wrong.status).toBe(400);
    await staff.post('/api/v1/calendar/suspension', { decision: 'KEEP' });
    await expect.poll(() => person.instances().length, patience).toBe(6);
    if (kind === 'a') expect(person.find(eventId).attendees).toEqual([added]);
    await pull();
    expect(await active()).toHaveLength(6);
  });
});
