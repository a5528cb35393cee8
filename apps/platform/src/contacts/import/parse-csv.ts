import { fieldError, invalid } from '@atrium/kit/problem.ts';

/** A record of a CSV file and the line it begins on, from 1. */
export type CsvRecord = { line: number; cells: string[] };

const maxRecordLength = 65_536;

/**
 * Splits CSV (RFC 4180: quotes, doubled quotes, line breaks inside quotes) into records, empty
 * lines left out. The delimiter is whichever of comma, semicolon and tab the first line has most of.
 * Throws VALIDATION_FAILED for a quote that never ends or a record over 64 KiB.
 */
export async function* parseCsv(texts: AsyncIterable<string>): AsyncGenerator<CsvRecord> {
  let delimiter: string | undefined;
  let [line, startedOn] = [1, 1];
  let cells: string[] = [];
  let cell = '';
  let quoted = false;
  let afterQuote = false;
  let length = 0;

  function* finish(): Generator<CsvRecord> {
    cells.push(cell);
    if (cells.length > 1 || cell.trim() !== '') yield { line: startedOn, cells };
    [cells, cell, length, startedOn, afterQuote] = [[], '', 0, line, false];
  }

  for await (const text of texts) {
    delimiter ??= delimiterOf(text);
    for (const char of text) {
      if (char === '\n') line += 1;
      if (++length > maxRecordLength) throw fault(startedOn, 'is longer than 64 KiB');
      if (quoted) {
        if (char === '"') [quoted, afterQuote] = [false, true];
        else cell += char;
      } else if (char === '"' && (afterQuote || cell === '')) {
        // A quote right after a closing one is a literal quote.
        if (afterQuote) cell += '"';
        [quoted, afterQuote] = [true, false];
      } else if (char === delimiter) {
        cells.push(cell);
        [cell, afterQuote] = ['', false];
      } else if (char === '\n') yield* finish();
      else if (char !== '\r') cell += char;
    }
  }
  if (quoted) throw fault(startedOn, 'has a quote that never ends');
  if (length > 0) yield* finish();
}

function delimiterOf(text: string): string {
  const [first = ''] = text.split('\n', 1);
  const count = (delimiter: string) => first.split(delimiter).length;
  return [',', ';', '\t'].reduce((best, each) => (count(each) > count(best) ? each : best));
}

function fault(line: number, message: string) {
  return invalid(fieldError('body', 'MALFORMED_CSV', `The record on line ${line} ${message}`));
}
