import { expect, test } from 'vitest';
import { platformHeaders } from './platform-headers.ts';

test('a token that could not be made is asked for again by the next call', async () => {
  const tokens = [() => Promise.reject(new Error('no key yet')), () => Promise.resolve('one')];
  const headers = platformHeaders({
    issueForPlatform: () => tokens.shift()?.() ?? Promise.resolve('another'),
  });
  await expect(headers()).rejects.toThrow('no key yet');
  expect(await headers()).toMatchObject({ authorization: 'Bearer one' });
  expect(await headers()).toMatchObject({ authorization: 'Bearer one' });
});
