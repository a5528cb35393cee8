import { expect, test } from 'vitest';
import { createPasskeyChallenges } from './passkey-challenges.ts';

test('a challenge stands for its purpose and its key, unaltered, for five minutes', () => {
  let now = 1_000_000_000_000;
  const { issue, stands } = createPasskeyChallenges(['a key'], () => now);
  const challenge = issue('sign-in localhost');
  expect(issue('sign-in localhost')).not.toBe(challenge);
  expect(stands(challenge, 'sign-in localhost')).toBe(true);
  expect(stands(challenge, 'sign-in example.com')).toBe(false);
  const other = createPasskeyChallenges(['another key'], () => now);
  expect(other.stands(challenge, 'sign-in localhost')).toBe(false);
  const altered = Buffer.from(challenge, 'base64url');
  altered.writeUIntBE(now + 9_000_000, 16, 6);
  expect(stands(altered.toString('base64url'), 'sign-in localhost')).toBe(false);
  expect(stands('', 'sign-in localhost')).toBe(false);
  now += 5 * 60_000 - 1;
  expect(stands(challenge, 'sign-in localhost')).toBe(true);
  now += 1;
  expect(stands(challenge, 'sign-in localhost')).toBe(false);
});
