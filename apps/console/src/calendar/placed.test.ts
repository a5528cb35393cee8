import { expect, test } from 'vitest';
import { showIn } from '../time.ts';
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
