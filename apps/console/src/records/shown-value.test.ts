import { expect, test } from 'vitest';
import { showIn } from '../time.ts';
import { conditionOf, type FilterType, parseValue, parseValues } from './conditions.ts';
import { showTyped, showValue } from './shown-value.ts';

const types: FilterType[] = ['text', 'enum', 'uuid', 'boolean', 'integer', 'number', 'date'];
const all: FilterType[] = [...types, 'time', 'localTime'];

test('A value that none can read is told as it is stated', () => {
  const stated = ['soon', '2026-13-45', '', '1.2.3', '{}', '🙂'];
  for (const type of all)
    for (const text of stated) expect(showValue(text, type), `${type} ${text}`).toBe(text);
  expect(showValue('2026-01-02T99:00:00', 'time')).toBe('2026-01-02T99:00:00');
  expect(showValue('2026-01-02T10:00:00Z', 'localTime')).toBe('2026-01-02T10:00:00Z');
});

test('A moment is told by the day that it bounds, else with its hour, on the clock of who asks', () => {
  showIn('America/Santiago');
  expect(showValue('2026-07-02T04:00:00', 'time')).toBe('2 jul 2026');
  expect(showValue('2026-07-03T03:59:59Z', 'time')).toBe('2 jul 2026');
  expect(showValue('2026-07-02T14:30:00Z', 'time')).toBe('2 jul 2026, 10:30');
  expect(showValue('2026-07-02T23:59:59', 'localTime')).toBe('2 jul 2026');
  expect(showValue('2026-07-02T10:30:00', 'localTime')).toBe('2 jul 2026, 10:30');
});

test('Several values are read as people write them, and what is none is not taken', () => {
  expect(parseValues(['1,5', '5.000', ' 7 '], 'number')).toEqual({
    values: ['1.5', '5000', '7'],
    isWhole: true,
  });
  expect(parseValues(['5.000', '5000', '1,5', 'x'], 'integer')).toEqual({
    values: ['5000'],
    isWhole: false,
  });
  expect(parseValues(['17-05-1980', '40/12/2026'], 'date')).toEqual({
    values: ['1980-05-17'],
    isWhole: false,
  });
  expect(parseValues(['Ana, María', ' '], 'text').values).toEqual(['Ana, María']);
});

test('A value that is shown to be typed on is read as the same again', () => {
  const values = {
    number: ['0.125', '1250000.5', '-1234', '1500', '1.500'],
    integer: ['1500', '-7'],
  };
  for (const type of ['number', 'integer'] as const)
    for (const value of values[type])
      expect(parseValue(showTyped(value, type), type), value).toBe(value);
  expect(parseValue(showTyped('1980-05-17', 'date'), 'date')).toBe('1980-05-17');
  expect(parseValue(showTyped('1,5', 'text'), 'text')).toBe('1,5');
  const none = { field: 'f', value: '', min: '', max: '' };
  const typed = { ...none, operator: 'IN' as const, values: values.number };
  expect(conditionOf(typed, 'number')?.values).toEqual(values.number);
});
