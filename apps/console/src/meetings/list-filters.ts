import { useWords } from '../i18n/words.ts';
import { nowHere } from '../meeting-time.ts';
import type { Filter } from '../records/filter.ts';
import type { Condition } from '../records/list-state.ts';
import { conditionsText, readConditions } from '../records/stated-conditions.ts';
import { useStaffFilter } from '../staff-names.ts';
import { showDate, today } from '../time.ts';
import { useSearch } from '../ui/address.ts';

type Search = Record<string, string | undefined>;

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
} as const;

export const tabOf = ({ tab }: Search): Tab => tabs.find((each) => each === tab) ?? 'upcoming';
export const sortOf = (tab: Tab) =>
  tab === 'upcoming' ? 'startDateTime,asc' : 'startDateTime,desc';

/** Returns the conditions that an address states. Now is taken by the minute, so that reads can be shared. */
export function conditionsOf(search: Search): Condition[] {
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
  const chosen = Object.entries(fields).flatMap(([key, field]) =>
    search[key] ? [{ field, operator: 'EQUALS', value: search[key] }] : [],
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

export const filterKeys = ['q', 'tab', 'week', 'where', ...Object.keys(fields)];

/** Returns what an address says for conditions, as saved views have them. */
export function searchOf(conditions: readonly Condition[]): Search {
  const search: Search = { tab: 'all' };
  const own = [...conditions];
  const take = (field: string, operator: string) => {
    const at = own.findIndex(
      (each) => each.field === field && each.operator.toUpperCase() === operator,
    );
    return at < 0 ? undefined : own.splice(at, 1)[0];
  };
  if (take('endDateTime', 'GREATER_THAN')) {
    // Meetings to come are those that are not canceled.
    take('status', 'EQUALS');
    search.tab = undefined;
  } else if (take('endDateTime', 'LESS_THAN_OR_EQUAL')) search.tab = 'past';
  else if (take('externalSyncStatus', 'EQUALS')) search.tab = 'problems';
  for (const [key, field] of Object.entries(fields)) {
    const found = take(field, 'EQUALS');
    if (found) search[key] = String(found.value);
  }
  const named = take('title', 'CONTAINS');
  if (named) search.q = String(named.value);
  return { ...search, where: conditionsText(own) };
}

const weeks = 26;
const lastMondays = () => {
  const now = today();
  const monday = now.subtract({ days: now.dayOfWeek - 1 });
  return Array.from({ length: weeks }, (_, back) => monday.subtract({ weeks: back }));
};

/** Returns the filters with what can be chosen in each. */
export function useMeetingFilters(tab: Tab): Filter[] {
  const t = useWords('meetings');
  const [search] = useSearch();
  const host = useStaffFilter('host', t('columns.host'), search.host);
  return [
    ...host,
    {
      key: 'place',
      field: 'locationType',
      label: t('filters.place'),
      options: ['ONLINE', 'IN_PERSON'].map((value) => ({ value, label: t(`place.${value}`) })),
    },
    {
      key: 'answer',
      field: 'rsvpStatus',
      label: t('filters.answer'),
      options: ['UNKNOWN', 'ACCEPTED', 'DECLINED'].map((value) => ({
        value,
        label: t(`answer.${value}`),
      })),
    },
    // Meetings to come are those that are not canceled.
    ...(tab === 'upcoming'
      ? []
      : [
          {
            key: 'status',
            field: 'status',
            label: t('filters.status'),
            options: ['ACTIVE', 'CANCELED'].map((value) => ({
              value,
              label: t(`status.${value}`),
            })),
          },
        ]),
    ...(tab === 'past'
      ? [
          {
            key: 'week',
            label: t('filters.week'),
            options: lastMondays().map((monday) => ({
              value: monday.toString(),
              label: t('filters.weekOf', { date: showDate(monday.toString()) }),
            })),
          },
        ]
      : []),
  ];
}
