import { expect, test } from 'vitest';
import { showIn } from '../time.ts';
import { withinDay } from './busy-spans.ts';
import { droppedBy } from './dropped.ts';
import { type Meeting, placedOn, spannedOf } from './placed.ts';

const meeting = (startDateTime: string, endDateTime: string) =>
  ({ startDateTime, endDateTime, timezone: 'UTC', allDay: false }) as Meeting;

test('A meeting over the change of the clock is drawn as high as it lasts, within its day', () => {
  showIn('America/Santiago');
  // The clock goes back at midnight: the last hour of the day comes twice.
  const spanned = spannedOf([
    meeting('2027-04-04T02:30:00', '2027-04-04T03:30:00'),
    meeting('2027-04-04T02:45:00', '2027-04-04T03:15:00'),
    meeting('2027-04-03T14:00:00', '2027-04-03T15:00:00'),
  ]);
  const placed = placedOn(spanned, Temporal.PlainDate.from('2027-04-03'));
  expect(placed.map(({ from, to }) => to - from)).toEqual([60, 60, 30]);
  expect(placed.every(({ from, to }) => from >= 0 && to <= 1_440)).toBe(true);
});

test('A busy time over the change of the clock is as long as it lasts too', () => {
  showIn('America/Santiago');
  const busy = (startDateTime: string, endDateTime: string) => ({
    startDateTime: `2027-04-0${startDateTime}:00`,
    endDateTime: `2027-04-0${endDateTime}:00`,
    reason: 'MEETING' as const,
  });
  const on = (each: ReturnType<typeof busy>, day: string) =>
    withinDay(each, Temporal.PlainDate.from(day)).map(({ from, to }) => [from, to]);
  expect(on(busy('3T23:45', '3T23:15'), '2027-04-03')).toEqual([[1_410, 1_440]]);
  expect(on(busy('3T10:00', '3T11:00'), '2027-04-03')).toEqual([[600, 660]]);
  expect(on(busy('3T22:00', '4T01:00'), '2027-04-04')).toEqual([[0, 60]]);
  expect(on(busy('3T22:00', '4T00:00'), '2027-04-04')).toEqual([]);
});

test('A meeting is dropped at the hour that stands there, or at none when its own clock cannot say which of two', () => {
  showIn('Europe/London');
  const santiago = (startDateTime: string, endDateTime: string) => ({
    startDateTime,
    endDateTime,
    timezone: 'America/Santiago',
    allDay: false,
  });
  const at = (
    ...[each, kind, minutes, days = 0]: [
      ReturnType<typeof santiago>,
      'move' | 'resize',
      number,
      number?,
    ]
  ) => droppedBy(each, kind, { days, minutes });
  const evening = santiago('2027-04-03T22:00:00', '2027-04-03T22:30:00');
  // At 03:00 in London it is 23:00 there for the first time, at 04:00 for the second.
  expect(at(evening, 'move', 60)).toMatchObject({
    times: { startDateTime: '2027-04-03T23:00:00', endDateTime: '2027-04-03T23:30:00' },
    isSaid: true,
  });
  expect(at(evening, 'move', 120)).toMatchObject({ isSaid: false });
  expect(at(evening, 'resize', 120)).toMatchObject({ isSaid: false });
  expect(at(evening, 'move', 180)).toMatchObject({
    times: { startDateTime: '2027-04-04T00:00:00' },
    isSaid: true,
  });
  // An hour that is skipped there is none: each moment has a time of its own.
  const skipped = santiago('2027-09-04T22:00:00', '2027-09-04T22:30:00');
  expect(at(skipped, 'move', 120)).toMatchObject({
    times: { startDateTime: '2027-09-05T01:00:00', endDateTime: '2027-09-05T01:30:00' },
    isSaid: true,
  });
  // An hour of the person's clock that is skipped is moved on, and the meeting keeps its length.
  const night = santiago('2027-03-27T21:30:00', '2027-03-27T22:30:00');
  const moved = at(night, 'move', 0, 1);
  expect(moved?.from.until(moved.to).total('minutes')).toBe(60);
  expect(at(evening, 'resize', -30)).toBeUndefined();
  expect(at(evening, 'move', 0)).toMatchObject({ isChanged: false });
});
