import { useState } from 'react';
import { useRead } from '../data.ts';
import { useWords } from '../i18n/words.ts';
import type { Filter } from '../records/filter.ts';
import type { Condition } from '../records/list-state.ts';
import { conditionsText, readConditions } from '../records/stated-conditions.ts';
import { today } from '../time.ts';
import { useSearch } from '../ui/address.ts';

/** Says what has happened lately with a household, and the condition that finds it. */
const activities = {
  PLANNED: () => ({ field: 'nextMeetingAt', operator: 'IS_NOT_NULL' }),
  QUIET: () => ({
    field: 'lastMeetingAt',
    operator: 'LESS_THAN',
    value: `${today().subtract({ days: 90 })}T00:00:00`,
  }),
  NEVER: () => ({ field: 'lastMeetingAt', operator: 'IS_NULL' }),
};
type Activity = keyof typeof activities;
const activityNames = Object.keys(activities) as Activity[];

/** Returns the conditions that an address states. */
export function householdConditions(search: Record<string, string | undefined>): Condition[] {
  const activity = activityNames.find((each) => each === search.activity);
  return [
    ...(search.q ? [{ field: 'name', operator: 'CONTAINS', value: search.q }] : []),
    ...(search.manager
      ? [{ field: 'relationshipManagerUuid', operator: 'EQUALS', value: search.manager }]
      : []),
    ...(activity ? [activities[activity]()] : []),
    ...(search.state === 'INACTIVE'
      ? [{ field: 'isActive', operator: 'EQUALS', value: false }]
      : []),
    ...readConditions(search.where),
  ];
}

export const filterKeys = ['q', 'manager', 'activity', 'state', 'where'];

/** Returns what an address says for conditions, as saved views have them. */
export function searchOf(conditions: readonly Condition[]): Record<string, string | undefined> {
  const search: Record<string, string | undefined> = {};
  const rest: Condition[] = [];
  for (const condition of conditions) {
    const { field, operator: stated, value } = condition;
    const operator = stated.toUpperCase();
    const activity = activityNames.find((each) => {
      const own = activities[each]();
      return own.field === field && own.operator === operator;
    });
    if (activity && !search.activity) search.activity = activity;
    else if (field === 'name' && operator === 'CONTAINS' && !search.q) search.q = String(value);
    else if (field === 'relationshipManagerUuid' && operator === 'EQUALS' && !search.manager)
      search.manager = String(value);
    else if (field === 'isActive' && operator === 'EQUALS' && String(value) === 'false')
      search.state = 'INACTIVE';
    else rest.push(condition);
  }
  return { ...search, where: conditionsText(rest) };
}

/** Returns the filters with what can be chosen in each. */
export function useHouseholdFilters(): Filter[] {
  const t = useWords('households');
  const [search] = useSearch();
  const [isReached, setReached] = useState(false);
  const managers = useRead(
    'listHouseholdFilterValues',
    { body: { field: 'relationshipManagerUuid', size: 100 } },
    // Who is chosen has a name at once, the others when somebody reaches for them.
    { staleTime: 300_000, enabled: isReached || search.manager !== undefined },
  );
  const load = () => setReached(true);
  const named = Object.entries(managers.data?.names ?? {})
    .map(([value, label]) => ({ value, label }))
    .sort((a, b) => a.label.localeCompare(b.label));
  return [
    {
      key: 'manager',
      field: 'relationshipManagerUuid',
      label: t('manager'),
      options: named,
      load,
    },
    {
      key: 'activity',
      label: t('filters.activity'),
      options: activityNames.map((value) => ({ value, label: t(`activity.${value}`) })),
    },
    {
      key: 'state',
      label: t('filters.state'),
      options: [{ value: 'INACTIVE', label: t('inactive') }],
    },
  ];
}
