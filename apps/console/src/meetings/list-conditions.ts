import { nowHere } from '../meeting-time.ts';
import type { FilteredName } from '../records/catalogue.ts';
import type { Condition } from '../records/list-state.ts';
import {
  conditionsText,
  isOfMenu,
  type Kept,
  readConditions,
} from '../records/stated-conditions.ts';
import type { Search } from '../search.ts';
import { today } from '../time.ts';

export const tabs = ['upcoming', 'past', 'problems', 'all'] as const;
export type Tab = (typeof tabs)[number];

/** The filters of the list of meetings: their names in the address and the fields they ask for. */
const fields = {
  place: 'locationType',
  answer: 'rsvpStatus',
  status: 'status',
  person: 'participantUuid',
  household: 'householdUuid',
  host: 'hostUuid',
} as const satisfies Readonly<Record<string, FilteredName<'meeting'>>>;
const names = Object.keys(fields) as (keyof typeof fields)[];

export const tabOf = ({ tab }: Search<'meetings'>): Tab =>
  tabs.find((each) => each === tab) ?? 'upcoming';
export const sortOf = (tab: Tab) =>
  tab === 'upcoming' ? 'startDateTime,asc' : 'startDateTime,desc';

/** Returns the conditions that an address states. Now is taken by the minute, so that reads can be shared. */
export function conditionsOf(search: Search<'meetings'>): Condition[] {
  const now = nowHere().toPlainDateTime().round({ smallestUnit: 'minute', roundingMode: 'floor' });
  const ofTab = {
    upcoming: [
      { field: 'endDateTime', operator: 'GREATER_THAN', value: now.toString() },
      { field: 'status', operator: 'EQUALS', value: 'ACTIVE' },
    ],
    past: [{ field: 'endDateTime', operator: 'LESS_THAN_OR_EQUAL', value: now.toString() }],
    problems: [{ field: 'externalSyncStatus', operator: 'EQUALS', value: 'FAILED' }],
    all: [],
  }[tabOf(search)];
  const chosen = names.flatMap((key) =>
    search[key] ? [{ field: fields[key], operator: 'EQUALS', value: search[key] }] : [],
  );
  const named = search.q ? [{ field: 'title', operator: 'CONTAINS', value: search.q }] : [];
  return [...ofTab, ...chosen, ...named, ...weekOf(search.week), ...readConditions(search.where)];
}

/** Returns the conditions of one of the last weeks, named by its Monday: the meetings that ended in it. */
function weekOf(monday: string | undefined): Condition[] {
  const from = lastMondays().find((each) => each.toString() === monday);
  if (!from) return [];
  const next = from.add({ weeks: 1 });
  return [
    { field: 'endDateTime', operator: 'GREATER_THAN_OR_EQUAL', value: `${monday}T00:00:00` },
    { field: 'endDateTime', operator: 'LESS_THAN', value: `${next}T00:00:00` },
  ];
}

export const filterKeys = ['q', 'tab', 'week', 'where', ...names] as const;

/** Returns what an address says for conditions, as saved views have them. */
export function searchOf(conditions: readonly Condition[], kept: Kept = {}): Search<'meetings'> {
  const search: Search<'meetings'> = { tab: 'all' };
  const own = [...conditions];
  const isOf =
    (field: string, operator: string, is: (value: unknown) => boolean) => (each: Condition) =>
      each.field === field && each.operator.toUpperCase() === operator && is(each.value);
  const take = (field: string, operator: string, is: (value: unknown) => boolean = Boolean) => {
    const at = own.findIndex(isOf(field, operator, is));
    return at < 0 ? undefined : own.splice(at, 1)[0];
  };
  const isNow = (value: unknown) => isOfMenu(value, kept, (day) => day, /^.{10}T\d\d:\d\d:00$/);
  const isActive = (value: unknown) => value === 'ACTIVE';
  // Meetings to come are those that are not canceled.
  const areActive = own.some(isOf('status', 'EQUALS', isActive));
  if (areActive && take('endDateTime', 'GREATER_THAN', isNow)) {
    take('status', 'EQUALS', isActive);
    search.tab = undefined;
  } else if (take('endDateTime', 'LESS_THAN_OR_EQUAL', isNow)) search.tab = 'past';
  else if (take('externalSyncStatus', 'EQUALS', (value) => value === 'FAILED'))
    search.tab = 'problems';
  for (const key of names) {
    const found = take(fields[key], 'EQUALS');
    if (found) search[key] = String(found.value);
  }
  const named = take('title', 'CONTAINS');
  if (named) search.q = String(named.value);
  return { ...search, where: conditionsText(own) };
}

const weeks = 26;
export const lastMondays = () => {
  const now = today();
  const monday = now.subtract({ days: now.dayOfWeek - 1 });
  return Array.from({ length: weeks }, (_, back) => monday.subtract({ weeks: back }));
};
