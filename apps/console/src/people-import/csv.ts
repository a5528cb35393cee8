// Full-width signs count, and where the separator is a semicolon a spreadsheet begins a cell after each.
const formula = /^[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/;
const formulaWithin = /(?<=[;\t\r\n])(?=["]*[=+\-@\uff1d\uff0b\uff0d\uff20])/g;

/** Writes rows as CSV; what a spreadsheet would run gets an apostrophe in front, which an import takes away. */
export function writeCsv(rows: readonly (readonly string[])[]): Blob {
  const cell = (text: string) => {
    const inner = text.replace(formulaWithin, "'");
    const safe = formula.test(inner) ? `'${inner}` : inner;
    return /[",;\t\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
  };
  const text = rows.map((row) => row.map(cell).join(',')).join('\r\n');
  return new Blob([`\uFEFF${text}\r\n`], { type: 'text/csv;charset=utf-8' });
}
