import { expect, test } from 'vitest';
import { OpenedCursor, placeOf } from './cursor.ts';

test('a list reads its place from a cursor that was opened, and from no text that a request states', () => {
  expect(placeOf(new OpenedCursor('{"offset":20}'))).toEqual({ offset: 20 });
  for (const none of ['', null, undefined] as const) expect(placeOf(none)).toBeUndefined();
  expect(() => placeOf('{"offset":20}' as never)).toThrow('not opened');
});
