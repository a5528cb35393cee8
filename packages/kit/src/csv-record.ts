/** Matches what a spreadsheet takes as the beginning of a formula, full-width signs included. */
const formula = /^[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/;
const plainNumber = /^[+-]?\d+(\.\d+)?$/;

/**
 * Returns one record of a CSV file (RFC 4180). A cell that a spreadsheet would run as a formula gets an
 * apostrophe in front (OWASP, CSV injection); a plain number is left alone.
 */
export function csvRecord(cells: readonly unknown[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}

function csvCell(value: unknown): string {
  if (value === null || value === undefined) return '';
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  const safe = formula.test(text) && !plainNumber.test(text) ? `'${text}` : text;
  // White space at either end is quoted, since many readers trim what is not.
  return /[",\r\n]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** A cell as it was before `csvRecord` made it safe. */
export function unescapeCell(text: string): string {
  return text.startsWith("'") && formula.test(text.slice(1)) ? text.slice(1) : text;
}
