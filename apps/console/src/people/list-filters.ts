import { useState } from 'react';
import { useRead } from '../data.ts';
import { contactFields } from '../field-catalogue.ts';
import { useWords } from '../i18n/words.ts';
import type { Filter } from '../records/filter.ts';
import type { Condition } from '../records/list-state.ts';
import { conditionsText, readConditions } from '../records/stated-conditions.ts';
import { useSegments, useSources, useStages } from '../records/use-lists.ts';
import { today } from '../time.ts';
import { useSearch } from '../ui/address.ts';

/** The filters of the list of people: their names in the address and the fields they ask for. */
const fields = {
  stage: 'stageName',
  type: 'contactType',
  readiness: 'readinessStatus',
  manager: 'contactManagerId',
  source: 'contactSource',
  segment: 'segmentName',
} as const;

const readinessOrder = ['ATTENTION', 'INCOMPLETE', 'READY'];

export const filterKeys = [...Object.keys(fields), 'met', 'where'];

const client = ['ACTIVE', 'SUBSCRIBER'];
/** How long ago somebody was met, as an address says it: not for half a year, or never. */
const met: Record<string, () => Condition> = {
  QUIET: () => ({
    field: 'lastMeetingAt',
    operator: 'LESS_THAN',
    value: `${today().subtract({ months: 6 })}T00:00:00`,
  }),
  NEVER: () => ({ field: 'lastMeetingAt', operator: 'IS_NULL' }),
};

/** Returns the conditions that an address states. */
export function peopleConditions(search: Record<string, string | undefined>): Condition[] {
  const chosen = Object.entries(fields).flatMap(([key, field]): Condition[] => {
    if (!search[key]) return [];
    if (search[key] === 'CLIENT') return [{ field, operator: 'IN', value: client }];
    return [{ field, operator: 'EQUALS', value: search[key] }];
  });
  const last = met[search.met ?? ''];
  return [...chosen, ...(last ? [last()] : []), ...readConditions(search.where)];
}

/** Returns what an address says for conditions, as saved views have them. */
export function searchOf(conditions: readonly Condition[]): Record<string, string | undefined> {
  const search: Record<string, string | undefined> = {};
  const rest: Condition[] = [];
  for (const condition of conditions) {
    const { field, operator, value } = condition;
    if (field === 'lastMeetingAt' && operator.toUpperCase() === 'IS_NULL') {
      search.met = 'NEVER';
      continue;
    }
    if (field === 'contactType' && operator.toUpperCase() === 'IN' && `${value}` === `${client}`) {
      search.type = 'CLIENT';
      continue;
    }
    // The API names a contact's manager in two ways.
    const own = field === 'contactManagerEntityUuid' ? 'contactManagerId' : field;
    const key = Object.entries(fields).find(([, each]) => each === own)?.[0];
    if (!key || search[key] || operator.toUpperCase() !== 'EQUALS') rest.push(condition);
    else search[key] = String(value);
  }
  return { ...search, where: conditionsText(rest) };
}

/** Returns the filters with what can be chosen in each. */
export function usePeopleFilters(): Filter[] {
  const t = useWords('people');
  const enums = useWords('enums');
  const stages = useStages();
  const sources = useSources();
  const segments = useSegments();
  const [search] = useSearch();
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
    readiness: readinessOrder.map((value) => ({ value, label: enums(`readiness.${value}`) })),
    manager: named,
    source: sources.options,
    segment: segments.options,
  };
  const own = (Object.keys(fields) as (keyof typeof fields)[]).map((key) => ({
    key,
    field: fields[key],
    label: t(`filters.${key}`),
    options: choices[key],
    ...(key === 'manager' ? { load } : {}),
  }));
  const options = Object.keys(met).map((value) => ({ value, label: t(`met.${value}`) }));
  return [...own, { key: 'met', label: t('filters.met'), options }];
}
