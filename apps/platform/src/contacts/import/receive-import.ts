import { createHash, type Hash, randomUUIDv7 } from 'node:crypto';
import { fieldError, invalid } from '@atrium/kit/problem.ts';
import type { FastifyRequest } from 'fastify';
import type { Jobs } from '../../background/jobs.ts';
import { decodeLines } from './decode-lines.ts';
import { type Columns, ignoredNames, readHeader, toInput } from './import-columns.ts';
import { queue } from './import-job.ts';
import { type CsvRecord, parseCsv } from './parse-csv.ts';
import {
  failImport,
  findImport,
  insertImport,
  insertRows,
  type NewRow,
  queueReceived,
} from './queries.ts';
import type { ImportRow } from './schemas.ts';

const maxBytes = 64 * 1024 * 1024;
const maxRows = 50_000;
const batchSize = 500;

type ImportOptions = {
  dryRun: boolean;
  mapping: Record<string, string>;
  defaults: Record<string, string>;
};

/**
 * Takes a CSV file as it streams in: its rows are stored in short transactions, and a job is
 * queued for them once the last has come. Answers the import, the first one of its Idempotency-Key.
 * Throws VALIDATION_FAILED for a header or file that cannot be read, or for more than 50,000 rows.
 */
export async function receiveImport(
  request: FastifyRequest,
  jobs: Jobs,
  body: AsyncIterable<Uint8Array>,
  { dryRun, mapping, defaults }: ImportOptions,
): Promise<ImportRow | undefined> {
  const { tenantUuid, userUuid: requestedBy } = request.caller;
  const hash = createHash('sha256');
  const records = parseCsv(decodeLines(hashed(body, hash), maxBytes));
  const { value: header } = await records.next();
  if (!header) throw invalid(fieldError('body', 'REQUIRED', 'must be CSV with a header'));
  const columns = readHeader(header.cells, mapping, defaults);
  const importUuid = randomUUIDv7();
  const values = {
    importUuid,
    dryRun,
    ignoredColumns: ignoredNames(columns),
    columns,
    requestedBy,
  };
  await request.inTenant((tx) => insertImport(tx, values));
  try {
    let totalRows = 0;
    for await (const rows of inBatches(records, columns, tenantUuid)) {
      totalRows += rows.length;
      if (totalRows > maxRows) throw tooMany();
      await request.inTenant((tx) => insertRows(tx, importUuid, rows));
    }
    const received = await request.inTenantOnce(hash.digest('hex'), async (tx) => {
      await queueReceived(tx, importUuid);
      await jobs.enqueue(tx, queue, { tenantUuid, importUuid });
      return findImport(tx, tx`true`, importUuid);
    });
    if (received?.importUuid !== importUuid)
      await request.inTenant((tx) => failImport(tx, importUuid, 'NOT_RECEIVED'));
    return received;
  } catch (error) {
    await request.inTenant((tx) => failImport(tx, importUuid, 'NOT_RECEIVED'));
    throw error;
  }
}

/** Passes a body on and adds it to a hash. */
async function* hashed(body: AsyncIterable<Uint8Array>, hash: Hash) {
  for await (const chunk of body) {
    hash.update(chunk);
    yield chunk;
  }
}

async function* inBatches(
  records: AsyncIterable<CsvRecord>,
  columns: Columns,
  tenantUuid: string,
): AsyncGenerator<NewRow[]> {
  let rows: NewRow[] = [];
  for await (const { line, cells } of records) {
    rows.push({ line, cells, fields: toInput(columns, cells, tenantUuid) });
    if (rows.length < batchSize) continue;
    yield rows;
    rows = [];
  }
  if (rows.length > 0) yield rows;
}

function tooMany() {
  return invalid(fieldError('body', 'TOO_MANY', `must have at most ${maxRows} rows`));
}
