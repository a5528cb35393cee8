import { type FieldError, fieldError, invalid } from '@atrium/kit/problem.ts';
import { foldText } from '@atrium/kit/texts/folding.ts';
import type { Columns, Importable, Reading } from './importable.ts';

type Texts = Record<string, string>;

const mostColumns = 1_000;

/**
 * Reads a file's header: a column is the field that `mapping` gives its name, none if that is null, or the
 * field of the same name, whatever the case, spaces, dots and dashes. A second column of one name is
 * `NAME (2)`. Throws VALIDATION_FAILED for a field that does not exist or that two columns hold.
 */
export function readHeader(
  what: Importable,
  header: readonly string[],
  { mapping, ...reading }: Reading,
): Columns {
  if (header.length > mostColumns)
    throw invalid(fieldError('body', 'TOO_MANY', `must have at most ${mostColumns} columns`));
  const names = distinct(header.map((name) => name.trim().normalize('NFC')));
  const mapped = new Map(
    Object.entries(mapping).map(([name, field]) => [name.trim().normalize('NFC'), field]),
  );
  const fields = names.map((name) => {
    const field = mapped.get(name.trim());
    return field === undefined ? knownField(what, name) : field;
  });
  const faults = [
    ...unknown(what, 'mapping', [...mapped.values()]),
    ...unknown(what, 'defaults', Object.keys(reading.defaults)),
    ...heldTwice(what, names, fields),
  ];
  if (faults.length > 0) throw invalid(...faults);
  return { names, fields, ...reading };
}

/**
 * Throws VALIDATION_FAILED for a required field that is neither in a column nor has a default. A file that
 * changes records may have any columns: a row that names none is refused by itself.
 */
export function requireColumns(what: Importable, columns: Columns): void {
  if (columns.onExisting === 'UPDATE' && isExport(what, columns)) return;
  const { fields, defaults } = columns;
  const faults = what.required
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

/** Returns whether a file is one of ours: its rows name their records, and its cells are exact. */
export const isExport = ({ identifier }: Importable, { fields }: Columns): boolean =>
  fields.includes(identifier);

/** Returns the cells of a row without those that are kept nowhere. */
export const withoutSecrets = (
  { secret }: Importable,
  { names, fields }: Columns,
  cells: readonly string[],
): string[] =>
  cells.map((cell, at) =>
    fields[at] === null && secret?.test(foldText(names[at] ?? '')) ? '' : cell,
  );

function distinct(names: readonly string[]): string[] {
  const taken = new Set<string>();
  return names.map((name) => {
    let own = name;
    for (let count = 2; taken.has(own); count++) own = `${name} (${count})`;
    taken.add(own);
    return own;
  });
}

function unknown(
  { fields, noun }: Importable,
  source: string,
  names: readonly (string | null)[],
): FieldError[] {
  return names
    .filter((name) => name !== null && !fields.has(name))
    .map((name) =>
      fieldError(source, 'UNKNOWN_FIELD', `${name?.slice(0, 60)} is no field of a ${noun}`),
    );
}

/** Returns a fault for each field that more than one column holds, in one way or another. */
function heldTwice(
  what: Importable,
  names: readonly string[],
  fields: readonly (string | null)[],
): FieldError[] {
  const held = Map.groupBy(names.keys(), (at) => {
    const name = fields[at] ?? '';
    return what.fields.get(name)?.of ?? name;
  });
  return [...held].flatMap(([field, columns]) => {
    if (field === '' || columns.length < 2) return [];
    const of = columns.map((at) => names[at]).join(', ');
    return [fieldError(field, 'DUPLICATE', `is in more than one column: ${of}`)];
  });
}

const letters = (name: string) => name.replace(/[^a-z0-9]/gi, '').toLowerCase();

function knownField({ fields }: Importable, header: string): string | null {
  const wanted = letters(header);
  return fields.keys().find((name) => letters(name) === wanted) ?? null;
}
