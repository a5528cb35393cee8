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
  ['[{"constructor": 1}]', '[0].constructor NOT_ALLOWED'],
])('%s is refused and the place named', (text, place) => expect(fault(text)).toBe(place));

test('nesting is refused from the thirty-third level, however many values stand side by side', () => {
  expect(fault(nested(32))).toBeUndefined();
  expect(fault(nested(33))).toMatch(/TOO_DEEP$/);
  expect(fault(`[${Array.from({ length: 40 }, () => '{}').join()}]`)).toBeUndefined();
  expect(fault(`[${Array.from({ length: 40 }, () => nested(31)).join()}]`)).toBeUndefined();
  expect(fault(`[${nested(1)}, ${nested(32)}]`)).toMatch(/TOO_DEEP$/);
});

test('what an escape makes of it may be anything else, also words that only look like those refused', () => {
  expect(parseJson('{"a": "\\u00e9", "b": "__proto__ and constructor", "c": "\\n"}')).toEqual({
    a: 'é',
    b: '__proto__ and constructor',
    c: '\n',
  });
});
