import { expect, test } from 'vitest';
import { type Entry, sittingsOf } from './sittings.ts';

const entry = (minute: number, eventType: string | null, more: Partial<Entry> = {}): Entry => ({
  at: `2026-03-01T09:${String(minute).padStart(2, '0')}:00`,
  kind: 'EVENT',
  eventType,
  actorType: 'TENANT_STAFF',
  actorUuid: 'ana',
  actorName: 'Ana Rojas',
  entityType: 'CONTACT',
  entityUuid: 'isabel',
  title: 'Isabel Fuentes',
  changedFields: [],
  changes: [],
  via: null,
  about: null,
  ...more,
});
const change = (field: string, before: string | null, after: string | null) => ({
  changes: [{ field, before, after }],
  changedFields: [field],
});

test('changes of one sitting are one, from what was before the first to what is after the last', () => {
  const told = sittingsOf([
    entry(40, 'contact.updated', change('alias', 'B', 'C')),
    entry(20, 'contact.updated', change('alias', 'A', 'B')),
    entry(15, 'contact.updated', change('gender', 'MALE', 'FEMALE')),
    entry(12, 'contact.updated', { ...change('city', 'X', 'Y'), actorUuid: 'ben' }),
  ]);
  expect(told.map(({ actorUuid }) => actorUuid)).toEqual(['ana', 'ben']);
  expect(told[0]?.changes).toEqual([
    { field: 'gender', before: 'MALE', after: 'FEMALE' },
    { field: 'alias', before: 'A', after: 'C' },
  ]);
  expect(told[0]?.at).toBe('2026-03-01T09:40:00');
});

test('what was changed and changed back in one sitting is no change, and an empty value stays empty', () => {
  const [back] = sittingsOf([
    entry(2, 'contact.updated', change('alias', 'B', 'A')),
    entry(1, 'contact.updated', change('alias', 'A', 'B')),
  ]);
  expect(back?.changes).toEqual([]);
  const [set] = sittingsOf([
    entry(2, 'contact.updated', change('alias', 'A', 'B')),
    entry(1, 'contact.updated', change('alias', null, 'A')),
  ]);
  expect(set?.changes).toEqual([{ field: 'alias', before: null, after: 'B' }]);
});

test('members who come with their household come in one sentence, and the same moment has no key twice', () => {
  const household = { entityType: 'HOUSEHOLD', entityUuid: 'araya' };
  const told = sittingsOf([
    entry(1, 'household.member_added', { ...household, about: 'Benito' }),
    entry(1, 'household.member_added', { ...household, about: 'Ana' }),
    entry(1, 'household.created', household),
    entry(1, 'note.created', { actorUuid: 'ben' }),
    entry(1, 'note.created', { actorUuid: 'carla' }),
  ]);
  expect(told.map(({ eventType, names }) => [eventType, names])).toEqual([
    ['household.created', ['Ana', 'Benito']],
    ['note.created', []],
    ['note.created', []],
  ]);
  expect(new Set(told.map(({ key }) => key)).size).toBe(3);
});

test('a meeting is told once, and acts hours apart are two', () => {
  const meeting = { entityType: 'MEETING', entityUuid: 'review' };
  const told = sittingsOf([
    entry(59, 'contact.updated'),
    entry(30, null, { ...meeting, kind: 'MEETING' }),
    entry(30, 'meeting.created', meeting),
    entry(1, 'contact.updated'),
    entry(0, 'contact.updated', { at: '2026-03-01T07:00:00' }),
  ]);
  expect(told.map(({ kind, eventType }) => eventType ?? kind)).toEqual([
    'contact.updated',
    'MEETING',
    'contact.updated',
    'contact.updated',
  ]);
});
