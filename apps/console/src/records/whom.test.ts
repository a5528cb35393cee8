import { expect, test } from 'vitest';
import { clientsNamed } from './whom.ts';

test('A name that two clients of a meeting bear says neither of them', () => {
  const one = (
    participantEntityUuid: string,
    name: string,
    participantType: 'CONTACT' | 'TENANT_STAFF' = 'CONTACT',
  ) => ({ participantType, participantEntityUuid, name });
  const invited = [
    one('a', 'Ana Soto'),
    one('b', 'Luis Rey'),
    one('c', 'Luis Rey'),
    one('d', 'Ana Soto', 'TENANT_STAFF'),
  ];
  expect(clientsNamed('Ana Soto', invited)).toEqual(['a']);
  expect(clientsNamed('Luis Rey', invited)).toEqual(['b', 'c']);
  expect(clientsNamed('Eva Paz', invited)).toEqual([]);
});
