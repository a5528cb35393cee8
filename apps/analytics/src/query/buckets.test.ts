import { expect, test } from 'vitest';
import { bucketsOf, type Grain } from './buckets.ts';

const iso = (ms: number) => Temporal.Instant.fromEpochMilliseconds(ms).toString();

function buckets(granularity: Grain['granularity'], timezone: string, from: string, to: string) {
  const [fromMs, toMs] = [from, to].map(
    (text) => Temporal.Instant.from(text).epochMilliseconds,
  ) as [number, number];
  return bucketsOf({ fromMs, toMs, granularity, timezone }, 10_000).map(iso);
}

const hours = (instants: string[]) =>
  instants.slice(1).map((each, index) =>
    Temporal.Instant.from(instants[index] ?? '')
      .until(each)
      .total('hours'),
  );

test.each([
  ['Europe/Madrid, clocks forward', 'Europe/Madrid', '2026-03-28T12:00:00Z', [24, 23, 24]],
  ['Europe/Madrid, clocks back', 'Europe/Madrid', '2026-10-24T12:00:00Z', [24, 25, 24]],
  [
    'America/Santiago, forward at midnight',
    'America/Santiago',
    '2026-09-05T12:00:00Z',
    [24, 23, 24],
  ],
  ['America/Santiago, back at midnight', 'America/Santiago', '2026-04-03T12:00:00Z', [24, 25, 24]],
  ['Asia/Kolkata, never', 'Asia/Kolkata', '2026-03-28T12:00:00Z', [24, 24, 24]],
  [
    'Australia/Lord_Howe, half an hour',
    'Australia/Lord_Howe',
    '2026-04-03T12:00:00Z',
    [24, 24, 24.5],
  ],
])('days have their true length: %s', (_, zone, from, expected) => {
  const to = Temporal.Instant.from(from).add({ hours: 73 }).toString();
  expect(hours(buckets('DAY', zone, from, to)).slice(0, 3)).toEqual(expected);
});

test('a day begins at the first instant it has', () => {
  expect(
    buckets('DAY', 'America/Santiago', '2026-09-06T05:00:00Z', '2026-09-06T06:00:00Z'),
  ).toEqual(['2026-09-06T04:00:00Z']);
  expect(buckets('DAY', 'Asia/Kolkata', '2026-01-01T00:00:00Z', '2026-01-01T01:00:00Z')).toEqual([
    '2025-12-31T18:30:00Z',
  ]);
});

test('an hour that the clocks repeat is two buckets, one they skip is none', () => {
  expect(buckets('HOUR', 'Europe/Madrid', '2026-10-24T23:30:00Z', '2026-10-25T02:30:00Z')).toEqual(
    ['23', '00', '01', '02'].map((hour) => `2026-10-2${hour === '23' ? 4 : 5}T${hour}:00:00Z`),
  );
  expect(buckets('HOUR', 'Asia/Kathmandu', '2026-01-01T00:00:00Z', '2026-01-01T01:00:00Z')).toEqual(
    ['2025-12-31T23:15:00Z', '2026-01-01T00:15:00Z'],
  );
  expect(
    buckets('HOUR', 'Australia/Lord_Howe', '2026-04-04T14:00:00Z', '2026-04-04T16:00:00Z'),
  ).toEqual(['2026-04-04T14:00:00Z', '2026-04-04T15:00:00Z', '2026-04-04T15:30:00Z']);
});

test('weeks begin on Monday, months on the first, in the zone', () => {
  expect(buckets('WEEK', 'Europe/Madrid', '2026-03-25T00:00:00Z', '2026-04-02T00:00:00Z')).toEqual([
    '2026-03-22T23:00:00Z',
    '2026-03-29T22:00:00Z',
  ]);
  expect(
    buckets('MONTH', 'America/Santiago', '2026-03-15T00:00:00Z', '2026-05-15T00:00:00Z'),
  ).toEqual(['2026-03-01T03:00:00Z', '2026-04-01T03:00:00Z', '2026-05-01T04:00:00Z']);
});
