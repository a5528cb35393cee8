import { describe, expect, test } from 'vitest';
import { calendarWorld, patience } from '../../../test-support/calendar-world.ts';
import { dated } from '../../../test-support/dated.ts';

const w = await calendarWorld();
const weekly = { recurrence: ['RRULE:FREQ=WEEKLY;COUNT=3'] };
const days = [dated('2027-03-10'), dated('2027-03-17'), dated('2027-03-24')];

describe.each([
  ['Google', 'a', 'events.insert', 'events.get'],
  ['Microsoft', 'b', 'events.create', 'events.list'],
] as const)('a meeting whose creation %s never answered', (_name, kind, operation, look) => {
  /** A meeting whose event exists without our knowing; `answer` lets the next try through. */
  async function unanswered(changes: object = {}) {
    const host = await w.staffWithCalendar(kind);
    const { email, simulator, create, person, meetings, pull } = host;
    await pull();
    if ('externalAttendees' in changes) {
      const admin = await host.tenant.as('TENANT_ADMIN');
      await admin.put('/api/v1/calendar/settings', { clientNames: 'FULL' });
    }
    const account = { operation, account: email };
    simulator.faults.add({ kind: 'drop-push', account: email, times: null });
    const repairs = [
      simulator.faults.add({ kind: 'fail-after', ...account, times: null }),
      // Nor can a repeat that is refused look at what stands there.
      simulator.faults.add({ kind: 'fail-before', operation: look, account: email, times: null }),
    ];
    const { meetingUuid } = await create({ title: 'Review', ...changes });
    await expect.poll(() => person.events().length, patience).toBe(1);
    const starts = async () =>
      (await meetings())
        .filter(({ status }) => status === 'ACTIVE')
        .map(({ startDateTime }) => startDateTime.slice(0, 10));
    const there = () =>
      person
        .instances()
        .map(({ span }) => (span.allDay ? span.start : span.start.local).slice(0, 10))
        .sort();
    const answer = async () => {
      for (const repair of repairs) repair();
      await host.staff.post(`${host.path(meetingUuid)}/sync`);
      await host.until(meetingUuid, 'SYNCED');
      await pull();
    };
    return { ...host, meetingUuid, eventId: person.events()[0]?.id ?? '', starts, there, answer };
  }

  const [eva, max, ida] = ['eva@outside.example', 'max@outside.example', 'ida@outside.example'];

  /** One with a guest. Over there the host renames it and, where guests are listed, adds one; the first accepts. */
  async function changedThere() {
    const lost = await unanswered({ externalAttendees: [{ email: eva }] });
    const { person, eventId } = lost;
    if (kind === 'a') {
      const { attendees } = person.find(eventId);
      const added = { email: max, answer: 'none', optional: false } as const;
      person.change(eventId, { attendees: [...attendees, added] });
      person.answer(eventId, eva, 'accepted');
    }
    person.change(eventId, { title: 'Theirs' });
    const answers = () =>
      person.find(eventId).attendees.map(({ email, answer }) => [email, answer]);
    return { ...lost, answers };
  }

  test.each(['its next try', 'a pull'])(
    'takes over what was changed in its event before %s',
    async (first) => {
      const { person, eventId, meetingUuid, pull, read, answer, answers } = await changedThere();
      if (first === 'a pull') await pull();
      await answer();
      const { title, participants } = await read(meetingUuid);
      expect([title, person.find(eventId).title]).toEqual(['Theirs', 'Theirs']);
      if (kind === 'b') return;
      expect(participants).toMatchObject([{ email: eva, rsvpStatus: 'ACCEPTED' }]);
      expect(answers()).toEqual([
        [eva, 'accepted'],
        [max, 'none'],
      ]);
    },
  );

  test.each(['its next try', 'a pull'])(
    'brings out what was changed here before %s, and leaves the others’ guests',
    async (first) => {
      const { person, eventId, meetingUuid, staff, path, pull, read, answer, answers } =
        await changedThere();
      await staff.put(path(meetingUuid), { title: 'Ours', externalAttendees: [{ email: ida }] });
      if (first === 'a pull') await pull();
      await answer();
      expect((await read(meetingUuid)).title).toBe('Ours');
      expect(person.find(eventId).title).toBe('Ours');
      if (kind === 'b') return;
      expect(answers().sort()).toEqual([
        [ida, 'none'],
        [max, 'none'],
      ]);
    },
  );

  test('goes on as the first instance of the series that its event became', async () => {
    const { person, eventId, meetingUuid, pull, answer, starts, there, read } = await unanswered();
    person.change(eventId, weekly);
    await pull();
    await answer();
    expect(await starts()).toEqual(days);
    expect(there()).toEqual(days);
    expect(await read(meetingUuid)).toMatchObject({ startDateTime: dated('2027-03-10T10:00:00') });
  });

  test('does so when its try comes before anything is listed', async () => {
    const { person, eventId, answer, starts, there } = await unanswered();
    person.change(eventId, weekly);
    await answer();
    expect(await starts()).toEqual(days);
    expect(there()).toEqual(days);
  });

  test('keeps the time to which it was moved here meanwhile', async () => {
    const { person, eventId, meetingUuid, staff, path, pull, answer, starts, there } =
      await unanswered();
    person.change(eventId, weekly);
    const moved = {
      startDateTime: dated('2027-03-12T09:00:00'),
      endDateTime: dated('2027-03-12T10:00:00'),
    };
    await staff.put(path(meetingUuid), moved);
    await pull();
    await answer();
    expect(await starts()).toEqual([dated('2027-03-12'), ...days.slice(1)]);
    expect(there()).toEqual([dated('2027-03-12'), ...days.slice(1)]);
  });

  test('takes the next instance when the first one was removed', async () => {
    const { person, eventId, pull, answer, starts, there } = await unanswered();
    person.change(eventId, weekly);
    person.cancel(person.instances()[0]?.id ?? '');
    await pull();
    await answer();
    expect(await starts()).toEqual(there());
    expect(there()).toEqual(days.slice(1));
  });

  test('is canceled when every instance was removed', async () => {
    const { person, eventId, meetingUuid, answer, starts, there, read } = await unanswered();
    person.change(eventId, weekly);
    for (const { id } of person.instances()) person.cancel(id);
    await answer();
    expect([await starts(), there()]).toEqual([[], []]);
    expect(await read(meetingUuid)).toMatchObject({ status: 'CANCELED' });
  });
});

describe.each([
  ['Google', 'a'],
  ['Microsoft', 'b'],
] as const)('a meeting whose event at %s became a series unseen', (_name, kind) => {
  async function linked() {
    const host = await w.staffWithCalendar(kind);
    await host.pull();
    const { meetingUuid } = await host.create({ title: 'Review' });
    await host.until(meetingUuid, 'SYNCED');
    await host.pull();
    host.simulator.faults.add({ kind: 'drop-push', account: host.email, times: null });
    return { ...host, meetingUuid, eventId: host.person.events()[0]?.id ?? '' };
  }

  test('follows it over years', async () => {
    const { person, eventId, meetingUuid, pull, read, staff, path } = await linked();
    person.move(eventId, dated('2028-09-06T10:00'));
    person.change(eventId, weekly);
    await pull();
    await staff.put(path(meetingUuid), { title: 'Far' });
    await expect
      .poll(() => read(meetingUuid), patience)
      .toMatchObject({ startDateTime: dated('2028-09-06T10:00:00'), externalSyncStatus: 'SYNCED' });
  });

  test('is canceled when every instance was removed', async () => {
    const { person, eventId, meetingUuid, pull, read, simulator, email } = await linked();
    person.change(eventId, weekly);
    for (const { id } of person.instances()) person.cancel(id);
    simulator.expireSyncTokens(email);
    await pull();
    expect(await read(meetingUuid)).toMatchObject({ status: 'CANCELED' });
  });
});
