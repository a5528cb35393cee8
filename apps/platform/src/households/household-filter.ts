import type { Caller } from '@atrium/kit/auth/caller.ts';
import type { Fragment } from '@atrium/kit/sql.ts';
import { type Static, Type } from 'typebox';
import { visibleTo } from '../auth/visible-households.ts';
import type { Tx } from '../database/transaction.ts';
import { fieldsWithDeletedAt } from '../http/deleted-records.ts';
import { Filters, filterWhere } from '../lists/filter.ts';
import { householdFields } from './fields.ts';
import { shown } from './queries.ts';

export const IncludeInactive = Type.Optional(Type.Boolean());

/** The households that meet every condition; active ones unless it asks for others. */
export const HouseholdFilter = Type.Object({
  filters: Type.Optional(Filters),
  includeInactive: IncludeInactive,
});
export type HouseholdFilter = Static<typeof HouseholdFilter>;
type Asked = HouseholdFilter & { includeDeleted?: boolean };

/** Returns the condition on `households h` that finds those that the caller sees and asks for. */
export function asked(
  tx: Tx,
  caller: Caller,
  { filters = [], includeInactive, includeDeleted }: Asked,
): Fragment {
  const met = filterWhere(tx, filters, fieldsWithDeletedAt(householdFields, 'h', includeDeleted));
  const isShown = shown(tx, includeInactive || asksActivity(filters));
  const isAsked = includeDeleted ? tx`(${isShown} or h.deleted_at is not null)` : isShown;
  return tx`${visibleTo(tx, caller)} and ${isAsked} and ${met}`;
}

/** Returns whether conditions say themselves whether households are active. */
export function asksActivity(filters: Static<typeof Filters>): boolean {
  return filters.some((condition) => condition.field === 'isActive');
}
