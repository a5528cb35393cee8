import { expect, test } from 'vitest';
import { bindAsHex } from './literals.ts';

test('texts reach a statement as hexadecimal digits, whatever they hold', () => {
  const params = { word: "a'\\", words: ['{word:String}', 'ñ'] };
  expect(bindAsHex({ sql: 'select {word:String}, {words:Array(String)}', params })).toBe(
    "select unhex('61275c'), [unhex('7b776f72643a537472696e677d'), unhex('c3b1')]",
  );
});

test('whole numbers reach it in their digits', () => {
  const params = { before: -8_640_000_000_000_000, after: 0 };
  expect(bindAsHex({ sql: 'select {before:Int64}, {after:Int64}', params })).toBe(
    'select -8640000000000000, 0',
  );
});

test.each([
  ['a number that is not whole', '{p:Int64}', 0.5],
  ['a number too large to be exact', '{p:Int64}', 1e21],
  ['no number', '{p:Int64}', Number.NaN],
  ['text in the place of a number', '{p:Int64}', '1'],
  ['a number in the place of text', '{p:String}', 1],
  ['a list in the place of text', '{p:String}', ['a']],
])('%s is refused', (_title, sql, p) => {
  expect(() => bindAsHex({ sql, params: { p } })).toThrow(/whole number|No (Int64|String)/);
});

test('a placeholder without a value is refused', () => {
  expect(() => bindAsHex({ sql: '{p:String}', params: {} })).toThrow('No String');
});
