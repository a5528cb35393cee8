import { expect, test } from 'vitest';
import { plainLine } from './plain-line.ts';

test('a text of somebody else steers no terminal: escapes, ends of lines and turns of direction are shown', () => {
  expect(plainLine('Nota\u001b]0;title\u0007\u001b[2J')).toBe(
    'Nota\\u001b]0;title\\u0007\\u001b[2J',
  );
  expect(plainLine('one\r\ntwo\u2028three\u009b31m\u007f')).toBe(
    'one\\u000d\\u000atwo\\u2028three\\u009b31m\\u007f',
  );
  expect(plainLine('\u202etxt.exe\u2066')).toBe('\\u202etxt.exe\\u2066');
});

test('a text in any script stays as it is', () => {
  for (const text of ['Año de nacimiento', 'Ñuñoa · 9 %', '이름', 'اسم', '👩‍👧 família'])
    expect(plainLine(text)).toBe(text);
});
