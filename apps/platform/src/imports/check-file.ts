import type { FastifyRequest } from 'fastify';
import { ignoredNames, isExport, valuesOf } from './import-columns.ts';
import type { Importable, Reading } from './importable.ts';
import { openFile } from './open-file.ts';
import type { NewRow } from './queries.ts';
import type { CheckedFile, CheckedRow } from './schemas.ts';
import type { TakenRow } from './take-row.ts';
import { takeRows } from './take-rows.ts';

const [mostRows, mostChanges] = [10_000, 1_000];
/** The greatest length of the rows that are read, in characters: they are held until all have come. */
const mostText = 8 * 1024 * 1024;
const batchSize = 100;
const [mostShown, mostRefusedShown] = [100, 90];

/**
 * Tells what an import of a CSV file would do, by its first rows, and writes nothing. Its sample has the
 * first rows and the first that would be refused. Throws VALIDATION_FAILED for a header that cannot be
 * read; a required field that is in no column refuses each row.
 */
export async function checkFile(
  what: Importable,
  request: FastifyRequest,
  body: AsyncIterable<Uint8Array>,
  reading: Reading,
  tenantUuid: string,
): Promise<CheckedFile> {
  const chunks = body[Symbol.asyncIterator]();
  const contentType = request.headers['content-type'];
  const file = await openFile(what, stayingOpen(chunks), contentType, reading);
  const rows: NewRow[] = [];
  let [length, isSample] = [0, false];
  for await (const row of file.rows) {
    isSample = rows.length === mostRows || length > mostText;
    if (isSample) break;
    rows.push(row);
    length += row.cells.reduce((sum, cell) => sum + cell.length + 8, 0);
  }
  // A connection whose body is not read to its end takes no answer.
  while (!(await chunks.next()).done);
  const misread = new Map(
    file.misread().map((each) => [each[0], file.refused(each).errors] as const),
  );
  const columns = file.seenColumns();
  const taking = { importer: request.caller, columns, tried: new Map() };
  const counts: Record<TakenRow['outcome'], number> = { ACCEPTED: 0, EXISTING: 0, REFUSED: 0 };
  const sample: CheckedRow[] = [];
  // A change of a record that is there is tried and undone in the database.
  const mostTried =
    columns.onExisting === 'UPDATE' && isExport(what, columns) ? mostChanges : mostRows;
  isSample ||= rows.length > mostTried;
  rows.splice(mostTried);
  for (let at = 0; at < rows.length; at += batchSize) {
    const batch = rows
      .slice(at, at + batchSize)
      .map((row) => ({ ...row, errors: row.errors ?? misread.get(row.line) }));
    const good = batch.filter(({ errors }) => !errors).map(({ cells }) => cells);
    const taken = await request.inTenant((tx) => takeRows(tx, what, good, taking), tenantUuid);
    for (const { line, cells, errors: known } of batch) {
      const { outcome = 'REFUSED', errors = known ?? [] } = known ? {} : (taken.shift() ?? {});
      counts[outcome] += 1;
      show(sample, { line, values: valuesOf(columns, cells), errors });
    }
  }
  return {
    rows: rows.length,
    accepted: counts.ACCEPTED,
    refused: counts.REFUSED,
    existing: counts.EXISTING,
    isSample,
    columns: columns.names.map((name, at) => ({ name, field: columns.fields[at] ?? null })),
    ignoredColumns: ignoredNames(columns),
    decimal: columns.decimal,
    sample,
  };
}

/** Passes chunks on, and leaves their source open when it is read no more. */
async function* stayingOpen(chunks: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  for (let next = await chunks.next(); !next.done; next = await chunks.next()) yield next.value;
}

/** Adds a row to the sample; one that is refused takes the place of a later one that is not. */
function show(sample: CheckedRow[], row: CheckedRow): void {
  if (sample.length < mostShown) {
    sample.push(row);
    return;
  }
  if (row.errors.length === 0) return;
  const at = sample.findLastIndex(({ errors }) => errors.length === 0);
  if (at < mostShown - mostRefusedShown) return;
  sample.splice(at, 1);
  sample.push(row);
}
