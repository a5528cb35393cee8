import { exponentForm, unescapeCell } from '@atrium/kit/csv-formulas.ts';
import type { FieldError } from '@atrium/kit/problem.ts';
import { foldText, isBlank } from '@atrium/kit/texts/folding.ts';
import type { ListName } from '../platform-configs/default-lists.ts';
import type { Entry } from '../platform-configs/schemas.ts';
import { isExport } from './import-columns.ts';
import type { Columns, Importable, ImportField, StatedRow } from './importable.ts';
import { readAmount } from './read-amount.ts';
import { readDate } from './read-date.ts';
import { readWord } from './read-word.ts';

/** The firm's own lists, of those that a file needs. */
export type Lists = ReadonlyMap<ListName, readonly Entry[]>;

export const isUuid = (text: string): boolean =>
  /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);

/** Reads the cells of a row by the fields that its columns hold. */
export function readRow(
  what: Importable,
  columns: Columns,
  cells: readonly string[],
  lists: Lists,
): StatedRow {
  const faults: FieldError[] = [];
  const isOurs = isExport(what, columns);
  const read = (name: string, cell: string): string | null => {
    const field = what.fields.get(name);
    if (!field) return null;
    const { text, isExact } = textOf(cell);
    if (field.kind === 'TEXT' && isOurs) return text === '' ? null : text;
    if (isBlank(text)) return null;
    if (field.kind === 'TEXT') return text.trim();
    const said = isOurs ? text.trim() : withoutTextMark(text.trim());
    const result = readCell(field, said, { columns, lists, isExact });
    if (typeof result === 'string') return result;
    faults.push({ field: field.of ?? name, ...result });
    return text;
  };
  const stated = new Map<string, string | null>();
  columns.fields.forEach((name, at) => {
    if (name === null) return;
    const value = read(name, cells[at] ?? '');
    const { [name]: other } = columns.defaults;
    stated.set(name, value ?? (other === undefined ? null : read(name, other)));
  });
  const others = new Map(
    Object.entries(columns.defaults)
      .filter(([name]) => !stated.has(name))
      .map(([name, text]) => [name, read(name, text)]),
  );
  const { [what.identifier]: recordUuid = null, ...own } = what.inputOf(stated, others, isOurs);
  return {
    recordUuid: recordUuid as string | null,
    stated: own,
    others: what.inputOf(others, new Map(), isOurs),
    faults,
  };
}

/** Returns a cell as it was meant: text that was kept from a spreadsheet is exact. */
function textOf(cell: string): { text: string; isExact: boolean } {
  const unescaped = unescapeCell(cell);
  if (unescaped !== cell) return { text: unescaped, isExact: true };
  const [, text] = /^="(.*)"$/s.exec(cell) ?? [];
  if (text === undefined) return { text: cell, isExact: false };
  return { text: text.replaceAll('""', '"'), isExact: true };
}

/** Returns a cell without the apostrophe that tells a spreadsheet that a number is text. */
const withoutTextMark = (text: string) => text.replace(/^'(?=\p{N})/u, '');

type Reader = { columns: Columns; lists: Lists; isExact: boolean };

/** Returns the value of a cell, or why there is none. What the rules of a field refuse is left to them. */
function readCell(
  { name, kind, codes = [], words = name, list }: ImportField,
  text: string,
  { columns, lists, isExact }: Reader,
): string | { code: string; message: string } {
  switch (kind) {
    case 'CODE':
      return readWord(words, codes, text) ?? text;
    case 'LIST':
      return readWord(list ?? '', lists.get(list as ListName) ?? [], text) ?? text;
    case 'DATE':
      return readDate(text);
    case 'AMOUNT': {
      const amount = readAmount(text, columns.decimal);
      return amount === 'UNCLEAR' ? unclear : (amount ?? text);
    }
    case 'DIGITS':
      return !isExact && exponentForm.test(foldText(text)) ? rounded : text;
    default:
      return text;
  }
}

const unclear = {
  code: 'AMBIGUOUS_AMOUNT',
  message: 'may have decimals or thousands: say decimal=COMMA or decimal=POINT',
};
const rounded = {
  code: 'INVALID_FORMAT',
  message: 'is a number in exponent form, whose digits are lost',
};
