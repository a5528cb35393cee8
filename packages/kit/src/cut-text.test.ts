import { expect, test } from 'vitest';
import { cutText } from './cut-text.ts';

test('a text is cut where a sign ends, also in signs of many code points', () => {
  const signs = ['e\u0301', '👨‍👩‍👧‍👦', '🇨🇱', 'नि', '각', '👍🏽', 'a\u200D', '\r\n'];
  const whole = new Intl.Segmenter('und', { granularity: 'grapheme' });
  for (const sign of signs) {
    const text = `${sign}x`.repeat(20);
    for (let most = sign.length; most < text.length; most += 1) {
      const cut = cutText(text, most);
      const beginnings = [...whole.segment(text)].map(({ index }) => index);
      expect([sign, most, beginnings.includes(cut.length)]).toEqual([sign, most, true]);
      expect(most - cut.length).toBeLessThan(sign.length);
    }
  }
});

test('what is short stays, and a sign without an end is cut between code points', () => {
  expect(cutText('abc', 3)).toBe('abc');
  expect(cutText('', 0)).toBe('');
  expect(cutText(`a${'\u0301'.repeat(1_000)}`, 10)).toBe(`a${'\u0301'.repeat(9)}`);
  expect(cutText('👍🏽', 3)).toBe('👍');
});
