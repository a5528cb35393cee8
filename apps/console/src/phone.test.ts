import { expect, test } from 'vitest';
import { parsePhone } from './phone.ts';

test.each([
  ['+56 9 1234 5678', '+56', '912345678'],
  ['9 1234 5678', '+56', '912345678'],
  ['09 1234 5678', '+56', '912345678'],
  ['+44 020 7946 0101', '+44', '2079460101'],
  ['+44 (0)20 7946 0101', '+44', '2079460101'],
  ['+39 06 6982 1000', '+39', '0669821000'],
  ['+1 212 555 0100', '+1', '2125550100'],
])('%s that was typed is of %s and the number %s', (typed, phoneCountryCode, phoneNumber) => {
  expect(parsePhone(typed)).toEqual({ phoneCountryCode, phoneNumber });
});
