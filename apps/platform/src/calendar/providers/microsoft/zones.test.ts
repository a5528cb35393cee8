import { expect, test } from 'vitest';
import { fromWindowsZone, isSameZone, toWindowsZone } from './zones.ts';

test('A zone without a Windows name is called by one with the same clock', () => {
  for (const timezone of ['Europe/Kyiv', 'America/Coyhaique', 'America/Ciudad_Juarez']) {
    const windows = toWindowsZone(timezone);
    const equivalent = fromWindowsZone(windows) ?? '';
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
    (timezone) => fromWindowsZone(toWindowsZone(timezone)) === undefined,
  );
  expect(unnamed).toEqual([]);
  expect(toWindowsZone('Antarctica/Troll')).toBe('Antarctica/Troll');
  expect(toWindowsZone('America/Santiago')).toBe('Pacific SA Standard Time');
});
