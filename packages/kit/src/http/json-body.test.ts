import { expect, test } from 'vitest';
import { parseJson } from './json-body.ts';

const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);
const fault = (text: string) => {
  try {
    parseJson(text);
    return undefined;
  } catch (error) {
    const { errors } = error as { errors: { field: string; code: string }[] };
    return `${errors[0]?.field} ${errors[0]?.code}`;
  }
};

test.each([
  ['{"a": 1', 'body MALFORMED_JSON'],
  ['{"a": "x\\u0000"}', 'a INVALID_TEXT'],
  ['{"a": ["\\ud800"]}', 'a[0] INVALID_TEXT'],
  ['{"a": "\ud800"}', 'a INVALID_TEXT'],
  ['{"a": {"__proto__": 1}}', 'a.__proto__ NOT_ALLOWED'],
  ['{"__pr\\u006fto__": 1}', '__proto__ NOT_ALLOWED'],
  ['[{"constructor": {"prototype": 1}}]', '[0].constructor NOT_ALLOWED'],
])('%s is refused and the place named', (text, place) => expect(fault(text)).toBe(place));

test('nesting is refused from the thirty-third level, however many values stand side by side', () => {
  expect(fault(nested(32))).toBeUndefined();
  expect(fault(nested(33))).toMatch(/TOO_DEEP$/);
  expect(fault(`[${Array.from({ length: 40 }, () => '{}').join()}]`)).toBeUndefined();
  expect(fault(`[${Array.from({ length: 40 }, () => nested(31)).join()}]`)).toBeUndefined();
  expect(fault(`[${nested(1)}, ${nested(32)}]`)).toMatch(/TOO_DEEP$/);
});

test('an object of more than a thousand names is refused, and a longer list is not', () => {
  const value = JSON.stringify(`:{["\\\\"`.repeat(10));
  const names = (count: number) =>
    Array.from({ length: count }, (_, at) => `"\\"n${at}:": ${value}`).join();
  expect(fault(`{"a":{${names(1_000)}}, "b":{${names(1_000)}}}`)).toBeUndefined();
  expect(fault(`[{"a":{${names(1_001)}}}]`)).toBe('body TOO_MANY');
  expect(fault(`[${'{"a":1},'.repeat(50_000)}1]`)).toBeUndefined();
  expect(fault(`{${names(1_000)}${'"'.repeat(10)}`)).toBe('body MALFORMED_JSON');
});

test('what an escape makes of it may be anything else, also words that only look like those refused', () => {
  expect(parseJson('{"a": "\\u00e9", "b": "__proto__ and constructor", "c": "\\n"}')).toEqual({
    a: 'é',
    b: '__proto__ and constructor',
    c: '\n',
  });
});
