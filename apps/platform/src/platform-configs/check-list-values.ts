import { fieldError, invalid } from '@atrium/kit/problem.ts';
import type { Tx } from '../db.ts';
import type { ListName } from './default-lists.ts';
import { findList } from './queries.ts';

/** A field that takes its values from a list: what it is to become, and what it is now. */
export type ListValue = {
  field: string;
  list: ListName;
  value: string | null | undefined;
  before?: string | null;
};

/**
 * Throws VALIDATION_FAILED for values that are not in the tenant's lists. A value that went out
 * of use may stay where it is, and no query runs when nothing changes.
 */
export async function checkListValues(tx: Tx, stated: readonly ListValue[]): Promise<void> {
  const changed = stated.filter(({ value, before }) => value != null && value !== before);
  const names = [...new Set(changed.map(({ list }) => list))];
  const lists = await Promise.all(names.map((name) => findList(tx, name)));
  const offered = ({ list, value }: ListValue) =>
    lists[names.indexOf(list)]?.some((entry) => entry.isActive && entry.value === value);
  const unknown = changed.filter((each) => !offered(each));
  if (unknown.length === 0) return;
  throw invalid(
    ...unknown.map(({ field, list }) =>
      fieldError(field, 'NOT_ALLOWED', `must be one of the tenant’s ${list}`),
    ),
  );
}
