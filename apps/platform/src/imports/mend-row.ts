import type { Caller } from '@atrium/kit/auth/caller.ts';
import { fieldError, invalid } from '@atrium/kit/problem.ts';
import type { Tx } from '../database/transaction.ts';
import { notFound, orNotFound, Problem } from '../problems.ts';
import { valuesOf, withoutSecrets } from './import-columns.ts';
import type { Columns, Importable } from './importable.ts';
import { countMended, deleteRows, lockForMending, refuseAgain } from './queries.ts';
import type { MendedRow } from './schemas.ts';
import { takeRows } from './take-rows.ts';
import { visibleTo } from './visible-imports.ts';

type Place = { importUuid: string; line: number };

/**
 * Tries a refused row again with other values, by the rights of the caller, and returns the result.
 * Throws NOT_FOUND, ROW_NOT_REFUSED, and VALIDATION_FAILED for a column that the file lacks.
 */
export async function mendRow(
  tx: Tx,
  what: Importable,
  caller: Caller,
  { importUuid, line }: Place,
  changes: Record<string, string>,
): Promise<MendedRow> {
  const visible = visibleTo(tx, what, caller);
  const found = await orNotFound(lockForMending(tx, visible, importUuid, line), 'import');
  const { columns, errors: before, hasLine } = found;
  if (!before) throw hasLine ? new Problem('ROW_NOT_REFUSED') : notFound('row');
  const mended = mendedCells(columns, found.cells ?? [], changes);
  const cells = withoutSecrets(what, columns, mended);
  const [taken] = await takeRows(tx, what, [cells], { importer: caller, columns });
  const { outcome, recordUuid = null, errors = [] } = taken ?? {};
  if (errors.length > 0) {
    await refuseAgain(tx, importUuid, line, { cells, errors });
  } else {
    await deleteRows(tx, importUuid, [line]);
    await countMended(tx, importUuid, outcome === 'EXISTING');
  }
  return { line, recordUuid, errors, values: valuesOf(columns, cells) };
}

function mendedCells(
  { names }: Columns,
  cells: readonly string[],
  changes: Record<string, string>,
): string[] {
  const faults = Object.keys(changes)
    .filter((name) => !names.includes(name))
    .map((name) => fieldError(`values.${name}`, 'UNKNOWN_FIELD', 'is no column of the file'));
  if (faults.length > 0) throw invalid(...faults);
  const stated = new Map(Object.entries(changes));
  return names.map((name, at) => stated.get(name) ?? cells[at] ?? '');
}
