import { expect, test } from 'vitest';
import { typedCustom, typedFrom } from './custom-values.ts';

test.each([
  ['8', 8],
  ['12,5', 12.5],
  ['5.50', 5.5],
  ['1.000', 1000],
  ['-33,456789', -33.456789],
  ['', null],
])("A number of a firm's own stays a number when %j is typed", (typed, value) => {
  expect(typedCustom(typed, 7)).toBe(value);
});

test('What is no number is refused at the field of a number, and never kept as a text', () => {
  for (const typed of ['seis', '1e3', '1.00.0', 'Infinity', '-'])
    expect(() => typedCustom(typed, 7), typed).toThrow(
      expect.objectContaining({
        status: 400,
        errors: [expect.objectContaining({ field: 'value' })],
      }),
    );
});

test('A number is typed with the signs by which it is read again', () => {
  for (const number of [0, 7, 1.234, 1250000.5, -1250, -33.456789])
    expect(typedCustom(typedFrom(number), 7)).toBe(number);
});

test('Yes and no stay what they are, a text stays a text, and nothing is null', () => {
  expect([true, false, null].map((each) => typedCustom(each, true))).toEqual([true, false, null]);
  expect(['12,5', 'no', ''].map((each) => typedCustom(each, 'Golf'))).toEqual(['12,5', 'no', null]);
  expect([true, null, undefined, 'Golf'].map(typedFrom)).toEqual(['true', '', '', 'Golf']);
});
