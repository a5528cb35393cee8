import type { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import type { Static } from 'typebox';
import { type ExportPart, recordedExport } from '../exports/record-export.ts';
import type { ObjectStore } from '../files/object-store.ts';
import { findWholeRun, type TrailMeans } from './archive/find-whole-run.ts';
import { readLinks } from './archive/read-links.ts';
import type { Link, Run } from './chain-queries.ts';
import type { ExportedEvent, Range } from './schemas.ts';

// A reader who stops holds the lines of one batch, and the events of one archived part.
const batchSize = 200;

/**
 * Returns the chained events of a stretch of time as NDJSON in the order of the chain, read batch by
 * batch as the reader takes them, from object storage and from the database, and records the export.
 */
export async function exportTrail(
  request: FastifyRequest,
  objects: ObjectStore,
  range: Range,
): Promise<Readable> {
  const means = { read: request.readTenant.bind(request), objects };
  const { tenantUuid } = request.caller;
  const run = await findWholeRun(means, range);
  return recordedExport(
    request,
    { list: 'audit', format: 'ndjson' },
    lines(means, tenantUuid, run),
  );
}

async function* lines(
  means: TrailMeans,
  tenantUuid: string,
  run: Run | undefined,
): AsyncGenerator<ExportPart> {
  if (!run) return;
  // The first line says what it follows, unless it is the first of all.
  let { previousHash } = run;
  const range = { tenantUuid, after: run.first - 1, last: run.last, limit: batchSize };
  for await (const links of readLinks(means, range)) {
    const part = toLines(links, previousHash);
    yield part;
    if (part.rowCount > 0) previousHash = null;
  }
}

function toLines(links: readonly Link[], previousHash: string | null): ExportPart {
  const events: Static<typeof ExportedEvent>[] = links.flatMap(({ sequence, hash, event }) =>
    event ? [{ sequence, ...event, hash }] : [],
  );
  if (events[0] && previousHash) events[0] = { ...events[0], previousHash };
  const content = events.map((event) => `${JSON.stringify(event)}\n`).join('');
  return { content, rowCount: events.length };
}
