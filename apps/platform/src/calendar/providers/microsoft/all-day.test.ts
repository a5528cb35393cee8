import { expect, test } from 'vitest';
import { calendarWorld } from '../../../../test-support/calendar-world.ts';
import { dated } from '../../../../test-support/dated.ts';
import { fromGraphEvent } from './events.ts';

const w = await calendarWorld();

test('An all-day event of the mailbox keeps its days and takes the time of the mailbox’s zone', async () => {
  const { person, pull, onlyMeeting } = await w.staffWithCalendar('b');
  person.create({ title: 'Retreat', start: dated('2027-04-03'), end: dated('2027-04-05') });
  await pull();
  expect(await onlyMeeting()).toMatchObject({
    allDay: true,
    startDateTime: dated('2027-04-03T00:00:00'),
    endDateTime: dated('2027-04-05T00:00:00'),
    timezone: 'America/Santiago',
  });
});

test('A midnight that is written in another zone does not shift the days', () => {
  const time = (dateTime: string, timeZone: string) => ({ dateTime, timeZone });
  const read = (start: object, end: object) =>
    fromGraphEvent(
      {
        id: 'x',
        isAllDay: true,
        originalStartTimeZone: 'Pacific SA Standard Time',
        start,
        end,
      },
      'UTC',
    ).details?.fields;
  const days = { start: '2027-04-10T00:00:00', end: '2027-04-11T00:00:00' };
  for (const zone of ['UTC', 'Pacific SA Standard Time', 'Tokyo Standard Time'])
    expect(
      read(time('2027-04-10T00:00:00', zone), time('2027-04-11T00:00:00', zone)),
    ).toMatchObject(days);
  expect(
    read(time('2027-04-10T04:00:00', 'UTC'), time('2027-04-11T04:00:00', 'UTC')),
  ).toMatchObject(days);
});
