import { describe, expect, test } from 'vitest';
import { householdConditions, searchOf as ofHouseholds } from '../households/list-conditions.ts';
import { conditionsOf, searchOf as ofMeetings } from '../meetings/list-conditions.ts';
import { searchOf as ofPeople, peopleConditions } from '../people/list-conditions.ts';
import { today } from '../time.ts';
import type { Condition } from './list-state.ts';
import { addressOf, type ViewsOf } from './saved-views.ts';
import { conditionsText } from './stated-conditions.ts';

type Search = Record<string, string | undefined>;
const one = (field: string, operator: string, value: unknown) => ({ field, operator, value });
const before = (days: number) => `${today().subtract({ days })}T00:00:00`;

const lists = {
  people: {
    of: ofPeople,
    conditions: peopleConditions,
    searches: [
      { met: 'QUIET' },
      { met: 'NEVER', type: 'CLIENT' },
      { stage: 'CLIENT', type: 'ACTIVE', readiness: 'READY', manager: 'm', source: 's' },
    ] as Search[],
    own: [
      one('lastMeetingAt', 'LESS_THAN', '2020-01-01T00:00:00'),
      one('lastMeetingAt', 'LESS_THAN', `${today().subtract({ months: 6 })}T04:00:00`),
      one('lastMeetingAt', 'GREATER_THAN', '2020-01-01T00:00:00'),
      one('contactType', 'IN', ['ACTIVE']),
      one('contactType', 'EQUALS', 'CLIENT'),
      one('stageName', 'EQUALS', ''),
    ],
  },
  households: {
    of: ofHouseholds,
    conditions: householdConditions,
    searches: [
      { activity: 'QUIET', manager: 'm' },
      { activity: 'NEVER', state: 'INACTIVE' },
      { activity: 'PLANNED', q: 'Fuentes' },
    ] as Search[],
    own: [
      one('lastMeetingAt', 'LESS_THAN', before(400)),
      one('lastMeetingAt', 'LESS_THAN', before(0)),
      one('name', 'CONTAINS', ''),
      one('isActive', 'EQUALS', true),
    ],
  },
  meetings: {
    of: ofMeetings,
    conditions: conditionsOf,
    searches: [
      {},
      { tab: 'past', status: 'CANCELED' },
      { tab: 'problems', q: 'Review' },
      { tab: 'all', status: 'ACTIVE', place: 'ONLINE' },
    ] as Search[],
    own: [
      one('endDateTime', 'GREATER_THAN', '2020-01-01T10:30:00'),
      one('endDateTime', 'GREATER_THAN', `${today()}T23:59:59`),
      one('endDateTime', 'LESS_THAN_OR_EQUAL', '2020-01-01T10:30:00'),
      one('externalSyncStatus', 'EQUALS', 'SYNCED'),
    ],
  },
};
const stated = (search: Search) =>
  Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined));

describe.each(Object.entries(lists))('A view of %s', (_, { of, conditions, searches, own }) => {
  test('says in the address again what the menus stated', () => {
    for (const search of searches)
      expect(stated(of(conditions(search))), JSON.stringify(search)).toEqual(search);
  });

  test('keeps a condition that no menu can have written as it stands', () => {
    for (const condition of own) {
      const search = of([condition]);
      expect(JSON.parse(search.where ?? '[]')).toEqual([condition]);
      expect(conditions(search)).toEqual([condition]);
    }
  });

  test('loses and adds nothing where own conditions stand beside those of the menus', () => {
    for (const search of searches) {
      const where = conditionsText(own);
      expect(stated(of([...own, ...conditions(search)]))).toEqual({ ...search, where });
    }
  });
});

test('A view stays relative to the day on which it is read', () => {
  const day = '2024-08-31';
  const kept = { createdAt: `${day}T12:00:00`, updatedAt: '2024-09-20T12:00:00' };
  const quiet = (value: string) => [one('lastMeetingAt', 'LESS_THAN', `${value}T00:00:00`)];
  expect(ofPeople(quiet('2024-02-29'), kept).met).toBe('QUIET');
  expect(ofPeople(quiet('2024-03-20'), kept).met).toBe('QUIET');
  expect(ofPeople(quiet('2024-04-01'), kept).met).toBeUndefined();
  expect(ofPeople(quiet('2024-02-29')).met).toBeUndefined();
  expect(ofHouseholds(quiet('2024-06-02'), kept).activity).toBe('QUIET');
  expect(ofHouseholds(quiet('2024-05-01'), kept).activity).toBeUndefined();
  const active = one('status', 'EQUALS', 'ACTIVE');
  const toCome = [one('endDateTime', 'GREATER_THAN', `${day}T10:31:00`), active];
  expect(ofMeetings(toCome, kept)).toEqual({ tab: undefined, where: undefined });
  expect(ofMeetings(toCome)).toMatchObject({ tab: 'all', status: 'ACTIVE' });
  expect(ofMeetings(toCome.slice(0, 1), kept)).toMatchObject({ tab: 'all' });
});

test('A view has one address, whether a menu or the conditions of the list stated it', () => {
  const of = (conditions: Condition[]): ViewsOf => ({
    list: 'HOUSEHOLDS',
    keys: ['activity', 'manager', 'where'],
    conditions,
    searchOf: ofHouseholds,
  });
  const [menu, own] = [{ manager: 'm' }, one('memberCount', 'EQUALS', '2')];
  const written = [...householdConditions(menu), own];
  const where = JSON.stringify([own, ...householdConditions(menu)]);
  const shown = { sort: ['name,asc'], columns: [] };
  const view = { ...shown, filters: written };
  const now = householdConditions({ where });
  const address = addressOf(of(now), { ...shown, filters: now }, 'name,asc');
  expect(address).toBe(addressOf(of(now), view, 'name,asc'));
  expect(address).toContain('manager=m');
  expect(address).not.toContain('sort');
});
