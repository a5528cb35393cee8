import type { Condition } from '../records/list-state.ts';
import { conditionsText, readConditions } from '../records/stated-conditions.ts';
import { today } from '../time.ts';

/** The filters of the list of people: their names in the address and the fields they ask for. */
export const fields = {
  stage: 'stageName',
  type: 'contactType',
  readiness: 'readinessStatus',
  manager: 'contactManagerId',
  source: 'contactSource',
  segment: 'segmentName',
} as const;

export const filterKeys = [...Object.keys(fields), 'met', 'where'];

const client = ['ACTIVE', 'SUBSCRIBER'];
/** How long ago somebody was met, as an address says it: not for half a year, or never. */
export const met: Record<string, () => Condition> = {
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
