import type { Viewer } from '@atrium/kit/auth/bound-partner.ts';
import type { Caller } from '@atrium/kit/auth/caller.ts';
import { toFieldErrors, validatorCompiler } from '@atrium/kit/http/validation.ts';
import { type FieldError, fieldError, ProblemError } from '@atrium/kit/problem.ts';
import type { ValidateFunction } from 'ajv';
import type { Tx } from '../../database/transaction.ts';
import { formats } from '../../http/formats.ts';
import { asProblem, catalogue } from '../../problems.ts';
import { createContact } from '../create-contact.ts';
import { ContactInput, ContactUpdate } from '../fields.ts';
import { findContact, findMergedInto } from '../queries.ts';
import type { ContactChanges, ContactRow, NewContact } from '../schemas.ts';
import { updateContact } from '../update-contact.ts';
import { explainFault, type ImportFault } from './explain-fault.ts';
import type { Columns } from './import-columns.ts';
import { importFields, requiredFields } from './import-fields.ts';
import { type Lists, readRow, type StatedRow } from './read-row.ts';

/** What became of a row: `contactUuid` is null where it was refused, or would be made in a dry run. */
export type TakenRow = {
  outcome: 'ACCEPTED' | 'EXISTING' | 'REFUSED';
  contactUuid: string | null;
  errors: ImportFault[];
};

/** What an import is taken with: whose rights, how its file is read, and whether everything is undone. */
export type Taking = {
  importer: Viewer & Pick<Caller, 'userUuid' | 'isMachine'>;
  columns: Columns;
  lists: Lists;
  dryRun: boolean;
};

const validator = (schema: object) =>
  validatorCompiler(formats, { composesTexts: true })({
    schema,
    method: 'POST',
    url: '',
    httpPart: 'body',
  }) as ValidateFunction;
const checks = { create: validator(ContactInput), update: validator(ContactUpdate) };

/**
 * Takes a row: it becomes a contact, or changes the one that it names by the rules and rights of the
 * same change by hand, or tells what is wrong with it. A row of a contact that is there never makes
 * another one. A dry run undoes it.
 */
export async function takeRow(
  tx: Tx,
  cells: readonly string[],
  { importer, columns, lists, dryRun }: Taking,
): Promise<TakenRow> {
  const row = readRow(columns, cells, lists);
  const refused = (errors: FieldError[]): TakenRow => ({
    outcome: 'REFUSED',
    contactUuid: null,
    errors: errors.map((each) => explainFault(columns, each)),
  });
  const { contactUuid: named } = row;
  if (named !== null && !uuid.test(named))
    return refused([fieldError('contactUuid', 'INVALID_FORMAT', 'must be a UUID')]);
  const existing = named === null ? undefined : await findContact(tx, tx`true`, named);
  const mergedInto = named && !existing && (await findMergedInto(tx, isLive(tx), named));
  const there = existing?.contactUuid ?? mergedInto;
  if (there && (mergedInto || columns.onExisting === 'SKIP'))
    return { outcome: 'EXISTING', contactUuid: there, errors: [] };

  const { create, update } = existing ? changesOf(row, existing) : partsOf(tx, row);
  const faults = faultsOf(row, create, update);
  if (faults.length > 0) return refused(faults);
  await tx`savepoint before_row`;
  try {
    let contactUuid = existing?.contactUuid ?? null;
    if (create) [{ contactUuid }] = await createContact(tx, importer, create as NewContact);
    if (contactUuid && update)
      await updateContact(tx, importer, contactUuid, update as ContactChanges);
    if (dryRun) await tx`rollback to savepoint before_row`;
    else await tx`release savepoint before_row`;
    return { outcome: 'ACCEPTED', contactUuid: dryRun ? null : contactUuid, errors: [] };
  } catch (error) {
    const errors = reasonsOf(asProblem(error));
    await tx`rollback to savepoint before_row`;
    return refused(errors);
  }
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

const isLive = (tx: Tx) => tx`num_nulls(c.deleted_at) = 1`;

type Parts = { create?: Record<string, unknown>; update?: Record<string, unknown> };

/** Returns what a new contact is created with, and what only a change may state. */
function partsOf(tx: Tx, { stated, others }: StatedRow): Parts {
  const all = Object.entries({ status: 'ACTIVE', ...others, ...withoutNulls(stated) });
  const isCreated = (name: string) => name in ContactInput.properties && name !== 'status';
  const create = {
    firmId: tx.tenantUuid,
    firmType: 'TENANT',
    contactManagerFirmType: 'TENANT',
    status: 'ACTIVE',
    ...Object.fromEntries(all.filter(([name]) => isCreated(name))),
  };
  const later = all.filter(
    ([name, value]) => !isCreated(name) && value !== create[name as 'status'],
  );
  return later.length > 0 ? { create, update: Object.fromEntries(later) } : { create };
}

/** Returns what a row changes: an empty cell clears, and says nothing of what a contact always has. */
function changesOf({ stated }: StatedRow, contact: ContactRow): Parts {
  const isStated = ([name, value]: [string, unknown]) => {
    if (value !== null) return true;
    // A file has no empty text besides none at all: that one stays.
    if (contact[name as keyof ContactRow] === '') return false;
    return name === 'preferredPhoneNumber' || importFields.get(name)?.isClearable;
  };
  return { update: Object.fromEntries(Object.entries(stated).filter(isStated)) };
}

const withoutNulls = (values: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null));

/** Returns what is wrong with a row before it is tried: one fault a field. */
function faultsOf(
  { stated, faults }: StatedRow,
  create: Parts['create'],
  update: Parts['update'],
): FieldError[] {
  const missing = requiredFields
    .filter((name) => stated[name] === null)
    .map((name) => fieldError(name, 'REQUIRED', 'is required'));
  const all = [
    ...faults,
    ...(create && !checks.create(create) ? toFieldErrors(checks.create.errors ?? []) : []),
    ...(update && !checks.update(update) ? toFieldErrors(checks.update.errors ?? []) : []),
    ...(create ? [] : missing),
  ];
  return [...new Map(all.toReversed().map((each) => [each.field, each])).values()].toReversed();
}

/**
 * Returns why a row cannot be taken; an error that is no fault of the row is thrown on, to be
 * tried again.
 */
function reasonsOf(error: unknown): FieldError[] {
  if (error instanceof ProblemError && error.status < 500) {
    if (error.errors.length > 0) return error.errors;
    return [fieldError('row', error.code, error.message)];
  }
  // SQLSTATE classes 22 and 23: the data itself, or a constraint.
  const { code = '', constraint } = error as { code?: string; constraint?: string };
  const { EMAIL_TAKEN: taken } = catalogue;
  if (constraint === taken.constraint)
    return [fieldError('primaryEmail', 'EMAIL_TAKEN', taken.title)];
  if (/^2[23]/.test(code)) return [fieldError('row', 'NOT_STORABLE', 'cannot be stored')];
  throw error;
}
