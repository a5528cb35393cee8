import { expect, test } from 'vitest';
import { tellingPart } from './text-search.ts';

test.each([
  ['a name', ['elena'], 'elena'],
  ['the longest name', ['ana', 'contreras'], 'contreras'],
  ['the end of a number before a longer name', ['contreras', '912345678'], '345678'],
  ['the end of a name with a number', ['elena', 'rojasez777'], 'sez777'],
  ['of an e-mail what is before the @', ['isabel.fuentes@clients.example'], 'uentes@'],
  ['the whole of one whose name is short', ['x@clients.example'], 'x@clients.example'],
  ['a server', ['@clients.example'], '@clients.example'],
  ['a number amid a word', ['12345-k'], '12345-k'],
])('%s finds the candidates of a search', (_title, words, part) => {
  expect(tellingPart(words)).toBe(part);
  expect(words.join(' ')).toContain(part);
});

test('words of one or two letters find none', () => {
  expect(tellingPart(['a', 'de'])).toBeUndefined();
});
