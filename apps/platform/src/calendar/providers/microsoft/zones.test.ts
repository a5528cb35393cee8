import { expect, test } from 'vitest';
import { findIana } from 'windows-iana';
import { findZone } from '../../../meetings/zone-names.ts';
import { fromEvent } from '../google/events.ts';
import { fromGraphEvent } from './events.ts';
import { isSameZone, toKnownZone, toWindowsZone } from './zones.ts';

test('A zone without a Windows name is called by one with the same clock', () => {
  for (const timezone of ['Europe/Kyiv', 'America/Coyhaique', 'America/Ciudad_Juarez']) {
    const windows = toWindowsZone(timezone);
    const equivalent = findZone(windows) ?? '';
    expect([timezone, windows === timezone]).toEqual([timezone, false]);
    expect(isSameZone(timezone, equivalent)).toBe(true);
    for (const local of ['2027-01-15T10:00', '2027-07-15T10:00', '2027-03-15T10:00']) {
      const instantIn = (zone: string) =>
        Temporal.PlainDateTime.from(local).toZonedDateTime(zone).epochMilliseconds;
      expect(instantIn(equivalent), `${timezone} as ${windows}`).toBe(instantIn(timezone));
    }
  }
});

test('Every zone that a meeting may have is named, and read back with the same clock', () => {
  const unnamed = Intl.supportedValuesOf('timeZone').filter(
    (timezone) => findZone(toWindowsZone(timezone)) === undefined,
  );
  expect(unnamed).toEqual([]);
  expect(toWindowsZone('America/Santiago')).toBe('Pacific SA Standard Time');
});

test('Times in every zone of the runtime are sent in a zone that Microsoft knows, at the same instants', () => {
  const instant = (local: string, zone: string) =>
    Temporal.PlainDateTime.from(local).toZonedDateTime(zone).epochMilliseconds;
  const faults = Intl.supportedValuesOf('timeZone').flatMap((timezone) =>
    ['2027-01-15', '2027-03-28', '2027-07-15', '2027-10-31'].flatMap((day) => {
      const times = { start: `${day}T10:00:00`, end: `${day}T11:30:00`, timezone };
      const sent = toKnownZone(times);
      const [iana = ''] = findIana(sent.timeZone as Parameters<typeof findIana>[0]);
      const isRight = (['start', 'end'] as const).every(
        (name) => iana && instant(sent[name], iana) === instant(times[name], timezone),
      );
      return isRight ? [] : [`${timezone} on ${day} as ${sent.timeZone}`];
    }),
  );
  expect(faults).toEqual([]);
});

test('A change of two hours, which no other zone has, is written by the offset of the day', () => {
  const troll = (start: string) =>
    toKnownZone({ start, end: start.replace('T10', 'T11'), timezone: 'Antarctica/Troll' });
  for (const [start, offset] of [
    ['2027-01-15T10:00:00', '+00:00'],
    ['2027-07-15T10:00:00', '+02:00'],
  ] as const) {
    const { timeZone, ...times } = troll(start);
    expect(times.start).toBe(start);
    const zone = findZone(timeZone) ?? '';
    expect(Temporal.PlainDateTime.from(start).toZonedDateTime(zone).offset).toBe(offset);
  }
  const across = { start: '2027-03-28T00:30:00', end: '2027-03-28T04:00:00' };
  const sent = toKnownZone({ ...across, timezone: 'Antarctica/Troll' });
  expect(sent).toEqual({
    start: '2027-03-28T00:30:00',
    end: '2027-03-28T02:00:00',
    timeZone: 'UTC',
  });
});

test('A zone that somebody made up is the calendar’s, or its owner’s', () => {
  const graph = (originalStartTimeZone?: string) =>
    fromGraphEvent(
      {
        id: 'x',
        ...(originalStartTimeZone === undefined ? {} : { originalStartTimeZone }),
        start: { dateTime: '2027-01-15T13:00:00.0000000', timeZone: 'UTC' },
        end: { dateTime: '2027-01-15T14:00:00.0000000', timeZone: 'UTC' },
      },
      'America/Santiago',
    ).details?.fields;
  const own = { timezone: 'America/Santiago', start: '2027-01-15T10:00:00' };
  for (const name of ['Customized Time Zone', 'tzone://Microsoft/Custom', 'tzone://Google/X', '?'])
    expect([name, graph(name)]).toMatchObject([name, own]);
  for (const name of ['UTC', 'tzone://Microsoft/Utc', undefined])
    expect(graph(name)).toMatchObject({ timezone: 'UTC', start: '2027-01-15T13:00:00' });
  expect(graph('Romance Standard Time')).toMatchObject({ timezone: 'Europe/Paris' });

  const google = (timeZone: string | null, calendarZone: string) =>
    fromEvent(
      {
        id: 'x',
        start: { dateTime: '2027-01-15T13:00:00Z', timeZone },
        end: { dateTime: '2027-01-15T14:00:00Z', timeZone },
      },
      calendarZone,
    ).details?.fields;
  for (const name of ['Customized Time Zone', 'PST', '+03:00', null])
    expect([name, google(name, 'America/Santiago')]).toMatchObject([name, own]);
});
