import { describe, expect, test } from 'vitest';
import { parseAmount, typedAmount } from './forms/amounts.ts';
import { changesOf, pathsThatDiffer } from './forms/paths.ts';
import { parseTime, secondsUntil, timePlus, today } from './time.ts';
import { parseDate } from './typed-dates.ts';

describe('What is typed', () => {
  test.each([
    ['17-05-1980', '1980-05-17'],
    ['7/5/1980', '1980-05-07'],
    ['17 5 1980', '1980-05-17'],
    ['17051980', '1980-05-17'],
    [' 1980-05-17 ', '1980-05-17'],
    ['29.02.2024', '2024-02-29'],
    ['29.02.2023', undefined],
    ['31-04-2026', undefined],
    ['1/12/2026', '2026-12-01'],
    ['1 de dic 2026', '2026-12-01'],
    ['2 mar 2026', '2026-03-02'],
    ['40/12', undefined],
    ['30/2', undefined],
    ['soon', undefined],
    ['', undefined],
  ])('as the date %s is %s', (text, date) => {
    expect(parseDate(text)).toBe(date);
  });

  test.each([
    ['9', '09:00'],
    ['930', '09:30'],
    ['0930', '09:30'],
    ['9:30', '09:30'],
    ['21.15', '21:15'],
    ['3pm', '15:00'],
    ['3 p. m.', '15:00'],
    ['3 p.m.', '15:00'],
    ['9 am', '09:00'],
    ['12am', '00:00'],
    ['12:30 PM', '12:30'],
    ['15h30', '15:30'],
    ['15h', '15:00'],
    ['13pm', undefined],
    ['24:00', undefined],
    ['10:60', undefined],
    ['noon', undefined],
  ])('as the time %s is %s', (text, time) => {
    expect(parseTime(text)).toBe(time);
  });

  test('by a server as the time to wait is told in seconds or as a date of its own clock', () => {
    const now = 'Fri, 27 Nov 2026 10:00:00 GMT';
    expect(secondsUntil('45', now)).toBe(45);
    expect(secondsUntil('Fri, 27 Nov 2026 10:00:45 GMT', now)).toBe(45);
    expect(secondsUntil('Friday, 27-Nov-26 10:01:30 GMT', now)).toBe(90);
    for (const said of [null, '', '0', 'soon', now])
      expect(secondsUntil(said, now)).toBe(undefined);
  });

  test('as a day near today is that day, without a year the next one or the last', () => {
    const now = today();
    const inDays = (days: number) => now.add({ days }).toString();
    const words = { hoy: 0, mañana: 1, tomorrow: 1, ayer: -1, 'Pasado mañana': 2 };
    for (const [word, days] of Object.entries(words)) expect(parseDate(word)).toBe(inDays(days));
    for (const language of ['es', 'en'])
      for (let days = 1; days <= 7; days++) {
        const name = now.add({ days }).toLocaleString(language, { weekday: 'long' });
        expect([name, parseDate(name), parseDate(name.slice(0, 3))]).toEqual([
          name,
          inDays(days),
          inDays(days),
        ]);
        expect(parseDate(name, 'LAST')).toBe(inDays(days - 7 || -7));
      }
    const soon = now.add({ days: 40 });
    const typed = `${soon.day}/${soon.month}`;
    expect([parseDate(typed), parseDate(typed, 'LAST')]).toEqual([
      soon.toString(),
      soon.with({ year: soon.year - 1 }).toString(),
    ]);
  });

  test.each([
    ['1.250.000', '1250000'],
    ['1,250,000', '1250000'],
    ['$ 1.250.000,50', '1250000.50'],
    ['1,250,000.50', '1250000.50'],
    ['850000', '850000'],
    ['1,5', '1.5'],
    ['1.5', '1.5'],
    ['-12.000', '-12000'],
    ['1.25.000', undefined],
    ['1,250.000,5', undefined],
    ['12,34567', undefined],
    ['mil', undefined],
    ['', undefined],
  ])('as the amount %s is %s', (text, amount) => {
    expect(parseAmount(text)).toBe(amount);
    if (amount) expect(parseAmount(typedAmount(amount))).toBe(amount.replace(/^(.*)$/, '$1'));
  });

  test('in one field changes that field, and a part of a whole comes with the rest of it', () => {
    const record = { alias: 'Isa', currentEmployment: { employerName: 'Uno', industry: 'Cobre' } };
    const change = (path: string, value: unknown) => changesOf(record, new Map([[path, value]]));
    expect(change('alias', null)).toEqual({ alias: null });
    expect(change('currentEmployment.employerName', 'Dos')).toEqual({
      currentEmployment: { employerName: 'Dos', industry: 'Cobre' },
    });
    expect(changesOf({}, new Map([['currentEmployment.city', null]]))).toEqual({
      currentEmployment: null,
    });
    expect(pathsThatDiffer({ a: { b: 1, c: [1] }, d: 2 }, { a: { b: 1, c: [2] } })).toEqual([
      'a.c',
      'd',
    ]);
  });

  test('as a time can be moved around the clock', () => {
    expect([timePlus('23:50', 15), timePlus('00:00', -15)]).toEqual(['00:05', '23:45']);
  });
});
