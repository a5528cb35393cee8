import type { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import type { Static } from 'typebox';
import { type ExportPart, recordedExport } from '../exports/record-export.ts';
import { findRun, listLinks, type Run } from './chain-queries.ts';
import type { ExportedEvent, Range } from './schemas.ts';

// A reader who stops holds the lines of one batch.
const batchSize = 200;

/**
 * Returns the chained events of a stretch of time as NDJSON in the order of the chain, read batch by
 * batch as the reader takes them, and records the export.
 */
export async function exportTrail(request: FastifyRequest, range: Range): Promise<Readable> {
  const run = await request.readTenant((tx) => findRun(tx, range));
  return recordedExport(request, { list: 'audit', format: 'ndjson' }, lines(request, run));
}

async function* lines(request: FastifyRequest, run: Run | undefined): AsyncGenerator<ExportPart> {
  let isFirst = true;
  for (let after = run ? run.first - 1 : 0; run && after < run.last; ) {
    const { last, ...part } = await readLines(request, run, { after, isFirst });
    yield part;
    isFirst &&= part.rowCount === 0;
    after = last;
  }
}

type From = { after: number; isFirst: boolean };

/** Reads the lines that follow a number of the chain. Nothing is kept of their events but the text. */
async function readLines(request: FastifyRequest, run: Run, { after, isFirst }: From) {
  const links = await readBatch(request, run, after);
  const events: Static<typeof ExportedEvent>[] = links.flatMap(({ sequence, hash, event }) =>
    event ? [{ sequence, ...event, hash }] : [],
  );
  // The first line says what it follows, unless it is the first of all.
  if (events[0] && isFirst && run.previousHash)
    events[0] = { ...events[0], previousHash: run.previousHash };
  const last = links.length < batchSize ? run.last : (links.at(-1)?.sequence ?? run.last);
  const content = events.map((event) => `${JSON.stringify(event)}\n`).join('');
  return { content, rowCount: events.length, last };
}

const readBatch = (request: FastifyRequest, { last }: Run, after: number) =>
  request.readTenant((tx) => listLinks(tx, tx.tenantUuid, { after, last, limit: batchSize }));
