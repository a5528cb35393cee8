import { useState } from 'react';
import { useRead } from '../data.ts';
import { useWords } from '../i18n/words.ts';
import { ownUuid, usePerson } from '../person.ts';
import type { Filter } from '../records/filter.ts';
import { useSearch } from '../ui/address.ts';
import { activityNames } from './list-conditions.ts';

/** Returns the filters with what can be chosen in each. */
export function useHouseholdFilters(): Filter[] {
  const t = useWords('households');
  const [search] = useSearch<'households'>();
  const user = usePerson();
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
      own: ownUuid(user),
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
