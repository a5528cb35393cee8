import { type FileRow, type RowFault, readFile } from '@atrium/kit/files/read-file.ts';
import { fieldError, invalid } from '@atrium/kit/problem.ts';
import { faultOfExcess, faultOfRow, type ImportFault } from './explain-fault.ts';
import { isExport, readHeader, withoutSecrets } from './import-columns.ts';
import type { Columns, Importable, Reading } from './importable.ts';
import type { NewRow } from './queries.ts';
import { type Decimal, decimalIn } from './read-amount.ts';

/** The most bytes that a file may have, also once it is unpacked. */
export const mostBytes = 64 * 1024 * 1024;

/** A file of records whose header was read. */
export type ImportFile = {
  columns: Columns;
  /** The rows after the header; one that cannot be read has its errors. */
  rows: AsyncGenerator<NewRow>;
  /** Returns, once the rows are read, the columns with the decimal sign that all of them show. */
  seenColumns: () => Columns;
  /** Returns, once the rows are read, the lines that the file's encoding turned out not to fit. */
  misread: () => Misread[];
  /** Returns why such a line is refused. */
  refused: (misread: Misread) => { line: number; errors: ImportFault[] };
};

type Misread = readonly [line: number, fault: RowFault];

/** Opens a file of records. Throws VALIDATION_FAILED for a header that cannot be read. */
export async function openFile(
  what: Importable,
  body: AsyncIterable<Uint8Array>,
  contentType: string | undefined,
  reading: Reading,
): Promise<ImportFile> {
  const file = readFile(body, {
    maxBytes: mostBytes,
    ...(contentType !== undefined && { contentType }),
  });
  const { value: header } = await file.rows.next();
  if (!header) throw invalid(fieldError('body', 'REQUIRED', 'must be CSV with a header'));
  refuseHeader(header);
  const columns = readHeader(what, header.cells, reading);
  const amounts = columns.fields.flatMap((name, at) =>
    what.fields.get(name ?? '')?.kind === 'AMOUNT' ? [at] : [],
  );
  const seen = new Set<Decimal>();

  async function* rows(): AsyncGenerator<NewRow> {
    for await (const { line, cells, fault } of file.rows) {
      for (const at of amounts) {
        const decimal = decimalIn(cells[at] ?? '');
        if (decimal) seen.add(decimal);
      }
      const errors = fault ? [faultOfRow(columns, fault)] : faultOfExcess(columns, cells);
      const own = withoutSecrets(what, columns, cells.slice(0, columns.names.length));
      yield { line, cells: own, errors: errors.length > 0 ? errors : null };
    }
  }

  return {
    columns,
    rows: rows(),
    seenColumns: () => ({ ...columns, decimal: columns.decimal ?? decimalOf(what, columns, seen) }),
    misread: () => {
      const odd = file.misread();
      const fault = odd.get(header.line);
      if (fault) refuseHeader({ ...header, fault });
      return [...odd];
    },
    refused: ([line, fault]) => ({ line, errors: [faultOfRow(columns, fault)] }),
  };
}

/** Throws VALIDATION_FAILED for a header that cannot be read: without it no row says anything. */
function refuseHeader({ line, cells, fault }: FileRow): void {
  if (!fault) return;
  const { code, message } = faultOfRow(
    { names: cells, fields: [], defaults: {}, decimal: null, onExisting: 'SKIP' },
    fault,
  );
  throw invalid(fieldError('body', code, `The header on line ${line} ${message}`));
}

/** Returns the decimal sign of a file: the only one that its amounts show; exports have a point. */
function decimalOf(what: Importable, columns: Columns, seen: Set<Decimal>): Decimal | null {
  const [decimal, ...others] = seen;
  if (decimal) return others.length === 0 ? decimal : null;
  return isExport(what, columns) ? 'POINT' : null;
}
