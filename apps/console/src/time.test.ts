import { describe, expect, test } from 'vitest';
import { parseDate, parseTime, timePlus } from './time.ts';

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
    ['17-05', undefined],
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
    ['24:00', undefined],
    ['10:60', undefined],
    ['noon', undefined],
  ])('as the time %s is %s', (text, time) => {
    expect(parseTime(text)).toBe(time);
  });

  test('as a time can be moved around the clock', () => {
    expect([timePlus('23:50', 15), timePlus('00:00', -15)]).toEqual(['00:05', '23:45']);
  });
});
