/** Holds what a file of rows begins with: enough to say what each column holds. */
export type Head = { columns: string[]; examples: string[]; text: string };

/** Reads a CSV file: UTF-8 when it is, else Latin-1, as the API takes them. */
export async function readCsv(file: File): Promise<Head> {
  const bytes = await file.arrayBuffer();
  const text = decode(bytes).replace(/^\uFEFF/, '');
  const [columns = [], examples = []] = records(text.slice(0, 65_536));
  return { columns: columns.map((name) => name.trim()), examples, text };
}

function decode(bytes: ArrayBuffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/** Returns the first two records of a text; the separator is the one the first line has most of. */
function records(text: string): string[][] {
  const line = text.slice(0, Math.max(0, text.search(/\r?\n|$/)));
  const count = (sign: string) => line.split(sign).length;
  const separator = [',', ';', '\t'].reduce((a, b) => (count(b) > count(a) ? b : a));
  const rows: string[][] = [];
  let row: string[] = [];
  let cell = '';
  let isQuoted = false;
  for (let at = 0; at < text.length && rows.length < 2; at++) {
    const sign = text[at];
    if (isQuoted) {
      if (sign !== '"') cell += sign;
      else if (text[at + 1] === '"') {
        cell += '"';
        at++;
      } else isQuoted = false;
    } else if (sign === '"' && cell === '') isQuoted = true;
    else if (sign === separator) {
      row.push(cell);
      cell = '';
    } else if (sign === '\n') {
      rows.push([...row, cell.replace(/\r$/, '')]);
      row = [];
      cell = '';
    } else cell += sign;
  }
  if (rows.length < 2 && (cell || row.length > 0)) rows.push([...row, cell]);
  return rows;
}

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
