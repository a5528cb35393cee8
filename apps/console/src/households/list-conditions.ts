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

const quarterBefore = (day: Temporal.PlainDate) => day.subtract({ days: 90 });

/** Says what has happened lately with a household, and the condition that finds it. */
const activities = {
  PLANNED: () => ({ field: 'nextMeetingAt', operator: 'IS_NOT_NULL' }),
  QUIET: () => ({
    field: 'lastMeetingAt',
    operator: 'LESS_THAN',
    value: `${quarterBefore(today())}T00:00:00`,
  }),
  NEVER: () => ({ field: 'lastMeetingAt', operator: 'IS_NULL' }),
} satisfies Record<string, () => { field: FilteredName<'household'> }>;
type Activity = keyof typeof activities;
export const activityNames = Object.keys(activities) as Activity[];

/** Returns the conditions that an address states. */
export function householdConditions(search: Search<'households'>): Condition[] {
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

export const filterKeys = ['q', 'manager', 'activity', 'state', 'where'] as const;

/** Returns what an address says for conditions, as saved views have them. */
export function searchOf(conditions: readonly Condition[], kept: Kept = {}): Search<'households'> {
  const search: Search<'households'> = {};
  const rest: Condition[] = [];
  for (const condition of conditions) {
    const { field, operator: stated, value } = condition;
    const operator = stated.toUpperCase();
    const activity = activityNames.find((each) => {
      const own = activities[each]();
      const isOwn = own.field === field && own.operator === operator;
      return isOwn && (each !== 'QUIET' || isOfMenu(value, kept, quarterBefore));
    });
    if (activity && !search.activity) search.activity = activity;
    else if (field === 'name' && operator === 'CONTAINS' && value && !search.q)
      search.q = String(value);
    else if (
      field === 'relationshipManagerUuid' &&
      operator === 'EQUALS' &&
      value &&
      !search.manager
    )
      search.manager = String(value);
    else if (field === 'isActive' && operator === 'EQUALS' && String(value) === 'false')
      search.state = 'INACTIVE';
    else rest.push(condition);
  }
  return { ...search, where: conditionsText(rest) };
}
