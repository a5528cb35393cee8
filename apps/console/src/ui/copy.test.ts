import { afterEach, expect, test, vi } from 'vitest';
import { copy } from './copy.ts';
import { toast } from './toast.tsx';

vi.mock('./toast.tsx', () => ({ toast: vi.fn() }));

afterEach(() => vi.unstubAllGlobals());

test.each([
  ['has no clipboard', undefined],
  ['refuses', { writeText: () => Promise.reject(new Error('refused')) }],
])('Where the browser %s, it is said that nothing was copied', async (_, clipboard) => {
  vi.stubGlobal('navigator', { clipboard });
  await copy('text', 'Copied');
  expect(toast).toHaveBeenLastCalledWith(expect.objectContaining({ isBad: true }));
});

test('What was copied is said', async () => {
  const writeText = vi.fn(() => Promise.resolve());
  vi.stubGlobal('navigator', { clipboard: { writeText } });
  await copy('text', 'Copied');
  expect(writeText).toHaveBeenCalledWith('text');
  expect(toast).toHaveBeenLastCalledWith({ message: 'Copied' });
});
