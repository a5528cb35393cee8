import { describe, expect, test } from 'vitest';
import { calendarWorld, eachProvider, patience } from '../../../test-support/calendar-world.ts';
import { dated } from '../../../test-support/dated.ts';

const w = await calendarWorld();
type Spanned = { span: { start: string | { local: string } } };
const startOf = ({ span }: Spanned) =>
  typeof span.start === 'string' ? span.start : span.start.local;
const byStart = <T extends Spanned>(events: T[]) =>
  events.sort((one, other) => (startOf(one) < startOf(other) ? -1 : 1));
const weekly = ['RRULE:FREQ=WEEKLY;COUNT=4'];

describe.each(eachProvider)('a single event of $provider that becomes a series', ({ kind }) => {
  async function withMeeting(made: 'here' | 'there') {
    const host = await w.staffWithCalendar(kind);
    const { person, create, until, onlyMeeting, meetings, pull } = host;
    await pull();
    const email = `${made}-${kind}-${Math.random().toString(36).slice(2)}@outside.example`;
    if (made === 'here') {
      const { meetingUuid } = await create({ title: 'Review', externalAttendees: [{ email }] });
      await until(meetingUuid, 'SYNCED');
    } else
      person.create({
        title: 'Review',
        start: dated('2027-03-10T10:00'),
        end: dated('2027-03-10T11:00'),
      });
    const { meetingUuid } = await onlyMeeting();
    const event = person.events()[0] ?? { id: '' };
    const instances = () => byStart(person.instances());
    const told = () =>
      w.mails.filter((mail) => mail.to === email && mail.calendar?.method === 'CANCEL').length;
    const starts = async () =>
      (await meetings())
        .filter(({ status }) => status === 'ACTIVE')
        .map(({ startDateTime }) => startDateTime.slice(0, 10));
    return { ...host, meetingUuid, eventId: event.id, told, starts, instances };
  }
  const days = [dated('2027-03-10'), dated('2027-03-17'), dated('2027-03-24'), dated('2027-03-31')];

  test.each(['here', 'there'] as const)(
    'made %s goes on as its first instance; the others become meetings',
    async (made) => {
      const {
        person,
        instances,
        meetingUuid,
        eventId,
        told,
        starts,
        read,
        staff,
        path,
        meetings,
        pull,
        until,
      } = await withMeeting(made);
      person.change(eventId, { recurrence: weekly });
      await expect.poll(starts, patience).toEqual(days);
      await pull();
      expect(await starts()).toEqual(days);
      expect(instances()).toHaveLength(4);
      expect(await read(meetingUuid)).toMatchObject({
        status: 'ACTIVE',
        startDateTime: dated('2027-03-10T10:00:00'),
      });
      expect(told()).toBe(0);

      await staff.put(path(meetingUuid), { title: 'First alone' });
      await expect
        .poll(() => instances().map(({ title }) => title), patience)
        .toEqual(['First alone', 'Review', 'Review', 'Review']);
      await until(meetingUuid, 'SYNCED');
      const second = (await meetings()).find((each) =>
        each.startDateTime.startsWith(days[1] ?? ''),
      );
      await staff.post(`${path(second.meetingUuid)}/cancel`);
      await expect.poll(() => instances().length, patience).toBe(3);
      person.cancel(instances()[1]?.id ?? '');
      await expect.poll(starts, patience).toEqual([days[0], days[3]]);
      await pull();
      expect(instances()).toHaveLength(2);
      expect(told()).toBe(0);
    },
  );

  test.each(['here', 'there'] as const)(
    'made %s loses one instance alone, although its meeting is canceled before anybody told us',
    async (made) => {
      const {
        person,
        instances,
        meetingUuid,
        eventId,
        starts,
        read,
        staff,
        path,
        email,
        simulator,
        pull,
      } = await withMeeting(made);
      simulator.faults.add({ kind: 'drop-push', account: email, times: null });
      person.change(eventId, { recurrence: weekly });
      await staff.post(`${path(meetingUuid)}/cancel`);
      await expect.poll(() => instances().length, patience).toBe(3);
      await pull();
      await expect.poll(starts, patience).toEqual(days.slice(1));
      expect(await read(meetingUuid)).toMatchObject({ status: 'CANCELED' });
      expect(instances()).toHaveLength(3);
      simulator.faults.clear();
    },
  );

  test('is edited here as one instance, although nobody told us yet', async () => {
    const { person, instances, meetingUuid, eventId, starts, staff, path, email, simulator, pull } =
      await withMeeting('here');
    simulator.faults.add({ kind: 'drop-push', account: email, times: null });
    person.change(eventId, { recurrence: weekly });
    await staff.put(path(meetingUuid), { title: 'Edited' });
    const titles = () => instances().map(({ title }) => title);
    await expect.poll(titles, patience).toEqual(['Edited', 'Review', 'Review', 'Review']);
    await pull();
    expect(await starts()).toEqual(days);
    expect(titles()).toEqual(['Edited', 'Review', 'Review', 'Review']);
    simulator.faults.clear();
  });

  test('keeps its own instance, on whatever page of the listing that is', async () => {
    const { person, instances, meetingUuid, eventId, read, staff, path, email, simulator } =
      await withMeeting('here');
    simulator.faults.add({ kind: 'drop-push', account: email, times: null });
    const onPages = { kind: 'short-page', operation: 'events.instances', account: email } as const;
    simulator.faults.add({ ...onPages, items: 0 });
    simulator.faults.add({ ...onPages, items: 1 });
    person.move(eventId, dated('2027-03-03T10:00'));
    person.change(eventId, { recurrence: weekly });
    await staff.put(path(meetingUuid), { title: 'Edited' });
    await expect
      .poll(() => instances().map(({ title }) => title), patience)
      .toEqual(['Review', 'Edited', 'Review', 'Review']);
    expect(await read(meetingUuid)).toMatchObject({
      status: 'ACTIVE',
      startDateTime: dated('2027-03-10T10:00:00'),
    });
    simulator.faults.clear();
  });

  test('and was moved over there before takes the new time over, although a title waits to go out', async () => {
    const { person, instances, meetingUuid, eventId, read, staff, path, email, simulator, pull } =
      await withMeeting('here');
    simulator.faults.add({ kind: 'drop-push', account: email, times: null });
    person.move(eventId, dated('2027-03-11T15:00'));
    person.change(eventId, { recurrence: weekly });
    await staff.put(path(meetingUuid), { title: 'Edited' });
    await expect.poll(() => instances()[0]?.title, patience).toBe('Edited');
    await pull();
    expect(await read(meetingUuid)).toMatchObject({
      title: 'Edited',
      startDateTime: dated('2027-03-11T15:00:00'),
    });
    expect(instances().map(({ title }) => title)).toEqual(['Edited', 'Review', 'Review', 'Review']);
    simulator.faults.clear();
  });

  test('and then a single event again keeps its meeting all the while', async () => {
    const { person, instances, meetingUuid, eventId, starts, read, pull, told } =
      await withMeeting('here');
    person.change(eventId, { recurrence: weekly });
    await expect.poll(starts, patience).toEqual(days);
    person.change(eventId, { recurrence: [] });
    await expect.poll(starts, patience).toEqual(days.slice(0, 1));
    await pull();
    expect(await read(meetingUuid)).toMatchObject({ status: 'ACTIVE' });
    expect(await starts()).toEqual(days.slice(0, 1));
    expect(instances()).toHaveLength(1);
    expect(told()).toBe(0);
  });

  test('and is moved as a whole takes its meetings along; one that is thinned out loses some', async () => {
    const { person, meetingUuid, eventId, starts, read, pull, told, meetings } =
      await withMeeting('here');
    person.change(eventId, { recurrence: weekly });
    await expect.poll(starts, patience).toEqual(days);
    person.move(eventId, dated('2027-03-11T15:00'));
    const later = [
      dated('2027-03-11'),
      dated('2027-03-18'),
      dated('2027-03-25'),
      dated('2027-04-01'),
    ];
    await expect.poll(starts, patience).toEqual(later);
    await pull();
    expect(await meetings()).toHaveLength(4);
    expect(await read(meetingUuid)).toMatchObject({
      status: 'ACTIVE',
      startDateTime: dated('2027-03-11T15:00:00'),
    });
    person.change(eventId, { recurrence: ['RRULE:FREQ=WEEKLY;INTERVAL=2;COUNT=2'] });
    await expect.poll(starts, patience).toEqual([dated('2027-03-11'), dated('2027-03-25')]);
    expect(await meetings()).toHaveLength(4);
    expect(told()).toBe(0);
  });

  test('far beyond the window keeps its meeting', async () => {
    const { person, create, until, read, pull, staff, path } = await w.staffWithCalendar(kind);
    await pull();
    const times = {
      startDateTime: dated('2028-05-10T10:00:00'),
      endDateTime: dated('2028-05-10T11:00:00'),
    };
    const { meetingUuid } = await create({ ...times, title: 'Far' });
    await until(meetingUuid, 'SYNCED');
    const far = { fromMs: Date.parse(dated('2028-05-01')), toMs: Date.parse(dated('2028-07-01')) };
    person.change(person.instances(far)[0]?.id ?? '', { recurrence: weekly });
    await pull();
    expect(await read(meetingUuid)).toMatchObject({ status: 'ACTIVE' });
    await staff.put(path(meetingUuid), { title: 'Farther' });
    await expect
      .poll(() => byStart(person.instances(far)).map(({ title }) => title), patience)
      .toEqual(['Farther', 'Far', 'Far', 'Far']);
  });
});
