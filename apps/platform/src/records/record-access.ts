import { type Caller, hasRole, readsArea } from '@atrium/kit/auth/caller.ts';
import { fieldError, invalid, KitProblem } from '@atrium/kit/problem.ts';
import type { Fragment } from '@atrium/kit/sql.ts';
import type { Tx } from '../database/transaction.ts';
import type { EntityType } from '../event-types.ts';
import type { Found, Subject } from '../kind.ts';
import { notFound } from '../problems.ts';

/** The kinds of records that notes, tasks and timelines are about. */
export const recordTypes = ['CONTACT', 'HOUSEHOLD', 'MEETING'] as const;
export type RecordType = (typeof recordTypes)[number];
export type RecordKey = { entityType: RecordType; entityUuid: string };

/** Returns how the records of a type are found, and who sees them. */
export function subjectOf(tx: Tx, entityType: RecordType): Subject {
  const subject = tx.kinds.find((kind) => kind.entityType === entityType)?.subject;
  if (!subject) throw new Error(`Nothing is about a ${entityType}`);
  return subject;
}

/** Returns the column that names the record, as notes and tasks have it, and its value. */
export function recordColumn(tx: Tx, { entityType, entityUuid }: RecordKey) {
  return { [subjectOf(tx, entityType).field]: entityUuid };
}

/**
 * Returns the condition that the caller sees the record which a row of `alias` is about, by its
 * columns that name one. Deleted records are not seen.
 */
export function seesRecord(tx: Tx, caller: Caller, alias: string): Fragment {
  const row = tx`${tx(alias)}`;
  const seen = tx.kinds.flatMap(({ subject }) => {
    if (!subject) return [];
    const of = tx`${tx(subject.alias)}`;
    const key = tx`${tx(subject.column)}`;
    return [
      tx`exists (select from ${tx(subject.table)} ${of}
                  where ${of}.tenant_uuid = ${row}.tenant_uuid and ${of}.${key} = ${row}.${key}
                    and ${subject.sees(tx, caller)})`,
    ];
  });
  return tx`(${seen.reduce((any, each) => tx`${any} or ${each}`)})`;
}

/** Returns whether the caller sees a live record; `lock` keeps it from being deleted meanwhile. */
async function isRecordSeen(
  tx: Tx,
  caller: Caller,
  { entityType, entityUuid }: RecordKey,
  lock?: 'lock',
): Promise<boolean> {
  const { table, alias, column, sees } = subjectOf(tx, entityType);
  const found = await tx`
    select from ${tx(table)} ${tx(alias)}
     where ${tx(`${alias}.${column}`)} = ${entityUuid} and ${sees(tx, caller)}
     ${lock ? tx`for key share` : tx``}`;
  return found.length > 0;
}

/** Throws SCOPE_MISSING to a program that reads no records of a type, PERSON_REQUIRED where none may. */
export function requireArea(tx: Tx, caller: Caller, entityType: EntityType): void {
  const area = tx.kinds.find((kind) => kind.entityType === entityType)?.told?.area;
  if (area === undefined && caller.scopes)
    throw new KitProblem('PERSON_REQUIRED', `No scope gives records of the kind ${entityType}`);
  if (area !== undefined && !readsArea(caller, area))
    throw new KitProblem('SCOPE_MISSING', `This needs the scope ${area}:read`);
}

/** Throws NOT_FOUND unless the caller sees the live record. */
export async function requireSeen(tx: Tx, caller: Caller, key: RecordKey): Promise<void> {
  if (await isRecordSeen(tx, caller, key)) return;
  const { entityType, entityUuid } = key;
  throw (
    (await subjectOf(tx, entityType).notFound?.(tx, caller, entityUuid)) ??
    notFound(entityType.toLowerCase())
  );
}

/**
 * Returns the check that the caller may read a record: administrators read deleted ones too. Throws
 * NOT_FOUND.
 */
export function readerOf(
  entityType: EntityType,
  { table, alias, column, sees, notFound: refuse }: Found,
) {
  return async (tx: Tx, caller: Caller, uuid: string): Promise<void> => {
    const isSeen = hasRole(caller, 'TENANT_ADMIN', 'SYSTEM_ADMIN') ? tx`true` : sees(tx, caller);
    const found = await tx`
      select from ${tx(table)} ${tx(alias)} where ${tx(`${alias}.${column}`)} = ${uuid} and ${isSeen}`;
    if (found.length === 0)
      throw (await refuse?.(tx, caller, uuid)) ?? notFound(entityType.toLowerCase());
  };
}

/** Throws VALIDATION_FAILED, naming `entityUuid`, unless the caller sees the live record. */
export async function requireRecord(tx: Tx, caller: Caller, key: RecordKey): Promise<void> {
  if (await isRecordSeen(tx, caller, key, 'lock')) return;
  const what = `must be a ${key.entityType.toLowerCase()} that you see`;
  throw invalid(fieldError('entityUuid', 'UNKNOWN', what));
}

/** Throws NOT_FOUND, which names the survivor, for a record that was merged into one that the caller sees. */
export async function refuseMerged(
  tx: Tx,
  caller: Caller,
  { entityType, entityUuid }: RecordKey,
): Promise<void> {
  const missing = await subjectOf(tx, entityType).notFound?.(tx, caller, entityUuid);
  if (missing?.members && 'mergedInto' in missing.members) throw missing;
}
