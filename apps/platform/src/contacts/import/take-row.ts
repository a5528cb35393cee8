import type { Viewer } from '@atrium/kit/auth/bound-partner.ts';
import type { Caller } from '@atrium/kit/auth/caller.ts';
import { type FieldError, fieldError, ProblemError } from '@atrium/kit/problem.ts';
import type { Tx } from '../../database/transaction.ts';
import { asProblem, catalogue } from '../../problems.ts';
import { createContact } from '../create-contact.ts';
import { findContact } from '../queries.ts';
import type { ContactChanges, NewContact } from '../schemas.ts';
import { updateContact } from '../update-contact.ts';
import { explainFault, type ImportFault } from './explain-fault.ts';
import type { Columns } from './import-columns.ts';
import { isUuid, type Lists, type StatedRow } from './read-row.ts';
import { changesOf, faultsOfParts, newContactOf, referencesOf } from './row-parts.ts';

/** Tells what became of a row: `contactUuid` is null where it was refused, or would be made in a dry run. */
export type TakenRow = {
  outcome: 'ACCEPTED' | 'EXISTING' | 'REFUSED';
  contactUuid: string | null;
  errors: ImportFault[];
};

/** The contacts that rows name, by the identifier in the row: which one is there, and whether by a merge. */
export type Existing = ReadonlyMap<string, { contactUuid: string; isMerged: boolean }>;

/** Holds what rows are taken with: whose rights, and how their file is read. */
export type Taking = {
  importer: Viewer & Pick<Caller, 'userUuid' | 'isMachine'>;
  columns: Columns;
  lists: Lists;
  existing: Existing;
  /** Set in a dry run, which undoes everything: why contacts with certain references were refused. */
  tried?: Map<string, FieldError[]>;
};

/**
 * Takes a row: it becomes a contact, or changes the one that it names by the rules and rights of the
 * same change by hand, or tells what is wrong with it. A row of a contact that is there never makes
 * another one. A dry run undoes it.
 */
export async function takeRow(
  tx: Tx,
  row: StatedRow,
  { importer, columns, existing, tried }: Taking,
): Promise<TakenRow> {
  const refused = (errors: FieldError[]): TakenRow => ({
    outcome: 'REFUSED',
    contactUuid: null,
    errors: errors.map((each) => explainFault(columns, each)),
  });
  if (row.contactUuid !== null && !isUuid(row.contactUuid))
    return refused([fieldError('contactUuid', 'INVALID_FORMAT', 'must be a UUID')]);
  const there = existing.get(row.contactUuid?.toLowerCase() ?? '');
  if (there && (there.isMerged || columns.onExisting === 'SKIP'))
    return { outcome: 'EXISTING', contactUuid: there.contactUuid, errors: [] };

  const before = there && (await findContact(tx, tx`true`, there.contactUuid));
  const parts = before ? changesOf(row, before) : newContactOf(tx, row);
  const { create, update } = parts;
  const key = create && referencesOf(parts);
  const known = key === undefined ? undefined : tried?.get(key);
  const faults = [...faultsOfParts(row, parts), ...(known ?? [])];
  if (faults.length > 0) return refused(faults);
  if (known) return { outcome: 'ACCEPTED', contactUuid: null, errors: [] };
  await tx`savepoint before_row`;
  try {
    let contactUuid = before?.contactUuid ?? null;
    if (create) ({ contactUuid } = await createContact(tx, importer, create as NewContact));
    if (contactUuid && update)
      await updateContact(tx, importer, contactUuid, update as ContactChanges);
    if (tried) await tx`rollback to savepoint before_row`;
    else await tx`release savepoint before_row`;
    if (key) tried?.set(key, []);
    return { outcome: 'ACCEPTED', contactUuid: tried ? null : contactUuid, errors: [] };
  } catch (error) {
    const errors = reasonsOf(asProblem(error));
    await tx`rollback to savepoint before_row`;
    if (key) tried?.set(key, errors);
    return refused(errors);
  }
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
