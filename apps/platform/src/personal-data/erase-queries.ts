import type { Tx } from '../database/transaction.ts';
import { foldedPatternOf, heldOf, type Person, patternOf } from './find-person.ts';

/** Counts of what was removed, by kind of record. */
export type Removed = Record<string, number>;

/** Removes what hangs on the person alone, of every kind. */
export async function removeOwnRecords(tx: Tx, person: Person): Promise<Removed> {
  const removed: Removed = {};
  for (const kind of tx.kinds) Object.assign(removed, await kind.erase?.(tx, heldOf(person)));
  return removed;
}

/** Removes kept answers to requests that name the person, and what imports keep of the person. */
export async function removeCopies(tx: Tx, { uuids, values }: Person): Promise<Removed> {
  const pattern = patternOf([...uuids, ...values.distinctive]);
  const answers = await tx`
    delete from idempotency_keys where answer::text ~* ${pattern} or key ~* ${pattern}`;
  await tx`
    update pgboss.job set output = null
     where data ->> 'tenantUuid' = ${tx.tenantUuid} and output::text ~* ${pattern}`;
  const origins = await tx`
    delete from event_origins where event_uuid in (
      select event_uuid from events where actor_id = any(${uuids})) or actor_id = any(${uuids})`;
  return {
    keptAnswers: answers.count,
    origins: origins.count,
    importRows: await clearImportRows(tx, values),
  };
}

/** Clears the rows of imports that say who the person is; those that wait are refused. */
async function clearImportRows(tx: Tx, { distinctive, wholeNames, names }: Person['values']) {
  const isNamed = names.reduce(
    (any, { first, last }) =>
      tx`${any} or (row_text ~ ${foldedPatternOf([first])} and row_text ~ ${foldedPatternOf([last])})`,
    tx`row_text ~ ${foldedPatternOf([...distinctive, ...wholeNames])}`,
  );
  const refusal = tx.json([
    { field: '', code: 'ERASED', message: 'the person was erased' },
  ] as never);
  const cleared = await tx<{ importUuid: string; wasWaiting: boolean }[]>`
    with theirs as (
      select tenant_uuid, import_uuid, line, errors is null as was_waiting from (
        select r.*, fold(array_to_string(cells, ' ')) as row_text
          from contact_import_rows r) r
       where ${isNamed}
         for update)
    update contact_import_rows r
       set cells = null, errors = coalesce(r.errors, ${refusal}::jsonb)
      from theirs t
     where r.tenant_uuid = t.tenant_uuid and r.import_uuid = t.import_uuid and r.line = t.line
    returning r.import_uuid, t.was_waiting`;
  for (const { importUuid } of cleared.filter(({ wasWaiting }) => wasWaiting)) {
    await tx`
      update contact_imports set refused_rows = refused_rows + 1 where import_uuid = ${importUuid}`;
  }
  return cleared.length;
}

/** Empties the records of a person, which stay as identifiers that nobody finds. */
export async function emptyContacts(
  tx: Tx,
  { uuids }: Person,
  emptied: readonly string[],
): Promise<void> {
  const nulls = Object.fromEntries(emptied.map((column) => [column, null]));
  const texts = { first_name: '', paternal_last_name: '' };
  await tx`
    update contacts
       set ${tx({ ...nulls, ...texts })}, addresses = '[]', household_uuids = '{}',
           credentials_initialized_at = null, erased_at = change_time(),
           deleted_at = coalesce(deleted_at, change_time())
     where contact_uuid = any(${uuids})`;
}
