import { type Caller, hasRole } from '@atrium/kit/auth/caller.ts';
import { Enum, Named, Nullable, RecordTime, Uuid } from '@atrium/kit/schema.ts';
import { type Static, type TObject, type TProperties, Type } from 'typebox';
import type { Tx } from '../database/transaction.ts';
import type { ListFields } from '../lists/fields.ts';
import { Filters } from '../lists/filter.ts';
import { type ListQuery, PageBody } from '../lists/page.ts';
import { notFound, Problem } from '../problems.ts';

/** The field by which a list is asked for deleted records too. */
export const IncludeDeleted = Type.Optional(
  Type.Boolean({ description: 'Shows deleted records too; of administrators only' }),
);

/** The body of a list that is searched, filtered and shows deleted records on wish. */
export const FilterBody = Named('FilterRequest', {
  filters: Type.Optional(Filters),
  searchTerm: Type.Optional(Type.String({ maxLength: 200 })),
  includeDeleted: IncludeDeleted,
  ...PageBody.properties,
});

/** Returns the schema, by its name, of a row that says when the record was deleted, where that is asked for. */
export function withDeletedAt<P extends TProperties>(name: string, row: TObject<P>) {
  const deletedAt = Type.Optional(Nullable(RecordTime));
  return Named(name, { ...row.properties, deletedAt });
}

/** Throws FORBIDDEN when somebody who is no administrator asks for deleted records. */
export function checkIncludeDeleted(caller: Caller, includeDeleted: boolean | undefined): void {
  if (!includeDeleted || hasRole(caller, 'TENANT_ADMIN', 'SYSTEM_ADMIN')) return;
  throw new Problem('FORBIDDEN', 'Deleted records are shown to administrators only');
}

/** Returns the fields of a list; those of one that has deleted records include `deletedAt`. */
export function fieldsWithDeletedAt(
  fields: ListFields,
  alias: string,
  includeDeleted: boolean | undefined,
): ListFields {
  if (!includeDeleted) return fields;
  return { ...fields, deletedAt: { column: `${alias}.deleted_at`, type: 'time' } };
}

/** Returns a list; one that has deleted records says of each row when it was deleted. */
export function showDeletedAt(
  tx: Tx,
  list: ListQuery,
  alias: string,
  includeDeleted: boolean | undefined,
): ListQuery {
  if (!includeDeleted) return list;
  return {
    ...list,
    select: tx`${list.select}, record_time(${tx(`${alias}.deleted_at`)}) as deleted_at`,
    fields: fieldsWithDeletedAt(list.fields, alias, true),
  };
}

/** Something that did not come back with a restored record, and the reason. */
export const NotRestored = Named('NotRestored', {
  kind: Enum(['LOGIN', 'MEMBERSHIP', 'PRIMARY'], { title: 'NotRestoredKind' }),
  reason: Enum(['INITIALIZE_ANEW', 'HOUSEHOLD_DELETED', 'MEMBER_DELETED', 'TAKEN'], {
    title: 'NotRestoredReason',
  }),
  householdUuid: Nullable(Uuid),
  contactUuid: Nullable(Uuid),
  organisationUuid: Nullable(Uuid),
});
export type NotRestored = Static<typeof NotRestored>;

/** Returns the schema of a record as the answer to its restoring. */
export function asRestored<P extends TProperties>(record: TObject<P>) {
  return Type.Object({ ...record.properties, notRestored: Type.Array(NotRestored) });
}

/** Throws NOT_FOUND for a record that never was, and NOT_DELETED for one that is alive. */
export function checkDeleted(found: { isDeleted: boolean } | undefined, what: string): void {
  if (!found) throw notFound(what);
  if (!found.isDeleted) throw new Problem('NOT_DELETED', `The ${what} is not deleted`);
}
