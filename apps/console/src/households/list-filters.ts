import { useRead } from '../data.ts';
import { useWords } from '../i18n/words.ts';
import { useStaffNames } from '../staff-names.ts';
import { today } from '../time.ts';
import type { Filter } from '../ui/filters.tsx';

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
export function conditionsOf(search: Record<string, string | undefined>) {
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
  ];
}

/** Returns the filters with what can be chosen in each. */
export function useHouseholdFilters(): Filter[] {
  const t = useWords('households');
  const managers = useRead(
    'listHouseholdFilterValues',
    { body: { field: 'relationshipManagerUuid', size: 100 } },
    { staleTime: 300_000 },
  );
  const uuids = (managers.data?.values ?? []) as string[];
  const managerName = useStaffNames(uuids);
  const named = uuids.flatMap((value) => {
    const label = managerName(value);
    return label ? [{ value, label }] : [];
  });
  return [
    { key: 'manager', label: t('manager'), options: named },
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
  ].filter(({ options }) => options.length > 0);
}
