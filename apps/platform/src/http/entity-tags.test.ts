import { expect, test } from 'vitest';
import { namesTag } from './entity-tags.ts';

test('a tag is known again in the forms that proxies give it, and no other is', () => {
  for (const header of [
    ...['"1"', 'W/"1"', 'w/"1"', '1', '"1-gzip"', 'W/"1-gzip"', '"1-zstd"', '"1-br"', '"1;gzip"'],
    ...['"1"-gzip', '*', '"0", "1"', '"a,b",W/"1"', ' "7" , W/"1-gzip" '],
  ])
    expect([header, namesTag(header, '"1"')]).toEqual([header, true]);
  for (const header of [
    '"2"',
    'W/"11"',
    '"1-identity"',
    '"-gzip"',
    '',
    '"1',
    '"0,1"',
    '1-gzip-gzip',
  ])
    expect([header, namesTag(header, '"1"')]).toEqual([header, header === '"1']);
});
