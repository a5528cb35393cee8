import { pipeline, Readable } from 'node:stream';
import { fieldError, invalid } from '@atrium/kit/problem.ts';
import { CsvError, parse } from 'csv-parse';

/** A record of a CSV file and the line it begins on, from 1. */
export type CsvRecord = { line: number; cells: string[] };

const maxRecordBytes = 65_536;

/**
 * Splits CSV (RFC 4180) into records, empty lines left out; white space around cells that are not
 * quoted is dropped. The delimiter is whichever of comma, semicolon and tab the first line has most
 * of. Throws VALIDATION_FAILED for a quote that never ends or a record over 64 KiB.
 */
export async function* parseCsv(texts: AsyncIterable<string>): AsyncGenerator<CsvRecord> {
  const source = texts[Symbol.asyncIterator]();
  const first = await source.next();
  if (first.done) return;
  async function* all() {
    yield first.value;
    for (let next = await source.next(); !next.done; next = await source.next()) yield next.value;
  }
  // Inside quotes csv-parse counts the two characters of a line break as two lines.
  let returns = 0;
  let last = { line: 0, empty_lines: 0 };
  const parser = parse({
    delimiter: delimiterOf(first.value),
    record_delimiter: ['\r\n', '\n'],
    max_record_size: maxRecordBytes,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    trim: true,
    on_record: (cells, { lines, empty_lines }) => {
      const text = cells.join('');
      returns += count(text, '\r');
      last = { line: lines - returns, empty_lines };
      const isBlank = cells.length === 1 && text === '';
      // The line travels as a cell before the others: reading is ahead of whoever takes the records.
      return isBlank ? undefined : [String(last.line - count(text, '\n')), ...cells];
    },
  });
  pipeline(Readable.from(all()), parser, () => undefined);
  try {
    for await (const [line, ...cells] of parser as AsyncIterable<string[]>)
      yield { line: Number(line), cells };
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const line = last.line + 1 + Number(error.empty_lines) - last.empty_lines;
    const tooLong = error.code === 'CSV_MAX_RECORD_SIZE';
    const what = tooLong ? 'is longer than 64 KiB' : 'has a quote that never ends';
    throw invalid(fieldError('body', 'MALFORMED_CSV', `The record on line ${line} ${what}`));
  }
}

const count = (text: string, part: string) => text.split(part).length - 1;

function delimiterOf(text: string): string {
  const [first = ''] = text.split('\n', 1);
  return [',', ';', '\t'].reduce((best, each) =>
    count(first, each) > count(first, best) ? each : best,
  );
}
