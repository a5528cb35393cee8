import { withoutFormulas } from '@atrium/kit/csv-formulas.ts';

/** Writes rows as CSV; what a spreadsheet would run gets an apostrophe in front, which an import takes away. */
export function writeCsv(rows: readonly (readonly string[])[]): Blob {
  const cell = (text: string) => {
    const safe = withoutFormulas(text);
    return /[",;\t\n\r]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
  };
  const text = rows.map((row) => row.map(cell).join(',')).join('\r\n');
  return new Blob([`\uFEFF${text}\r\n`], { type: 'text/csv;charset=utf-8' });
}
