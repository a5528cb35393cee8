import { findZone } from '@atrium/kit/zones.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readLocalTime } from '../http/local-time.ts';
import { daysOf, deriveInstants } from './time.ts';

const span = (timezone: string, startDateTime: string, endDateTime: string, allDay = false) => ({
  timezone,
  startDateTime: readLocalTime(startDateTime) ?? '',
  endDateTime: readLocalTime(endDateTime) ?? '',
  allDay,
});

type Case = [
  why: string,
  zone: string,
  start: string,
  end: string,
  startsAt: string,
  endsAt: string,
  minutes: number,
];

const cases: Case[] = [
  [
    'an ordinary hour in winter',
    'America/Santiago',
    '2026-07-01T10:00',
    '2026-07-01T11:00',
    '2026-07-01T14:00:00Z',
    '2026-07-01T15:00:00Z',
    60,
  ],
  [
    'an ordinary hour in summer',
    'America/Santiago',
    '2026-12-01T10:00',
    '2026-12-01T11:00',
    '2026-12-01T13:00:00Z',
    '2026-12-01T14:00:00Z',
    60,
  ],
  // Clocks go from 24:00 to 01:00 on 6 September 2026: there is no midnight.
  [
    'a start that clocks skip',
    'America/Santiago',
    '2026-09-06T00:30',
    '2026-09-06T02:00',
    '2026-09-06T04:30:00Z',
    '2026-09-06T05:00:00Z',
    30,
  ],
  [
    'a meeting that clocks skip altogether',
    'America/Santiago',
    '2026-09-06T00:10',
    '2026-09-06T00:50',
    '2026-09-06T04:10:00Z',
    '2026-09-06T04:50:00Z',
    40,
  ],
  [
    'an end at which the start would be, too',
    'America/Santiago',
    '2026-09-06T00:30',
    '2026-09-06T01:30',
    '2026-09-06T04:30:00Z',
    '2026-09-06T05:30:00Z',
    60,
  ],
  [
    'a night that loses an hour',
    'America/Santiago',
    '2026-09-05T23:00',
    '2026-09-06T02:00',
    '2026-09-06T03:00:00Z',
    '2026-09-06T05:00:00Z',
    120,
  ],
  // Clocks go from 24:00 back to 23:00 on 4 April 2026.
  [
    'a start that clocks repeat',
    'America/Santiago',
    '2026-04-04T23:30',
    '2026-04-05T00:30',
    '2026-04-05T02:30:00Z',
    '2026-04-05T04:30:00Z',
    120,
  ],
  [
    'a meeting inside the repeated hour',
    'America/Santiago',
    '2026-04-04T23:15',
    '2026-04-04T23:45',
    '2026-04-05T02:15:00Z',
    '2026-04-05T02:45:00Z',
    30,
  ],
  [
    'a start that clocks skip',
    'Europe/Madrid',
    '2026-03-29T02:30',
    '2026-03-29T04:00',
    '2026-03-29T01:30:00Z',
    '2026-03-29T02:00:00Z',
    30,
  ],
  [
    'an end that clocks skip',
    'Europe/Madrid',
    '2026-03-29T01:30',
    '2026-03-29T02:30',
    '2026-03-29T00:30:00Z',
    '2026-03-29T01:30:00Z',
    60,
  ],
  [
    'an end before the start, once clocks have skipped',
    'Europe/Madrid',
    '2026-03-29T02:30',
    '2026-03-29T03:00',
    '2026-03-29T01:30:00Z',
    '2026-03-29T02:00:00Z',
    30,
  ],
  [
    'a night that gains an hour',
    'Europe/Madrid',
    '2026-10-25T01:00',
    '2026-10-25T04:00',
    '2026-10-24T23:00:00Z',
    '2026-10-25T03:00:00Z',
    240,
  ],
  [
    'a start that clocks repeat',
    'Europe/Madrid',
    '2026-10-25T02:30',
    '2026-10-25T03:30',
    '2026-10-25T00:30:00Z',
    '2026-10-25T02:30:00Z',
    120,
  ],
  [
    'a week over a change of clocks',
    'Europe/Madrid',
    '2026-03-27T09:00',
    '2026-04-03T09:00',
    '2026-03-27T08:00:00Z',
    '2026-04-03T07:00:00Z',
    10_020,
  ],
  [
    'a zone with half an hour',
    'Asia/Kolkata',
    '2026-03-29T10:00',
    '2026-03-29T10:45',
    '2026-03-29T04:30:00Z',
    '2026-03-29T05:15:00Z',
    45,
  ],
  [
    'an alias of that zone',
    'Asia/Calcutta',
    '2026-03-29T10:00',
    '2026-03-29T10:45',
    '2026-03-29T04:30:00Z',
    '2026-03-29T05:15:00Z',
    45,
  ],
  [
    'a zone with three quarters of an hour',
    'Asia/Kathmandu',
    '2026-03-29T10:00',
    '2026-03-29T11:00',
    '2026-03-29T04:15:00Z',
    '2026-03-29T05:15:00Z',
    60,
  ],
  [
    'clocks that change by half an hour',
    'Australia/Lord_Howe',
    '2026-10-04T01:00',
    '2026-10-04T03:00',
    '2026-10-03T14:30:00Z',
    '2026-10-03T16:00:00Z',
    90,
  ],
  [
    'the far side of the date line',
    'Pacific/Apia',
    '2026-01-01T09:00',
    '2026-01-01T10:00',
    '2025-12-31T20:00:00Z',
    '2025-12-31T21:00:00Z',
    60,
  ],
  // Samoa skipped 30 December 2011 when it changed sides.
  [
    'a day that never was',
    'Pacific/Apia',
    '2011-12-30T10:00',
    '2011-12-30T11:00',
    '2011-12-30T20:00:00Z',
    '2011-12-30T21:00:00Z',
    60,
  ],
  [
    'a stay over the day that never was',
    'Pacific/Apia',
    '2011-12-29T10:00',
    '2011-12-31T10:00',
    '2011-12-29T20:00:00Z',
    '2011-12-30T20:00:00Z',
    1440,
  ],
  [
    'the daylight time Samoa once had',
    'Pacific/Apia',
    '2020-12-01T09:00',
    '2020-12-01T10:00',
    '2020-11-30T19:00:00Z',
    '2020-11-30T20:00:00Z',
    60,
  ],
];

test.each(cases)(
  '%s in %s, %s to %s',
  (_why, zone, start, end, startsAt, endsAt, durationMinutes) => {
    expect(deriveInstants(span(zone, start, end))).toEqual({ startsAt, endsAt, durationMinutes });
  },
);

type DaysCase = [
  why: string,
  zone: string,
  start: string,
  end: string,
  from: string,
  until: string,
  startsAt: string,
  endsAt: string,
  minutes: number,
];

const days: DaysCase[] = [
  [
    'one day',
    'America/Santiago',
    '2026-05-04',
    '2026-05-05',
    '2026-05-04',
    '2026-05-05',
    '2026-05-04T04:00:00Z',
    '2026-05-05T04:00:00Z',
    1440,
  ],
  [
    'one day by its last second',
    'America/Santiago',
    '2026-05-04',
    '2026-05-04T23:59:59',
    '2026-05-04',
    '2026-05-05',
    '2026-05-04T04:00:00Z',
    '2026-05-05T04:00:00Z',
    1440,
  ],
  [
    'office hours',
    'America/Santiago',
    '2026-05-04T09:00',
    '2026-05-04T18:00',
    '2026-05-04',
    '2026-05-05',
    '2026-05-04T04:00:00Z',
    '2026-05-05T04:00:00Z',
    1440,
  ],
  [
    'three days',
    'Asia/Kolkata',
    '2026-05-04',
    '2026-05-07',
    '2026-05-04',
    '2026-05-07',
    '2026-05-03T18:30:00Z',
    '2026-05-06T18:30:00Z',
    4320,
  ],
  [
    'a day without a midnight',
    'America/Santiago',
    '2026-09-06',
    '2026-09-07',
    '2026-09-06',
    '2026-09-07',
    '2026-09-06T04:00:00Z',
    '2026-09-07T03:00:00Z',
    1440,
  ],
  [
    'a day of 25 hours',
    'Europe/Madrid',
    '2026-10-25',
    '2026-10-26',
    '2026-10-25',
    '2026-10-26',
    '2026-10-24T22:00:00Z',
    '2026-10-25T23:00:00Z',
    1440,
  ],
  [
    'the year’s turn',
    'Pacific/Apia',
    '2026-12-31',
    '2027-01-01',
    '2026-12-31',
    '2027-01-01',
    '2026-12-30T11:00:00Z',
    '2026-12-31T11:00:00Z',
    1440,
  ],
];

test.each(days)(
  'all day: %s in %s, %s to %s',
  (_why, zone, start, end, from, until, startsAt, endsAt, durationMinutes) => {
    const stated = span(zone, start, end, true);
    expect(daysOf(stated)).toEqual({ from, until });
    expect(deriveInstants(stated)).toEqual({ startsAt, endsAt, durationMinutes });
  },
);

describe('a local time', () => {
  test.each([
    ['2026-05-04T10:00:00', '2026-05-04T10:00:00'],
    ['2026-05-04T10:00', '2026-05-04T10:00:00'],
    ['2026-05-04T10:00:59.999', '2026-05-04T10:00:59'],
    ['2026-05-04', '2026-05-04T00:00:00'],
    ['2024-02-29T00:00:00', '2024-02-29T00:00:00'],
  ])('is read from %s', (text, read) => expect(readLocalTime(text)).toBe(read));

  test.each([
    '2026-05-04T10:00:00Z',
    '2026-05-04T10:00:00+02:00',
    '2026-02-29T10:00:00',
    '2026-13-01T10:00:00',
    '2026-05-04T24:00:00',
    '2026-05-04T10:60:00',
    '2026-05-04T10:00:60',
    '2026-05-04 10:00:00',
    '04/05/2026 10:00',
    '1899-12-31T10:00:00',
    '2200-01-01T10:00:00',
    '10:00:00',
    '',
  ])('is not read from %j', (text) => expect(readLocalTime(text)).toBeUndefined());
});

test('a zone keeps its name and gets its letter case', () => {
  expect(findZone('america/santiago')).toBe('America/Santiago');
  expect(findZone('asia/calcutta')).toBe('Asia/Calcutta');
  expect(findZone('utc')).toBe('UTC');
});

test('whatever the zone and the time, a meeting ends after it starts and lasts as long as it says', () => {
  const zones = [
    'America/Santiago',
    'Europe/Madrid',
    'Asia/Kolkata',
    'Pacific/Apia',
    'Australia/Lord_Howe',
    'Africa/Casablanca',
  ];
  const epoch = Temporal.PlainDateTime.from('2026-01-01T00:00');
  const property = fc.property(
    fc.constantFrom(...zones),
    fc.integer({ min: 0, max: 2 * 365 * 1440 }),
    fc.integer({ min: 1, max: 3000 }),
    (timezone, minute, minutes) => {
      const start = epoch.add({ minutes: minute });
      const stated = span(timezone, start.toString(), start.add({ minutes }).toString());
      const { startsAt, endsAt, durationMinutes } = deriveInstants(stated);
      expect((Date.parse(endsAt) - Date.parse(startsAt)) / 60_000).toBe(durationMinutes);
      expect(durationMinutes).toBeGreaterThan(0);
      expect(Math.abs(durationMinutes - minutes)).toBeLessThanOrEqual(60);
    },
  );
  fc.assert(property, { numRuns: 500 });
});
