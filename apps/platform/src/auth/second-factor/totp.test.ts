import { Secret, TOTP } from 'otpauth';
import { expect, test } from 'vitest';
import { newTotpSecret, otpauthUri, stepOfCode, usedSteps } from './totp.ts';

// The secret and the codes of RFC 6238, appendix B (SHA-1); of its eight digits the last six.
const secret = Secret.fromUTF8('12345678901234567890').base32;
const vectors = [
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
] as const;

test.each(vectors)('at second %i the code is %s, as RFC 6238 has it', (seconds, code) => {
  const step = Math.floor(seconds / 30);
  expect(stepOfCode(secret, code, seconds * 1000)).toBe(step);
  expect(stepOfCode(secret, code, (seconds + 30) * 1000)).toBe(step);
  expect(stepOfCode(secret, code, (seconds - 30) * 1000)).toBe(step);
  expect(stepOfCode(secret, code, (seconds + 60) * 1000)).toBeUndefined();
  expect(stepOfCode(secret, code, (seconds - 60) * 1000)).toBeUndefined();
});

test('a code is taken with a space in it, and nothing else is a code', () => {
  expect(stepOfCode(secret, '287 082', 59_000)).toBe(1);
  for (const code of ['', '28708', '2870823', '28708a', '２８７０８２', ' '])
    expect(stepOfCode(secret, code, 59_000)).toBeUndefined();
});

test('the address for apps names the firm, the account and the parameters', () => {
  const made = newTotpSecret();
  expect(Buffer.from(Secret.fromBase32(made).bytes)).toHaveLength(20);
  const uri = new URL(otpauthUri(made, { issuer: 'Andes & Co: Ñuñoa', account: 'ana@x.example' }));
  expect(uri.href).toMatch(/^otpauth:\/\/totp\//);
  expect(uri.searchParams.get('secret')).toBe(made);
  expect(Object.fromEntries(uri.searchParams)).toMatchObject({
    issuer: 'Andes & Co: Ñuñoa',
    algorithm: 'SHA1',
    digits: '6',
    period: '30',
  });
  expect(new TOTP({ secret: made }).generate()).toMatch(/^\d{6}$/);
});

test('used steps are kept as long as their codes could come again', () => {
  expect(usedSteps([], 100)).toEqual([100]);
  expect(usedSteps([98, 99, 100], 101)).toEqual([99, 100, 101]);
  expect(usedSteps([100, 101], 99)).toEqual([100, 101, 99]);
});
