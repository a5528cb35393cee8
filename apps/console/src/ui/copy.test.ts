import { cleanNotifications, notificationsStore } from '@mantine/notifications';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { wordsOf } from '../i18n/words.ts';
import { copy } from './copy.ts';

beforeEach(() => cleanNotifications());
afterEach(() => vi.unstubAllGlobals());

/** Returns what the toasts shown now say, and whether as something bad. */
const said = () =>
  notificationsStore.getState().notifications.map(({ color, message }) => ({
    isBad: color === 'red',
    words: JSON.stringify(message),
  }));

test.each([
  ['has no clipboard', undefined],
  ['refuses', { writeText: () => Promise.reject(new Error('refused')) }],
])('Where the browser %s, it is said that nothing was copied', async (_, clipboard) => {
  vi.stubGlobal('navigator', { clipboard });
  await copy('text', 'Copied');
  const words = expect.stringContaining(wordsOf('common')('notCopied'));
  expect(said()).toEqual([{ isBad: true, words }]);
});

test('What went wrong stays beside what is said next', async () => {
  vi.stubGlobal('navigator', {});
  await copy('text', 'Copied');
  vi.stubGlobal('navigator', { clipboard: { writeText: () => Promise.resolve() } });
  await copy('text', 'Copied');
  expect(said().map(({ isBad }) => isBad)).toEqual([true, false]);
});

test('What was copied is said', async () => {
  const writeText = vi.fn(() => Promise.resolve());
  vi.stubGlobal('navigator', { clipboard: { writeText } });
  await copy('text', 'Copied');
  expect(writeText).toHaveBeenCalledWith('text');
  expect(said()).toEqual([{ isBad: false, words: expect.stringContaining('Copied') }]);
});
