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

/** The filters of the list of people: their names in the address and the fields they ask for. */
export const fields = {
  stage: 'stageName',
  type: 'contactType',
  readiness: 'readinessStatus',
  manager: 'contactManagerId',
  source: 'contactSource',
  segment: 'segmentName',
} as const satisfies Readonly<Record<string, FilteredName<'contact'>>>;

const names = Object.keys(fields) as (keyof typeof fields)[];
export const filterKeys = [...names, 'met', 'where'] as const;

const client = ['ACTIVE', 'SUBSCRIBER'];
const halfYearBefore = (day: Temporal.PlainDate) => day.subtract({ months: 6 });
/** How long ago somebody was met, as an address says it: not for half a year, or never. */
export const met: Record<string, () => Condition> = {
  QUIET: () => ({
    field: 'lastMeetingAt',
    operator: 'LESS_THAN',
    value: `${halfYearBefore(today())}T00:00:00`,
  }),
  NEVER: () => ({ field: 'lastMeetingAt', operator: 'IS_NULL' }),
};

/** Returns the conditions that an address states. */
export function peopleConditions(search: Search<'people'>): Condition[] {
  const chosen = names.flatMap((key): Condition[] => {
    const field = fields[key];
    if (!search[key]) return [];
    if (key === 'type' && search[key] === 'CLIENT')
      return [{ field, operator: 'IN', value: client }];
    return [{ field, operator: 'EQUALS', value: search[key] }];
  });
  const last = met[search.met ?? ''];
  return [...chosen, ...(last ? [last()] : []), ...readConditions(search.where)];
}

/** Returns what an address says for conditions, as saved views have them. */
export function searchOf(conditions: readonly Condition[], kept: Kept = {}): Search<'people'> {
  const search: Search<'people'> = {};
  const rest: Condition[] = [];
  for (const condition of conditions) {
    const { field, operator: stated, value, values = value } = condition;
    const operator = stated.toUpperCase();
    // The API names a contact's manager in two ways.
    const own = field === 'contactManagerEntityUuid' ? 'contactManagerId' : field;
    const key = names.find((each) => fields[each] === own);
    const last = lastOf(condition, kept);
    // The address has a word for both types, which is no type.
    const isWord = key === 'type' && value === 'CLIENT';
    const isClient = key === 'type' && operator === 'IN' && `${values}` === `${client}`;
    if (last && !search.met) search.met = last;
    else if (isClient && !search.type) search.type = 'CLIENT';
    else if (key && operator === 'EQUALS' && value && !search[key] && !isWord)
      search[key] = String(value);
    else rest.push(condition);
  }
  return { ...search, where: conditionsText(rest) };
}

/** Returns what the menu has for a condition, where it can have written it. */
function lastOf({ field, operator, value }: Condition, kept: Kept): string | undefined {
  if (field !== 'lastMeetingAt') return undefined;
  if (operator.toUpperCase() === 'IS_NULL') return 'NEVER';
  if (operator.toUpperCase() !== 'LESS_THAN') return undefined;
  return isOfMenu(value, kept, halfYearBefore) ? 'QUIET' : undefined;
}
