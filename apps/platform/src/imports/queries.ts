import type { Fragment } from '@atrium/kit/sql.ts';
import type { Tx } from '../database/transaction.ts';
import { tellPeople } from '../tell-people.ts';
import type { ImportFault } from './explain-fault.ts';
import type { Columns, Importable } from './importable.ts';
import type { ImportRow, RefusedRowRow } from './schemas.ts';

const columns = (tx: Tx) => tx`
  i.import_uuid, i.status, false as dry_run, i.ignored_columns, i.total_rows,
  i.accepted_rows + i.refused_rows + i.existing_rows as processed_rows, i.accepted_rows,
  i.refused_rows, i.existing_rows as existing,
  i.failure_reason, record_time(i.created_at) as created_at,
  record_time(i.finished_at) as finished_at`;

export async function findImport(tx: Tx, visible: Fragment, importUuid: string) {
  const [found] = await tx<ImportRow[]>`
    select ${columns(tx)} from contact_imports i where i.import_uuid = ${importUuid} and ${visible}`;
  return found;
}

type NewImport = {
  kind: Importable['name'];
  importUuid: string;
  ignoredColumns: string[];
  columns: Columns;
  requestedBy: string;
};

export async function insertImport(tx: Tx, { columns, ...values }: NewImport): Promise<void> {
  const row = { tenantUuid: tx.tenantUuid, ...values, columns: tx.json(columns) };
  await tx`insert into contact_imports ${tx(row)}`;
}

type WaitingRow = { line: number; cells: string[] };
/** A row of a file; one with errors is refused as it comes. */
export type NewRow = WaitingRow & { errors: ImportFault[] | null };

export async function insertRows(tx: Tx, importUuid: string, rows: NewRow[]): Promise<void> {
  await tx`
    insert into contact_import_rows (tenant_uuid, import_uuid, line, cells, errors)
    select ${tx.tenantUuid}, ${importUuid}, line, cells, errors
      from jsonb_to_recordset(${tx.json(rows as never)}) as row (line int, cells text[], errors jsonb)`;
}

/** Counts the rows that were received, remembers their lines and how they are read, and lets the import begin. */
export async function queueReceived(tx: Tx, importUuid: string, columns: Columns): Promise<void> {
  await tx`
    update contact_imports i
       set status = 'QUEUED', total_rows = received.total, refused_rows = received.refused,
           lines = received.lines, columns = ${tx.json(columns)}
      from (select count(*) as total, count(errors) as refused,
                   coalesce(range_agg(int4range(line, line, '[]')), '{}') as lines
              from contact_import_rows where import_uuid = ${importUuid}) received
     where i.import_uuid = ${importUuid}`;
}

export async function updateStatus(
  tx: Tx,
  importUuid: string,
  status: ImportRow['status'],
): Promise<void> {
  await tx`update contact_imports set status = ${status} where import_uuid = ${importUuid}`;
}

/** Ends an import before it is done: the rows that wait are dropped, refused ones stay to be read. */
export async function failImport(
  tx: Tx,
  importUuid: string,
  reason: NonNullable<ImportRow['failureReason']>,
): Promise<void> {
  await tx`delete from contact_import_rows where import_uuid = ${importUuid} and errors is null`;
  await tx`
    update contact_imports
       set status = 'FAILED', failure_reason = ${reason}, finished_at = change_time()
     where import_uuid = ${importUuid}`;
  await tellImporter(tx, importUuid);
}

type LockedImport = { columns: Columns; requestedBy: string; totalRows: number };

/** Locks an import that has work left, so that one worker at a time goes on with it. */
export async function lockImport(tx: Tx, importUuid: string) {
  const [found] = await tx<LockedImport[]>`
    select columns, requested_by, total_rows from contact_imports
     where import_uuid = ${importUuid} and status in ('QUEUED', 'RUNNING') for update`;
  return found;
}

export function listWaitingRows(tx: Tx, importUuid: string, limit: number) {
  return tx<WaitingRow[]>`
    select line, cells from contact_import_rows
     where import_uuid = ${importUuid} and errors is null order by line limit ${limit}`;
}

export async function deleteRows(tx: Tx, importUuid: string, lines: number[]): Promise<void> {
  await tx`
    delete from contact_import_rows where import_uuid = ${importUuid} and line = any(${lines})`;
}

/** Keeps why a row was refused, beside its cells. */
export async function refuseRow(
  tx: Tx,
  importUuid: string,
  line: number,
  errors: ImportFault[],
): Promise<void> {
  await tx`
    update contact_import_rows set errors = ${tx.json(errors)}
     where import_uuid = ${importUuid} and line = ${line}`;
}

/** Keeps why rows were refused. */
export async function refuseRows(
  tx: Tx,
  importUuid: string,
  rows: { line: number; errors: ImportFault[] }[],
): Promise<void> {
  await tx`
    update contact_import_rows r set errors = row.errors
      from jsonb_to_recordset(${tx.json(rows as never)}) as row (line int, errors jsonb)
     where r.import_uuid = ${importUuid} and r.line = row.line`;
}

/** Counts what was done; with nothing left the import is done. */
export async function countRows(
  tx: Tx,
  importUuid: string,
  { accepted, existing, refused }: { accepted: number; existing: number; refused: number },
): Promise<void> {
  await tx`
    update contact_imports
       set accepted_rows = accepted_rows + ${accepted}, refused_rows = refused_rows + ${refused},
           existing_rows = existing_rows + ${existing}, status = 'RUNNING'
     where import_uuid = ${importUuid}`;
}

export async function finishImport(tx: Tx, importUuid: string): Promise<void> {
  await tx`
    update contact_imports set status = 'DONE', finished_at = change_time()
     where import_uuid = ${importUuid}`;
  await tellImporter(tx, importUuid);
}

/** Tells in the inbox of whoever asked for an import that it is over. */
async function tellImporter(tx: Tx, importUuid: string): Promise<void> {
  await tellPeople(
    tx,
    tx`select 'IMPORT_DONE', requested_by, case kind when 'STAFF' then 'STAFF_IMPORT' else 'IMPORT' end,
              import_uuid, null::uuid, null::text
         from contact_imports where import_uuid = ${importUuid}`,
  );
}

export function listRefusedRows(tx: Tx, importUuid: string, page: number, size: number) {
  return tx<RefusedRowRow[]>`
    select r.line, r.errors,
           case when r.cells is not null then (
             select coalesce(json_object_agg(name, coalesce(r.cells[at::int], '') order by at), '{}')
               from jsonb_array_elements_text(i.columns -> 'names') with ordinality as c (name, at)
           ) end as values
      from contact_import_rows r join contact_imports i using (tenant_uuid, import_uuid)
     where r.import_uuid = ${importUuid} and r.errors is not null
     order by r.line limit ${size} offset ${page * size}`;
}

/** An import whose rows are mended, and the row on a line: absent once it was taken. */
type MendedImport = {
  columns: Columns;
  hasLine: boolean;
  cells: string[] | null;
  errors: ImportFault[] | null;
};

/** Locks an import and finds the row on one of its lines. */
export async function lockForMending(tx: Tx, visible: Fragment, importUuid: string, line: number) {
  const [locked] = await tx<Omit<MendedImport, 'cells' | 'errors'>[]>`
    select i.columns, i.lines @> ${line}::int as has_line
      from contact_imports i where i.import_uuid = ${importUuid} and ${visible} for update`;
  if (!locked) return undefined;
  const [row] = await tx<Pick<MendedImport, 'cells' | 'errors'>[]>`
    select cells, errors from contact_import_rows
     where import_uuid = ${importUuid} and line = ${line}`;
  return { cells: null, errors: null, ...locked, ...row };
}

/** Keeps the new cells of a row that is refused again, and why. */
export async function refuseAgain(
  tx: Tx,
  importUuid: string,
  line: number,
  row: { cells: string[]; errors: ImportFault[] },
): Promise<void> {
  await tx`
    update contact_import_rows set cells = ${row.cells}, errors = ${tx.json(row.errors)}
     where import_uuid = ${importUuid} and line = ${line}`;
}

/** Counts a row that was refused and is taken now, or whose record is there. */
export async function countMended(tx: Tx, importUuid: string, isExisting: boolean): Promise<void> {
  await tx`
    update contact_imports
       set accepted_rows = accepted_rows + ${isExisting ? 0 : 1},
           existing_rows = existing_rows + ${isExisting ? 1 : 0}, refused_rows = refused_rows - 1
     where import_uuid = ${importUuid}`;
}

/** Locks an import. */
export async function lockStatus(tx: Tx, visible: Fragment, importUuid: string) {
  const [found] = await tx<{ status: ImportRow['status'] }[]>`
    select i.status from contact_imports i
     where i.import_uuid = ${importUuid} and ${visible} for update`;
  return found?.status;
}
