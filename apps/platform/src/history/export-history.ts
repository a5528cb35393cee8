import type { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { findWholeRun } from '../audit/archive/find-whole-run.ts';
import type { Run } from '../audit/chain-queries.ts';
import type { Range } from '../audit/schemas.ts';
import { type ExportPart, recordedExport } from '../exports/record-export.ts';
import type { ObjectStore } from '../files/object-store.ts';
import { listChained } from './queries.ts';

// A reader who stops holds the lines of one batch.
const batchSize = 200;

/**
 * Returns what the chained events of a stretch of time changed as NDJSON, in the order of the chain, read
 * batch by batch as the reader takes them, and records the export.
 */
export async function exportHistory(
  request: FastifyRequest,
  objects: ObjectStore,
  range: Range,
): Promise<Readable> {
  const run = await findWholeRun({ read: request.readTenant.bind(request), objects }, range);
  return recordedExport(request, { list: 'history', format: 'ndjson' }, lines(request, run));
}

async function* lines(request: FastifyRequest, run: Run | undefined): AsyncGenerator<ExportPart> {
  for (let after = run ? run.first - 1 : 0; run && after < run.last; ) {
    const from = { after, limit: batchSize };
    const rows = await request.readTenant((tx) => listChained(tx, run, from));
    yield {
      content: rows.map((row) => `${JSON.stringify(row)}\n`).join(''),
      rowCount: rows.length,
    };
    after = rows.length < batchSize ? run.last : (rows.at(-1)?.sequence ?? run.last);
  }
}
