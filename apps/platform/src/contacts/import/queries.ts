import type { FieldError } from '@atrium/kit/problem.ts';
import type { Fragment } from '@atrium/kit/sql.ts';
import type { Tx } from '../../database/transaction.ts';
import type { ImportRow, RefusedRowRow } from './schemas.ts';

const columns = (tx: Tx) => tx`
  i.import_uuid, i.status, i.dry_run, i.ignored_columns, i.total_rows,
  i.accepted_rows + i.refused_rows as processed_rows, i.accepted_rows, i.refused_rows,
  record_time(i.created_at) as created_at, record_time(i.finished_at) as finished_at`;

export async function findImport(tx: Tx, visible: Fragment, importUuid: string) {
  const [found] = await tx<ImportRow[]>`
    select ${columns(tx)} from contact_imports i where i.import_uuid = ${importUuid} and ${visible}`;
  return found;
}

type NewImport = {
  importUuid: string;
  dryRun: boolean;
  ignoredColumns: string[];
  requestedBy: string;
  roles: string[];
  partnerUuid: string | null;
};

export async function insertImport(tx: Tx, values: NewImport): Promise<void> {
  await tx`insert into contact_imports ${tx({ tenantUuid: tx.tenantUuid, ...values })}`;
}

export type WaitingRow = { line: number; fields: Record<string, unknown> };

export async function insertRows(tx: Tx, importUuid: string, rows: WaitingRow[]): Promise<void> {
  await tx`
    insert into contact_import_rows (tenant_uuid, import_uuid, line, fields)
    select ${tx.tenantUuid}, ${importUuid}, line, fields
      from jsonb_to_recordset(${tx.json(rows as never)}) as row (line int, fields jsonb)`;
}

export async function updateImport(
  tx: Tx,
  importUuid: string,
  changes: { status: ImportRow['status']; totalRows?: number },
): Promise<void> {
  await tx`update contact_imports set ${tx(changes)} where import_uuid = ${importUuid}`;
}

/** Drops the rows of an import that was not received to its end. */
export async function failImport(tx: Tx, importUuid: string): Promise<void> {
  await tx`delete from contact_import_rows where import_uuid = ${importUuid}`;
  await tx`
    update contact_imports set status = 'FAILED', finished_at = change_time()
     where import_uuid = ${importUuid}`;
}

export type LockedImport = {
  dryRun: boolean;
  requestedBy: string;
  roles: string[];
  partnerUuid: string | null;
  isMachine: boolean;
};

/** Locks an import that has work left, so that one worker at a time goes on with it. */
export async function lockImport(tx: Tx, importUuid: string) {
  const [found] = await tx<LockedImport[]>`
    select dry_run, requested_by, roles, partner_uuid, exists (
             select from credentials where credential_uuid = requested_by) as is_machine
      from contact_imports
     where import_uuid = ${importUuid} and status in ('QUEUED', 'RUNNING') for update`;
  return found;
}

export function listWaitingRows(tx: Tx, importUuid: string, limit: number) {
  return tx<WaitingRow[]>`
    select line, fields from contact_import_rows
     where import_uuid = ${importUuid} and errors is null order by line limit ${limit}`;
}

export async function deleteRows(tx: Tx, importUuid: string, lines: number[]): Promise<void> {
  await tx`
    delete from contact_import_rows where import_uuid = ${importUuid} and line = any(${lines})`;
}

/** Keeps why a row was refused, and nothing of what it said. */
export async function refuseRow(
  tx: Tx,
  importUuid: string,
  line: number,
  errors: FieldError[],
): Promise<void> {
  await tx`
    update contact_import_rows set fields = null, errors = ${tx.json(errors)}
     where import_uuid = ${importUuid} and line = ${line}`;
}

/** Counts what was done; with nothing left the import is done. */
export async function countRows(
  tx: Tx,
  importUuid: string,
  accepted: number,
  refused: number,
): Promise<void> {
  await tx`
    update contact_imports
       set accepted_rows = accepted_rows + ${accepted}, refused_rows = refused_rows + ${refused},
           status = 'RUNNING'
     where import_uuid = ${importUuid}`;
}

export async function finishImport(tx: Tx, importUuid: string): Promise<void> {
  await tx`
    update contact_imports set status = 'DONE', finished_at = change_time()
     where import_uuid = ${importUuid}`;
}

export function listRefusedRows(tx: Tx, importUuid: string, page: number, size: number) {
  return tx<RefusedRowRow[]>`
    select line, errors from contact_import_rows
     where import_uuid = ${importUuid} and errors is not null
     order by line limit ${size} offset ${page * size}`;
}
