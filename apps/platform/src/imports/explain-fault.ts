import type { RowFault } from '@atrium/kit/files/read-file.ts';
import { type FieldError, fieldError } from '@atrium/kit/problem.ts';
import type { Columns, Importable } from './importable.ts';

/** Why a row is refused: the column at fault, null where that is none, and what it would be taken with. */
export type ImportFault = FieldError & { column: string | null; example: string | null };

/** Names the column of a fault of a field, and an example that would be taken there. */
export function explainFault(
  { fields, holders }: Importable,
  columns: Columns,
  fault: FieldError,
): ImportFault {
  const held = (holders[fault.field] ?? [fault.field]).find((name) =>
    columns.fields.includes(name),
  );
  const column = held === undefined ? null : (columns.names[columns.fields.indexOf(held)] ?? null);
  const example = fields.get(held ?? fault.field)?.example ?? null;
  const place = column === null ? '' : ` (column ${JSON.stringify(column)})`;
  const taken = example === null ? '' : `, for example ${example}`;
  return { ...fault, message: `${fault.message}${place}${taken}`, column, example };
}

const messages: Record<RowFault['code'], string> = {
  ENCODING: 'has bytes that are no text in the encoding of the file: save it as UTF-8',
  TOO_LONG: 'is longer than 64 KiB',
  NOT_ALLOWED: 'has NUL characters',
};

/** Returns why a row of the file cannot be read. */
export function faultOfRow({ names }: Columns, { code, cell }: RowFault): ImportFault {
  const column = names[cell] ?? null;
  const place = column === null ? '' : ` (column ${JSON.stringify(column)})`;
  return { ...fieldError('row', code, `${messages[code]}${place}`), column, example: null };
}

/** Returns the fault of a row that has text beyond the last column, as a separator without quotes makes it. */
export function faultOfExcess({ names }: Columns, cells: readonly string[]): ImportFault[] {
  const excess = cells.slice(names.length).some((cell) => cell.trim() !== '');
  if (!excess) return [];
  const message = `has ${cells.length} cells and the header ${names.length}: a text with separators needs quotes`;
  return [{ ...fieldError('row', 'TOO_MANY', message), column: null, example: null }];
}
