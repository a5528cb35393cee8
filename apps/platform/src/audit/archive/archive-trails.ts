import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { nextHash } from '@atrium/kit/hash-chain.ts';
import type { Logger } from 'pino';
import type { Db } from '../../database/db.ts';
import { ownerPrefix } from '../../files/keys.ts';
import type { ObjectStore } from '../../files/object-store.ts';
import {
  type DueEvent,
  findArchivedEnd,
  listDueEvents,
  listDueTenants,
  moveEvents,
  type PartRow,
} from './due-parts.ts';
import type { Heads } from './heads.ts';
import { recordedOf } from './read-links.ts';
import { readPart, sha256Of } from './read-part.ts';

/** So many events has a part at most: whoever reads one holds it in memory, some 3 MB. */
export const mostInPart = 5_000;

type Means = { db: Db; objects: ObjectStore; heads: Heads; logger: Logger };

const pack = promisify(gzip);

/**
 * Moves the events of months that are older than so many, of each tenant and month, to object storage: what
 * is chained, was found whole by the last check, and was passed by every reader of events. Each part is
 * written, read back and compared before its events go, in one transaction. A tenant that fails keeps no
 * other from its turn; the first failure is thrown in the end.
 */
export async function archiveTrails(
  means: Means,
  months: number,
  inPart = mostInPart,
): Promise<void> {
  if (months === 0) return;
  const before = monthsAgo(months);
  const failures: unknown[] = [];
  for (const { tenantUuid } of await means.db.asPlatform((tx) => listDueTenants(tx, before)))
    await archiveTrail(means, tenantUuid, { before, inPart }).catch((error) => {
      means.logger.error({ tenantUuid, err: error }, 'an audit trail could not be archived');
      failures.push(error);
    });
  if (failures.length > 0) throw failures[0];
}

/** Returns the beginning of the month that was so many months ago. */
const monthsAgo = (months: number): string =>
  Temporal.Now.zonedDateTimeISO('UTC')
    .toPlainDate()
    .with({ day: 1 })
    .subtract({ months })
    .toZonedDateTime('UTC')
    .toInstant()
    .toString();

type Due = { before: string; inPart: number };

async function archiveTrail(means: Means, tenantUuid: string, due: Due): Promise<void> {
  const { db, logger } = means;
  let parts = 0;
  while (await archiveNext(means, tenantUuid, due)) parts += 1;
  const end = await db.asPlatform((tx) => findArchivedEnd(tx, tenantUuid));
  if (parts > 0) logger.info({ tenantUuid, parts, ...end }, 'a part of an audit trail is archived');
}

/** Archives the next part of a trail; returns false when there is none. */
async function archiveNext(means: Means, tenantUuid: string, due: Due): Promise<boolean> {
  const { db, objects, heads } = means;
  const { end, events } = await db.asPlatform(async (tx) => {
    const archived = await findArchivedEnd(tx, tenantUuid);
    const { sequence: after } = archived;
    const { before, inPart } = due;
    const found = await listDueEvents(tx, tenantUuid, { after, before, limit: inPart });
    return { end: archived, events: ofOneMonth(found) };
  });
  const last = events.at(-1);
  if (!last) return false;
  requireWhole(end, events);
  const content = await pack(events.map(lineOf).join(''));
  const sha256 = sha256Of(content);
  const part = {
    tenantUuid,
    firstSequence: end.sequence + 1,
    lastSequence: last.sequence,
    previousHash: end.hash,
    hash: last.hash,
    sha256,
  };
  const signedHead = await heads.sign(part);
  const row: PartRow = {
    ...part,
    signedHead,
    objectKey: keyOf(part, events),
    eventTypes: [...new Set(events.map(({ eventType }) => eventType))].toSorted(),
    eventCounts: countByMonth(events),
  };
  await objects.write(row.objectKey, content, 'application/gzip');
  await readPart(objects, { ...row, lastAt: last.exactTime });
  // What is written of a firm that was deleted meanwhile goes with the firm: another process may have moved the same part.
  return db.asPlatform((tx) => moveEvents(tx, row));
}

/** Returns the first of some events up to where a later month begins; one chained late may be of an earlier one. */
function ofOneMonth(events: readonly DueEvent[]): readonly DueEvent[] {
  const [first] = events;
  const end = events.findIndex(({ month }) => first && month > first.month);
  return end < 0 ? events : events.slice(0, end);
}

/** Throws for events that are not as they were chained: the check of the trail tells more of it. */
function requireWhole(end: { sequence: number; hash: string }, events: readonly DueEvent[]): void {
  let { sequence, hash } = end;
  for (const event of events) {
    sequence += 1;
    hash = nextHash(hash, { sequence, ...recordedOf(event) });
    if (event.sequence !== sequence || event.hash !== hash)
      throw new Error(`The audit trail is broken at ${sequence} and is not archived`);
  }
}

const lineOf = ({ month: _, ...event }: DueEvent): string => `${JSON.stringify(event)}\n`;

/** The name has the month and the first number, for people, and the content's hash: none is ever overwritten. */
function keyOf(
  part: { tenantUuid: string; firstSequence: number; sha256: string },
  [first]: readonly DueEvent[],
): string {
  const { tenantUuid, firstSequence, sha256 } = part;
  const name = `${first?.month}-${firstSequence}-${sha256.slice(0, 16)}`;
  return `${ownerPrefix(tenantUuid, 'audit')}${name}.ndjson.gz`;
}

function countByMonth(events: readonly DueEvent[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { month } of events) counts[month] = (counts[month] ?? 0) + 1;
  return counts;
}
