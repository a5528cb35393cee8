import { useState } from 'react';
import { useRead } from '../data.ts';
import { contactFields } from '../field-catalogue.ts';
import { useWords } from '../i18n/words.ts';
import { ownUuid, usePerson } from '../person.ts';
import type { Filter } from '../records/filter.ts';
import { useSegments, useSources, useStages } from '../records/use-lists.ts';
import { useSearch } from '../ui/address.ts';
import { fields, met } from './list-conditions.ts';
import { readinessStates } from './readiness-mark.tsx';

/** Returns the filters with what can be chosen in each. */
export function usePeopleFilters(): Filter[] {
  const t = useWords('people');
  const enums = useWords('enums');
  const stages = useStages();
  const sources = useSources();
  const segments = useSegments();
  const [search] = useSearch<'people'>();
  const user = usePerson();
  const [isReached, setReached] = useState(false);
  const managers = useRead(
    'listContactFilterValues',
    { body: { field: 'contactManagerId', size: 100 } },
    // Who is chosen has a name at once, the others when somebody reaches for them.
    { staleTime: 300_000, enabled: isReached || search.manager !== undefined },
  );
  const load = () => setReached(true);
  const named = Object.entries(managers.data?.names ?? {})
    .map(([value, label]) => ({ value, label }))
    .sort((a, b) => a.label.localeCompare(b.label));
  const choices: Record<keyof typeof fields, Filter['options']> = {
    stage: stages.options,
    type: [
      { value: 'CLIENT', label: t('clients') },
      ...contactFields.contactType.values.map((value) => ({
        value,
        label: enums(`contactType.${value}`),
      })),
    ],
    readiness: readinessStates.map((value) => ({ value, label: enums(`readiness.${value}`) })),
    manager: named,
    source: sources.options,
    segment: segments.options,
  };
  const own = (Object.keys(fields) as (keyof typeof fields)[]).map((key) => ({
    key,
    field: fields[key],
    label: t(`filters.${key}`),
    options: choices[key],
    ...(key === 'manager' ? { load, own: ownUuid(user) } : {}),
  }));
  const options = Object.keys(met).map((value) => ({ value, label: t(`met.${value}`) }));
  return [...own, { key: 'met', label: t('filters.met'), options }];
}
