import { createHash, type Hash, randomUUIDv7 } from 'node:crypto';
import { fieldError, invalid } from '@atrium/kit/problem.ts';
import type { FastifyRequest } from 'fastify';
import type { Jobs } from '../background/jobs.ts';
import type { Tx } from '../database/transaction.ts';
import { ignoredNames, requireColumns } from './import-columns.ts';
import type { Importable, Reading } from './importable.ts';
import { openFile } from './open-file.ts';
import {
  failImport,
  findImport,
  insertImport,
  insertRows,
  type NewRow,
  queueReceived,
  refuseRows,
} from './queries.ts';
import type { ImportRow } from './schemas.ts';

const maxRows = 50_000;
const [mostInBatch, longestBatch] = [500, 262_144];

/**
 * Takes a CSV file as it streams in: its rows are stored in short transactions, and a job is
 * queued for them once the last has come. Answers the import, the first one of its Idempotency-Key.
 * Throws VALIDATION_FAILED for a header or file that cannot be read, or for more than 50,000 rows.
 */
export async function receiveImport(
  what: Importable,
  request: FastifyRequest,
  jobs: Jobs,
  body: AsyncIterable<Uint8Array>,
  reading: Reading,
  tenantUuid: string,
): Promise<ImportRow | undefined> {
  const { userUuid: requestedBy } = request.caller;
  const store = <T>(work: (tx: Tx) => Promise<T>) => request.inTenant(work, tenantUuid);
  const hash = createHash('sha256');
  const contentType = request.headers['content-type'];
  const file = await openFile(what, hashed(body, hash), contentType, reading);
  const { columns } = file;
  requireColumns(what, columns);
  const importUuid = randomUUIDv7();
  const ignoredColumns = ignoredNames(columns);
  const values = { importUuid, kind: what.name, ignoredColumns, columns, requestedBy };
  await store((tx) => insertImport(tx, values));
  try {
    let totalRows = 0;
    for await (const rows of inBatches(file.rows)) {
      totalRows += rows.length;
      if (totalRows > maxRows) throw tooMany();
      await store((tx) => insertRows(tx, importUuid, rows));
    }
    const misread = file.misread();
    for (let at = 0; at < misread.length; at += mostInBatch) {
      const rows = misread.slice(at, at + mostInBatch).map(file.refused);
      await store((tx) => refuseRows(tx, importUuid, rows));
    }
    const received = await request.inTenantOnce(
      hash.digest('hex'),
      async (tx) => {
        await queueReceived(tx, importUuid, file.seenColumns());
        await jobs.enqueue(tx, what.queue, { tenantUuid, importUuid });
        return findImport(tx, tx`true`, importUuid);
      },
      tenantUuid,
    );
    if (received?.importUuid !== importUuid)
      await store((tx) => failImport(tx, importUuid, 'NOT_RECEIVED'));
    return received;
  } catch (error) {
    await store((tx) => failImport(tx, importUuid, 'NOT_RECEIVED'));
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

/** Gathers rows: some hundred, or fewer long ones. */
async function* inBatches(all: AsyncIterable<NewRow>): AsyncGenerator<NewRow[]> {
  let rows: NewRow[] = [];
  let length = 0;
  for await (const row of all) {
    rows.push(row);
    length += row.cells.reduce((sum, cell) => sum + cell.length + 4, 0);
    if (rows.length < mostInBatch && length < longestBatch) continue;
    yield rows;
    rows = [];
    length = 0;
  }
  if (rows.length > 0) yield rows;
}

function tooMany() {
  return invalid(fieldError('body', 'TOO_MANY', `must have at most ${maxRows} rows`));
}
