import { stringify } from 'csv-stringify/sync';
import { withoutFormulas } from './csv-formulas.ts';

// White space at either end is quoted, since many readers trim what is not; so is what ends a cell elsewhere.
const options = { record_delimiter: '\r\n', quoted_match: /[;\t\r\n]|^\s|\s$/ };

/** Returns records of a CSV file (RFC 4180), of which no spreadsheet runs a cell as a formula. */
export function csvRecords(
  records: readonly (readonly unknown[])[],
  delimiter: ',' | ';' = ',',
): string {
  return stringify(
    records.map((cells) => cells.map(textOf)),
    { ...options, delimiter },
  );
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  return withoutFormulas(typeof value === 'string' ? value : JSON.stringify(value));
}
