import { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import type { Static } from 'typebox';
import { recordExport } from '../exports/send-csv.ts';
import { findRun, listLinks, type Run } from './chain-queries.ts';
import type { ExportedEvent, Range } from './schemas.ts';

// A reader who stops holds the lines of one batch.
const batchSize = 200;

/**
 * Returns the chained events of a stretch of time as NDJSON in the order of the chain, read batch by
 * batch as the reader takes them. Once the last is read the export is recorded.
 */
export async function exportTrail(request: FastifyRequest, range: Range): Promise<Readable> {
  const run = await request.readTenant((tx) => findRun(tx, range));
  return Readable.from(lines(request, run));
}

async function* lines(request: FastifyRequest, run: Run | undefined) {
  let rowCount = 0;
  for (let after = run ? run.first - 1 : 0; run && after < run.last; ) {
    const batch = await readLines(request, run, after);
    yield batch.text;
    rowCount += batch.events;
    after = batch.last;
  }
  await recordExport(request, 'audit', 'ndjson', rowCount);
}

/** Reads the lines that follow a number of the chain. Nothing is kept of their events but the text. */
async function readLines(request: FastifyRequest, run: Run, after: number) {
  const links = await readBatch(request, run, after);
  const events: Static<typeof ExportedEvent>[] = links.flatMap(({ sequence, hash, event }) =>
    event ? [{ sequence, ...event, hash }] : [],
  );
  // The first line says what it follows, unless it is the first of all.
  if (events[0] && after === run.first - 1 && run.previousHash)
    events[0] = { ...events[0], previousHash: run.previousHash };
  const last = links.length < batchSize ? run.last : (links.at(-1)?.sequence ?? run.last);
  const text = events.map((event) => `${JSON.stringify(event)}\n`).join('');
  return { text, events: events.length, last };
}

const readBatch = (request: FastifyRequest, { last }: Run, after: number) =>
  request.readTenant((tx) => listLinks(tx, tx.tenantUuid, { after, last, limit: batchSize }));
