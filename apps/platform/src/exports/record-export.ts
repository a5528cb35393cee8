import { randomUUIDv7 } from 'node:crypto';
import { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import type { Tx } from '../database/transaction.ts';
import { recordEvent } from '../events.ts';

/** Says what is exported: the name of the list, its format, and whose data it is where that is one person. */
export type Exported = {
  list: string;
  format: 'csv' | 'ndjson' | 'json' | 'zip';
  contactUuid?: string;
};

/** A part of an export, and how many rows it has: of what is no table its lines or records. */
export type ExportPart = { content: string | Uint8Array; rowCount: number };

/**
 * Returns an export as a stream, once its start is recorded. Its end is recorded too: as completed
 * before the last byte, or as aborted when the reader goes away or it fails. Both count the rows
 * that were handed out.
 */
export async function recordedExport(
  request: FastifyRequest,
  exported: Exported,
  parts: AsyncIterable<ExportPart>,
): Promise<Readable> {
  const exportUuid = randomUUIDv7();
  let rowCount = 0;
  let isCompleted = false;

  function record(tx: Tx, what: 'started' | 'completed' | 'aborted'): Promise<void> {
    const count = String(rowCount);
    return recordEvent(tx, {
      eventType: `export.${what}`,
      entityType: 'EXPORT',
      entityId: exportUuid,
      attributes: {
        ...exported,
        exportUuid,
        ...(what !== 'started' && { rows: count, rowCount: count }),
      },
    });
  }

  async function* contents() {
    for await (const part of parts) {
      rowCount += part.rowCount;
      yield part.content;
    }
    await request.afterwards((tx) => record(tx, 'completed'));
    isCompleted = true;
  }

  await request.inTenant((tx) => record(tx, 'started'));
  const stream = Readable.from(contents());
  stream.once('close', () => {
    if (isCompleted) return;
    request
      .afterwards((tx) => record(tx, 'aborted'))
      .catch((error: unknown) =>
        request.log.error({ err: error, exportUuid }, 'An aborted export could not be recorded'),
      );
  });
  return stream;
}
