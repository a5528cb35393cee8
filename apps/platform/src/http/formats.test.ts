import { expect, test } from 'vitest';
import { formats } from './formats.ts';

const real = formats['real-date'] as (text: string) => boolean;
const past = formats['past-date'] as (text: string) => boolean;

test('a date is one of the calendar, by the leap years of Gregory', () => {
  const pad = (value: number, length: number) => String(value).padStart(length, '0');
  for (const year of [0, 1600, 1700, 1900, 1999, 2000, 2023, 2024, 2100, 9999])
    for (let month = 0; month <= 13; month++)
      for (let day = 0; day <= 32; day++) {
        const text = `${pad(year, 4)}-${pad(month, 2)}-${pad(day, 2)}`;
        const isReal = (() => {
          try {
            return Temporal.PlainDate.from(text).toString() === text;
          } catch {
            return false;
          }
        })();
        expect(real(text), text).toBe(isReal && year > 0);
      }
});

test.each(['2024-1-01', '2024-01-01T00:00', ' 2024-01-01', '+002024-01-01', '20240101', ''])(
  '%o is no date',
  (text) => expect(real(text)).toBe(false),
);

test('a past date is before today in UTC', () => {
  const today = Temporal.Now.plainDateISO('UTC');
  expect(past(today.subtract({ days: 1 }).toString())).toBe(true);
  expect(past(today.toString())).toBe(false);
  expect(past(today.add({ days: 1 }).toString())).toBe(false);
});
