import { expect, test } from 'vitest';
import { limits } from './body-limits.ts';
import { overIn } from './told-limits.ts';

test('What is over a limit is told with its count, and what is not is left alone', () => {
  const { createMeeting, updateContact, addHouseholdMember } = limits;
  const tooLong = { is: 'tooLong', limit: 255, length: 256 };
  expect(overIn(createMeeting, 'title', 'x'.repeat(256))).toEqual(tooLong);
  expect(overIn(createMeeting, 'title', ` ${'🙂'.repeat(255)}\n`)).toBeUndefined();
  expect(overIn(createMeeting, 'start', 'x'.repeat(256))).toBeUndefined();
  const lines = Array(101).fill('Empresa').join('\n');
  const tooMany = { is: 'tooMany', limit: 100, length: 101 };
  expect(overIn(updateContact, 'companyNames', lines)).toEqual(tooMany);
  expect(overIn(updateContact, 'companyNames', `Una\n${'x'.repeat(256)}`)).toEqual(tooLong);
  const share = (value: unknown) => overIn(addHouseholdMember, 'sharePercent', value);
  expect([share('150')?.is, share(-1)?.is]).toEqual(['tooLarge', 'tooSmall']);
  for (const value of ['', '0', 100, null, 'x']) expect(share(value), `${value}`).toBeUndefined();
});
