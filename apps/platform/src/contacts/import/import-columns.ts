import { type FieldError, fieldError, invalid } from '@atrium/kit/problem.ts';
import type { Decimal } from '../../imports/read-amount.ts';
import { contactUuid, importFields, requiredFields, rut } from './import-fields.ts';

type Texts = Record<string, string>;

/** Says what is done with a row whose contact is there: it is passed over, or changes that contact. */
export const onExisting = ['SKIP', 'UPDATE'] as const;

/** The ways to read a file that its sender states. */
export type Reading = {
  mapping: Record<string, string | null>;
  defaults: Texts;
  decimal: Decimal | null;
  onExisting: (typeof onExisting)[number];
};

/** The columns of a file: their names, the field that each holds, if any, and how their cells are read. */
export type Columns = Omit<Reading, 'mapping'> & { names: string[]; fields: (string | null)[] };

const mostColumns = 1_000;

/**
 * Reads a file's header: a column is the field that `mapping` gives its name, none if that is null, or the
 * field of the same name, whatever the case, spaces, dots and dashes. A second column of one name is
 * `NAME (2)`. Throws VALIDATION_FAILED for a field that does not exist or that two columns hold.
 */
export function readHeader(header: readonly string[], { mapping, ...reading }: Reading): Columns {
  if (header.length > mostColumns)
    throw invalid(fieldError('body', 'TOO_MANY', `must have at most ${mostColumns} columns`));
  const names = distinct(header.map((name) => name.trim().normalize('NFC')));
  const mapped = new Map(
    Object.entries(mapping).map(([name, field]) => [name.trim().normalize('NFC'), field]),
  );
  const fields = names.map((name) => {
    const field = mapped.get(name);
    return field === undefined ? knownField(name) : field;
  });
  const faults = [
    ...unknown('mapping', [...mapped.values()]),
    ...unknown('defaults', Object.keys(reading.defaults)),
    ...heldTwice(names, fields),
  ];
  if (faults.length > 0) throw invalid(...faults);
  return { names, fields, ...reading };
}

/**
 * Throws VALIDATION_FAILED for a required field that is neither in a column nor has a default. A file that
 * changes contacts may have any columns: a row that names none is refused by itself.
 */
export function requireColumns(columns: Columns): void {
  if (columns.onExisting === 'UPDATE' && isExport(columns)) return;
  const { fields, defaults } = columns;
  const faults = requiredFields
    .filter((field) => !fields.includes(field) && defaults[field] === undefined)
    .map((field) => fieldError(field, 'REQUIRED', 'is in no column and has no default'));
  if (faults.length > 0) throw invalid(...faults);
}

/** Returns the names in the header that are no field. */
export const ignoredNames = ({ names, fields }: Columns): string[] =>
  names.filter((_name, at) => fields[at] === null);

/** Returns what the cells of a row say, by the names of the columns. */
export const valuesOf = ({ names }: Columns, cells: readonly string[]): Texts =>
  Object.fromEntries(names.map((name, at) => [name, cells[at] ?? '']));

/** Returns whether a file is one of ours: its rows name their contacts, and its cells are exact. */
export const isExport = ({ fields }: Columns): boolean => fields.includes(contactUuid);

function distinct(names: readonly string[]): string[] {
  const taken = new Set<string>();
  return names.map((name) => {
    let own = name;
    for (let count = 2; taken.has(own); count++) own = `${name} (${count})`;
    taken.add(own);
    return own;
  });
}

function unknown(source: string, names: readonly (string | null)[]): FieldError[] {
  return names
    .filter((name) => name !== null && !importFields.has(name))
    .map((name) =>
      fieldError(source, 'UNKNOWN_FIELD', `${name?.slice(0, 60)} is no field of a contact`),
    );
}

/** Returns a fault for each field that more than one column holds, a RUT being the number of its person. */
function heldTwice(names: readonly string[], fields: readonly (string | null)[]): FieldError[] {
  const held = Map.groupBy(names.keys(), (at) =>
    fields[at] === rut ? 'identityId' : (fields[at] ?? ''),
  );
  return [...held].flatMap(([field, columns]) => {
    if (field === '' || columns.length < 2) return [];
    const of = columns.map((at) => names[at]).join(', ');
    return [fieldError(field, 'DUPLICATE', `is in more than one column: ${of}`)];
  });
}

const letters = (name: string) => name.replace(/[^a-z0-9]/gi, '').toLowerCase();
const byLetters = new Map([...importFields.keys()].map((field) => [letters(field), field]));

function knownField(header: string): string | null {
  return byLetters.get(letters(header)) ?? null;
}
