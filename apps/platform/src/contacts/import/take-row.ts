import { toFieldErrors, validatorCompiler } from '@atrium/kit/http/validation.ts';
import { type FieldError, fieldError, ProblemError } from '@atrium/kit/problem.ts';
import type { ValidateFunction } from 'ajv';
import type { Tx } from '../../database/transaction.ts';
import { formats } from '../../http/formats.ts';
import { asProblem } from '../../problems.ts';
import { type Creator, createContact } from '../create-contact.ts';
import { ContactInput } from '../fields.ts';
import type { NewContact } from '../schemas.ts';

const validate = validatorCompiler(formats, { composesTexts: true })({
  schema: ContactInput,
  method: 'POST',
  url: '',
  httpPart: 'body',
}) as ValidateFunction;

/** The contact of a row, or why there is none; neither when a dry run finds no fault. */
type TakenRow = { contactUuid: string | null; errors: FieldError[] };

/** Creates a row's contact, or tells what is wrong with it. A dry run undoes it. */
export async function takeRow(
  tx: Tx,
  creator: Creator,
  fields: Record<string, unknown>,
  { dryRun }: { dryRun: boolean },
): Promise<TakenRow> {
  if (!validate(fields)) return refused(toFieldErrors(validate.errors ?? []));
  await tx`savepoint before_row`;
  try {
    const [{ contactUuid }] = await createContact(tx, creator, fields as NewContact);
    if (dryRun) await tx`rollback to savepoint before_row`;
    else await tx`release savepoint before_row`;
    return { contactUuid: dryRun ? null : contactUuid, errors: [] };
  } catch (error) {
    const errors = faultsOf(asProblem(error));
    await tx`rollback to savepoint before_row`;
    return refused(errors);
  }
}

const refused = (errors: FieldError[]): TakenRow => ({ contactUuid: null, errors });

/**
 * Returns why a row cannot be taken; an error that is no fault of the row is thrown on, to be
 * tried again.
 */
function faultsOf(error: unknown): FieldError[] {
  if (error instanceof ProblemError && error.errors.length > 0) return error.errors;
  // SQLSTATE classes 22 and 23: the data itself, or a constraint.
  const { code = '' } = error as { code?: string };
  if (/^2[23]/.test(code)) return [fieldError('row', 'NOT_STORABLE', 'cannot be stored')];
  throw error;
}
