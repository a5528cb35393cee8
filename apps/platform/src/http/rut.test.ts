import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isRut } from './rut.ts';

const bodies = fc.integer({ min: 1_000_000, max: 99_999_999 });
const checks = [...'0123456789K'];

test('of the eleven check digits exactly one is right', () => {
  fc.assert(
    fc.property(bodies, (body) => {
      expect(checks.filter((check) => isRut(`${body}-${check}`))).toHaveLength(1);
    }),
  );
});

test('dots, dash, spaces, zeros in front, the case of K and the script of the digits do not count', () => {
  for (const rut of [
    ...['12.345.678-5', '12345678-5', '123456785', '6.000.000-K', '6000000k', ' 6.000.000-k '],
    ...['12345678–5', '12.345.678\u2212\u2009\u200b5', '12 345 678-5', '012.345.678-5'],
    ...['١٢٣٤٥٦٧٨-٥', '１２．３４５．６７８－５', '６００００００Ｋ'],
  ])
    expect(isRut(rut), rut).toBe(true);
});

test('a digit changed or two exchanged are noticed', () => {
  for (const rut of ['12.345.679-5', '21.345.678-5', '12.345.678-K', '0.000.000-0', '', '5', 'x-5'])
    expect(isRut(rut), rut).toBe(false);
});
