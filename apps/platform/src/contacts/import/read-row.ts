import { exponentForm, unescapeCell } from '@atrium/kit/csv-formulas.ts';
import type { FieldError } from '@atrium/kit/problem.ts';
import { foldText, isBlank } from '@atrium/kit/texts/folding.ts';
import { readAmount } from '../../imports/read-amount.ts';
import { readDate } from '../../imports/read-date.ts';
import { readPhone } from '../../imports/read-phone.ts';
import { readWord } from '../../imports/read-word.ts';
import type { ListName } from '../../platform-configs/default-lists.ts';
import type { Entry } from '../../platform-configs/schemas.ts';
import { type Columns, isExport } from './import-columns.ts';
import {
  type ImportField,
  importFields,
  phoneCode,
  phoneNumber,
  rut,
  contactUuid as uuidField,
} from './import-fields.ts';

/** The firm's own lists, of those that a file needs. */
export type Lists = ReadonlyMap<ListName, readonly Entry[]>;

/**
 * What a row states: of each field of its columns the value, null where the cell is empty and so is the
 * default. `others` are the defaults of fields that no column holds, `faults` what cannot be read.
 */
export type StatedRow = {
  contactUuid: string | null;
  stated: Record<string, unknown>;
  others: Record<string, unknown>;
  faults: FieldError[];
};

export const isUuid = (text: string): boolean =>
  /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);

type Values = Map<string, string | null>;

/** Reads the cells of a row by the fields that its columns hold. */
export function readRow(columns: Columns, cells: readonly string[], lists: Lists): StatedRow {
  const faults: FieldError[] = [];
  const isOurs = isExport(columns);
  const read = (name: string, cell: string): string | null => {
    const field = importFields.get(name);
    if (!field) return null;
    const { text, isExact } = textOf(cell);
    if (field.kind === 'TEXT' && isOurs) return text === '' ? null : text;
    if (isBlank(text)) return null;
    if (field.kind === 'TEXT') return text.trim();
    const said = isOurs ? text.trim() : withoutTextMark(text.trim());
    const result = readCell(field, said, { columns, lists, isExact });
    if (typeof result === 'string') return result;
    faults.push({ field: reported(name), ...result });
    return text;
  };
  const stated: Values = new Map();
  columns.fields.forEach((name, at) => {
    if (name === null) return;
    const value = read(name, cells[at] ?? '');
    const { [name]: other } = columns.defaults;
    stated.set(name, value ?? (other === undefined ? null : read(name, other)));
  });
  const others: Values = new Map(
    Object.entries(columns.defaults)
      .filter(([name]) => !stated.has(name))
      .map(([name, text]) => [name, read(name, text)]),
  );
  const { [uuidField]: contactUuid = null, ...own } = inputOf(stated, others);
  return {
    contactUuid: contactUuid as string | null,
    stated: own,
    others: inputOf(others, new Map()),
    faults,
  };
}

/** The field of a contact that a fault in a column is a fault of. */
const reported = (name: string) => (name === rut ? 'identityId' : name);

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
  { name, kind, codes = [], list }: ImportField,
  text: string,
  { columns, lists, isExact }: Reader,
): string | { code: string; message: string } {
  switch (kind) {
    case 'CODE':
      return readWord(name, codes, text) ?? text;
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

/** Returns what values are in a request: the parts of a phone as one, a RUT as the number of a person. */
function inputOf(values: Values, others: Values): Record<string, unknown> {
  const input: Record<string, unknown> = {};
  for (const [name, value] of values)
    if (name !== phoneCode && name !== phoneNumber && name !== rut) input[name] = value;
  const chilean = values.get(rut);
  if (chilean != null) {
    input.identityId = chilean;
    input.identityType ??= 'CHILE_RUT';
  }
  const number = values.get(phoneNumber);
  if (number === undefined) return input;
  const code = values.get(phoneCode) ?? others.get(phoneCode) ?? undefined;
  input.preferredPhoneNumber = number === null ? null : readPhone(number, code);
  return input;
}
