import { fieldError, invalid } from '@atrium/kit/problem.ts';
import type { Tx } from '../db.ts';
import { defaultLists, type ListName } from './default-lists.ts';
import { findList } from './queries.ts';
import type { Entry } from './schemas.ts';

/** A field that takes its values from a list: what it is to become, and what it is now. */
export type ListValue = {
  field: string;
  list: ListName;
  value: string | null | undefined;
  before?: string | null;
};

/** The lists a tenant made its own; what is not among them is the platform's. */
export type OwnLists = Partial<Record<ListName, readonly Entry[]>>;

/**
 * Throws VALIDATION_FAILED for values that are not in the tenant's lists. A value that went out
 * of use may stay where it is, and no query runs when nothing changes.
 */
export async function checkListValues(tx: Tx, stated: readonly ListValue[]): Promise<void> {
  const names = [...new Set(changed(stated).map(({ list }) => list))];
  const lists = await Promise.all(names.map((name) => findList(tx, name)));
  judgeListValues(stated, Object.fromEntries(names.map((name, at) => [name, lists[at]])));
}

/** The same with lists that were read already. */
export function judgeListValues(stated: readonly ListValue[], own: OwnLists): void {
  const offered = ({ list, value }: ListValue) =>
    (own[list] ?? defaultLists[list]).some((entry) => entry.isActive && entry.value === value);
  const unknown = changed(stated).filter((each) => !offered(each));
  if (unknown.length === 0) return;
  throw invalid(
    ...unknown.map(({ field, list }) =>
      fieldError(field, 'NOT_ALLOWED', `must be one of the tenant’s ${list}`),
    ),
  );
}

function changed(stated: readonly ListValue[]): ListValue[] {
  return stated.filter(({ value, before }) => value != null && value !== before);
}
