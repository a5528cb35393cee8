import ICAL from 'ical.js';
import { expect, test } from 'vitest';
import { zoneBlock } from './zone-block.ts';

// ALL_ZONES=on compares every zone; otherwise some that are known to be hard, and a part of the others.
const { ALL_ZONES } = process.env;
const hard = [
  'Asia/Jerusalem',
  'America/Santiago',
  'Pacific/Easter',
  'America/Nuuk',
  'Asia/Gaza',
  'Africa/Cairo',
  'Africa/Casablanca',
  'Africa/El_Aaiun',
  'Australia/Lord_Howe',
  'Antarctica/Troll',
  'Europe/Dublin',
  'America/Asuncion',
  'Asia/Kathmandu',
  'Pacific/Apia',
  'Asia/Beirut',
  'America/Havana',
  'Europe/Chisinau',
  'Pacific/Norfolk',
  'UTC',
];
const others = Intl.supportedValuesOf('timeZone').filter((_, at) => ALL_ZONES || at % 29 === 0);

/** The zone as a program has it that knows nothing but the block. */
function readBack(zone: string): ICAL.Timezone {
  const component = new ICAL.Component(ICAL.parse(zoneBlock(zone)));
  return new ICAL.Timezone({ component, tzid: zone });
}

/** Local times around each change of a clock within five years, and between them, with their offsets in seconds. */
function* momentsOf(zone: string): Generator<[local: Temporal.PlainDateTime, offset: number]> {
  const { year } = Temporal.Now.plainDateISO('UTC');
  const end = Temporal.PlainDate.from({ year: year + 6, month: 1, day: 1 }).toZonedDateTime(zone);
  let at = Temporal.PlainDate.from({ year, month: 1, day: 1 }).toZonedDateTime(zone);
  for (;;) {
    const next = at.getTimeZoneTransition('next');
    const stop = next && Temporal.ZonedDateTime.compare(next, end) < 0 ? next : end;
    const hours = at.until(stop, { largestUnit: 'hour' }).hours;
    for (const moment of [
      at.add({ hours: 4 }),
      at.add({ hours: hours >> 1 }),
      stop.subtract({ hours: 4 }),
    ])
      yield [moment.toPlainDateTime(), moment.offsetNanoseconds / 1e9];
    if (stop === end) return;
    at = stop;
  }
}

test('the description of a zone gives the offsets of the runtime for five years ahead', () => {
  for (const zone of new Set([...hard, ...others])) {
    const timezone = readBack(zone);
    for (const [local, offset] of momentsOf(zone)) {
      const time = ICAL.Time.fromDateTimeString(local.toString({ smallestUnit: 'second' }));
      expect([zone, `${local}`, timezone.utcOffset(time)]).toEqual([zone, `${local}`, offset]);
    }
  }
});

test('rules are stated where a zone has them, and each change where it has none', () => {
  const rules = (zone: string) => zoneBlock(zone).match(/^RRULE:.*$/gm) ?? [];
  expect(rules('Asia/Jerusalem')).toContain(
    'RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=FR;BYMONTHDAY=23,24,25,26,27,28,29',
  );
  expect(rules('Europe/Madrid')).toEqual([
    'RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU',
    'RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU',
  ]);
  expect(rules('Africa/Casablanca')).toEqual([]);
  expect(zoneBlock('Africa/Casablanca').match(/RDATE/g)?.length).toBeGreaterThan(0);
  expect(zoneBlock('Nowhere/At_All')).toBe('');
});
