import type { Viewer } from '@atrium/kit/auth/bound-partner.ts';
import type { Caller, Role } from '@atrium/kit/auth/caller.ts';
import type { FieldError } from '@atrium/kit/problem.ts';
import type { Fragment } from '@atrium/kit/sql.ts';
import type { Tx } from '../database/transaction.ts';
import type { ListName } from '../platform-configs/default-lists.ts';
import type { Decimal } from './read-amount.ts';

/** The ways in which the cell of a field is read. */
export type FieldKind = 'TEXT' | 'CODE' | 'DATE' | 'AMOUNT' | 'DIGITS' | 'LIST' | 'PLAIN';

/** A field that a column may hold: of a list its name, of an enumeration its values, and what would be taken. */
export type ImportField = {
  name: string;
  kind: FieldKind;
  list?: ListName;
  codes?: readonly string[];
  /** The table of words of its values, where that has another name. */
  words?: string;
  /** The field of the record whose value it holds in another way. */
  of?: string;
  example: string;
  /** Set where an empty cell clears the field of a record that is there. */
  isClearable: boolean;
};

/** What the columns of a row say: null where the cell is empty and so is the default. */
export type Values = ReadonlyMap<string, string | null>;

/**
 * What a row states: of each field of its columns the value, null where the cell is empty and so is the
 * default. `others` are the defaults of fields that no column holds, `faults` what cannot be read.
 */
export type StatedRow = {
  recordUuid: string | null;
  stated: Record<string, unknown>;
  others: Record<string, unknown>;
  faults: FieldError[];
};

/** Says what is done with a row whose record is there: it is passed over, or changes that record. */
export const onExisting = ['SKIP', 'UPDATE'] as const;

/** The ways to read a file that its sender states. */
export type Reading = {
  mapping: Record<string, string | null>;
  defaults: Record<string, string>;
  decimal: Decimal | null;
  onExisting: (typeof onExisting)[number];
  /** Set where the people of the file are mailed their first links. */
  invite?: boolean;
};

/** The columns of a file: their names, the field that each holds, if any, and how their cells are read. */
export type Columns = Omit<Reading, 'mapping'> & { names: string[]; fields: (string | null)[] };

/** Holds what rows are taken with: whose rights, and how their file is read. */
export type Taking = {
  importer: Viewer & Pick<Caller, 'userUuid' | 'isMachine'>;
  columns: Columns;
  /** The records that rows name, by the identifier in the row: which one is there, and whether by a merge. */
  existing: ReadonlyMap<string, { recordUuid: string; isMerged: boolean }>;
  /** Set in a dry run, which undoes everything: what is wrong with rows of a key that was tried. */
  tried?: Map<string, FieldError[]>;
};

/** What becomes of a row that can be read: its record is there, or it is taken unless something is wrong. */
export type RowPlan =
  | { existingUuid: string }
  | {
      faults: FieldError[];
      /** All that decides whether it would be refused by more than its own fields, where a dry run need not try it again. */
      key?: string | undefined;
      /** Makes or changes the record and returns its identifier. */
      take: () => Promise<string>;
    };

/** A kind of records that a file may hold a row each of, and how one is made of a row. */
export type Importable = {
  /** As stored imports have it. */
  name: 'CONTACT' | 'STAFF';
  /** One of them in words. */
  noun: string;
  /** The job that takes the rows. */
  queue: string;
  /** The roles whose people import. */
  roles: readonly Role[];
  /** The field of answers that identifies a record; a column of it names those that are there. */
  identifier: 'contactUuid' | 'tenantStaffUuid';
  fields: ReadonlyMap<string, ImportField>;
  /** The fields without which there is no record. */
  required: readonly string[];
  /** The columns that a fault of a field may lie in, where that may be another than its own. */
  holders: Readonly<Record<string, readonly string[]>>;
  /** The field whose address signs in. */
  loginEmail: string;
  /** Matches names of columns, folded, whose cells are kept nowhere unless they hold a field. */
  secret?: RegExp;
  /** Returns the imports that the caller sees, as a condition on `contact_imports i`. */
  visibleTo: (tx: Tx, caller: Caller) => Fragment;
  /** Returns what the values of a row are in a request; those of a file of ours (`isOurs`) are exact. */
  inputOf: (values: Values, others: Values, isOurs: boolean) => Record<string, unknown>;
  /** Finds the records that rows name, where a column may hold their identifiers. */
  findExisting?: (
    tx: Tx,
    uuids: readonly string[],
  ) => Promise<readonly { named: string; recordUuid: string; isMerged: boolean }[]>;
  /** Puts what rows name by other words in its place. */
  findNamed?: (tx: Tx, rows: readonly StatedRow[]) => Promise<StatedRow[]>;
  plan: (tx: Tx, row: StatedRow, taking: Taking) => Promise<RowPlan>;
};
