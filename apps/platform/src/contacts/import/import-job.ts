import type { Viewer } from '@atrium/kit/auth/bound-partner.ts';
import { toFieldErrors, validatorCompiler } from '@atrium/kit/http/validation.ts';
import { type FieldError, fieldError, ProblemError } from '@atrium/kit/problem.ts';
import type { ValidateFunction } from 'ajv';
import type { Job, JobData, Jobs } from '../../background/jobs.ts';
import type { Db } from '../../database/db.ts';
import { actorOf, system } from '../../database/principal.ts';
import type { Tx } from '../../database/transaction.ts';
import { formats } from '../../http/formats.ts';
import { asProblem } from '../../problems.ts';
import { createContact } from '../create-contact.ts';
import { ContactInput } from '../fields.ts';
import type { NewContact } from '../schemas.ts';
import {
  countRows,
  deleteRows,
  finishImport,
  type LockedImport,
  listWaitingRows,
  lockImport,
  refuseRow,
  type WaitingRow,
} from './queries.ts';

export const queue = 'contact-import';

const batchSize = 100;
/** The number of batches after which another import gets its turn, and the queue sees that this one lives. */
const batchesPerTurn = 20;

type ImportJob = JobData & { importUuid: string };

/**
 * Goes through an import's rows, some hundred in a transaction: each becomes a contact, or is
 * refused with the reasons, by the rules of the create request. A row and its outcome are one
 * transaction, so that a crash neither loses nor doubles a contact.
 */
export function contactImportJob(db: Db, jobs: Jobs): Job<ImportJob> {
  const validate = validatorCompiler(formats)({
    schema: ContactInput,
    method: 'POST',
    url: '',
    httpPart: 'body',
  }) as ValidateFunction;

  async function run({ tenantUuid, importUuid }: ImportJob): Promise<void> {
    for (let batch = 0; batch < batchesPerTurn; batch++) {
      const asked = await db.asTenant(tenantUuid, system, (tx) => lockImport(tx, importUuid));
      if (!asked) return;
      const actor = actorOf({ ...asked, userUuid: asked.requestedBy });
      const left = await db.asTenant(tenantUuid, actor, (tx) =>
        takeBatch(tx, importUuid, validate),
      );
      if (!left) return;
    }
    await db.asTenant(tenantUuid, system, (tx) =>
      jobs.enqueue(tx, queue, { tenantUuid, importUuid }),
    );
  }

  return { name: queue, run };
}

/** Takes some rows. False when none were left and the import is done. */
async function takeBatch(tx: Tx, importUuid: string, validate: ValidateFunction): Promise<boolean> {
  const asked = await lockImport(tx, importUuid);
  if (!asked) return false;
  const rows = await listWaitingRows(tx, importUuid, batchSize);
  if (rows.length === 0) {
    await finishImport(tx, importUuid);
    return false;
  }
  const accepted: number[] = [];
  for (const row of rows) {
    const faults = await takeRow(tx, asked, row, validate);
    if (faults.length === 0) accepted.push(row.line);
    else await refuseRow(tx, importUuid, row.line, faults);
  }
  await deleteRows(tx, importUuid, accepted);
  await countRows(tx, importUuid, accepted.length, rows.length - accepted.length);
  return true;
}

/** Creates a row's contact, or tells what is wrong with it. A dry run undoes it. */
async function takeRow(
  tx: Tx,
  { dryRun, roles, partnerUuid }: LockedImport,
  { fields }: WaitingRow,
  validate: ValidateFunction,
): Promise<FieldError[]> {
  if (!validate(fields)) return toFieldErrors(validate.errors ?? []);
  await tx`savepoint before_row`;
  try {
    const viewer = { roles, partnerUuid } as Viewer;
    await createContact(tx, viewer, fields as NewContact);
    if (dryRun) await tx`rollback to savepoint before_row`;
    else await tx`release savepoint before_row`;
    return [];
  } catch (error) {
    const faults = faultsOf(asProblem(error));
    await tx`rollback to savepoint before_row`;
    return faults;
  }
}

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
