import { describe, expect, test } from 'vitest';
import { calendarWorld, patience } from '../../../test-support/calendar-world.ts';
import { dated } from '../../../test-support/dated.ts';

const w = await calendarWorld();
const weekly = { recurrence: ['RRULE:FREQ=WEEKLY;COUNT=3'] };
const days = [dated('2027-03-10'), dated('2027-03-17'), dated('2027-03-24')];

describe.each([
  ['Google', 'a', 'events.insert'],
  ['Microsoft', 'b', 'events.create'],
] as const)('a meeting whose creation %s never answered', (_name, kind, operation) => {
  /** A meeting whose event exists without our knowing; `answer` lets the next try through. */
  async function unanswered() {
    const host = await w.staffWithCalendar(kind);
    const { email, simulator, create, person, meetings, pull } = host;
    await pull();
    const account = { operation, account: email };
    simulator.faults.add({ kind: 'drop-push', account: email, times: null });
    const repair = simulator.faults.add({ kind: 'fail-after', ...account, times: null });
    const { meetingUuid } = await create({ title: 'Review' });
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
      repair();
      await host.staff.post(`${host.path(meetingUuid)}/sync`);
      await host.until(meetingUuid, 'SYNCED');
      await pull();
    };
    return { ...host, meetingUuid, eventId: person.events()[0]?.id ?? '', starts, there, answer };
  }

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
