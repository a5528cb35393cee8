import { type FieldError, fieldError, ProblemError } from '@atrium/kit/problem.ts';
import { atSavepoint } from '../database/at-savepoint.ts';
import type { Tx } from '../database/transaction.ts';
import { asProblem, catalogue } from '../problems.ts';
import { explainFault, type ImportFault } from './explain-fault.ts';
import type { Importable, StatedRow, Taking } from './importable.ts';
import { isUuid } from './read-row.ts';

/** Tells what became of a row: `recordUuid` is null where it was refused, or would be made in a dry run. */
export type TakenRow = {
  outcome: 'ACCEPTED' | 'EXISTING' | 'REFUSED';
  recordUuid: string | null;
  errors: ImportFault[];
};

/**
 * Takes a row: it becomes a record, or changes the one that it names by the rules and rights of the
 * same change by hand, or tells what is wrong with it. A row of a record that is there never makes
 * another one. A dry run undoes it.
 */
export async function takeRow(
  tx: Tx,
  what: Importable,
  row: StatedRow,
  taking: Taking,
): Promise<TakenRow> {
  const { columns, tried } = taking;
  const refused = (errors: FieldError[]): TakenRow => ({
    outcome: 'REFUSED',
    recordUuid: null,
    errors: errors.map((each) => explainFault(what, columns, each)),
  });
  if (row.recordUuid !== null && !isUuid(row.recordUuid))
    return refused([fieldError(what.identifier, 'INVALID_FORMAT', 'must be a UUID')]);
  const plan = await what.plan(tx, row, taking);
  if ('existingUuid' in plan)
    return { outcome: 'EXISTING', recordUuid: plan.existingUuid, errors: [] };
  const { key } = plan;
  const known = key === undefined ? undefined : tried?.get(key);
  const faults = [...plan.faults, ...(known ?? [])];
  if (faults.length > 0) return refused(faults);
  if (known) return { outcome: 'ACCEPTED', recordUuid: null, errors: [] };
  try {
    const recordUuid = await atSavepoint(tx, plan.take, { isTried: tried !== undefined });
    if (key) tried?.set(key, []);
    return { outcome: 'ACCEPTED', recordUuid: tried ? null : recordUuid, errors: [] };
  } catch (error) {
    const errors = reasonsOf(what, asProblem(error));
    if (key) tried?.set(key, errors);
    return refused(errors);
  }
}

/**
 * Returns why a row cannot be taken; an error that is no fault of the row is thrown on, to be
 * tried again.
 */
function reasonsOf({ loginEmail }: Importable, error: unknown): FieldError[] {
  if (error instanceof ProblemError && error.status < 500) {
    if (error.errors.length > 0) return error.errors;
    return [fieldError('row', error.code, error.message)];
  }
  // SQLSTATE classes 22 and 23: the data itself, or a constraint.
  const { code = '', constraint } = error as { code?: string; constraint?: string };
  const { EMAIL_TAKEN: taken } = catalogue;
  if (constraint === taken.constraint) return [fieldError(loginEmail, 'EMAIL_TAKEN', taken.title)];
  if (/^2[23]/.test(code)) return [fieldError('row', 'NOT_STORABLE', 'cannot be stored')];
  throw error;
}
