import type { Tx, Work } from '../../database/transaction.ts';
import type { ObjectStore } from '../../files/object-store.ts';
import { findRun, type Run } from '../chain-queries.ts';
import type { Range } from '../schemas.ts';
import { type ArchivedPart, findPart, listPartsWithin } from './parts.ts';
import { readPart } from './read-part.ts';
import { boundsOf, isBetween } from './stretch.ts';

/** Holds what reads in one transaction of the caller's tenant, and where archived parts lie. */
export type TrailMeans = {
  read: <T>(work: Work<T>) => Promise<T>;
  objects: Pick<ObjectStore, 'read'>;
};

/**
 * Returns the shortest part of the tenant's chain that has all events of a stretch of time, archived or not;
 * undefined when none is chained. Throws AlteredPart.
 */
export async function findWholeRun(
  { read, objects }: TrailMeans,
  range: Range,
): Promise<Run | undefined> {
  const { young, parts, bounds } = await read(async (tx) => ({
    young: await findYoung(tx, range),
    parts: await listPartsWithin(tx, range),
    bounds: await boundsOf(tx, range),
  }));
  const inPart = async (part: ArchivedPart) => {
    const events = await readPart(objects, part);
    const found = events.filter(({ exactTime }) => isBetween(exactTime, bounds));
    const [first, last] = [found[0]?.sequence, found.at(-1)?.sequence];
    if (first === undefined || last === undefined) return undefined;
    const before = events.find(({ sequence }) => sequence === first - 1)?.hash;
    return { first, last, previousHash: first === 1 ? null : (before ?? part.previousHash) };
  };
  const first = await firstOf(parts, inPart);
  if (!first) return young;
  return { ...first, last: (young ?? (await firstOf(parts.toReversed(), inPart)) ?? first).last };
}

/** Returns the run of what is in the database; the hash before it may be that of an archived part. */
async function findYoung(tx: Tx, range: Range): Promise<Run | undefined> {
  const run = await findRun(tx, range);
  if (!run || run.previousHash !== null || run.first === 1) return run;
  const part = await findPart(tx, tx.tenantUuid, run.first - 1);
  return { ...run, previousHash: part?.hash ?? null };
}

async function firstOf(
  parts: readonly ArchivedPart[],
  inPart: (part: ArchivedPart) => Promise<Run | undefined>,
): Promise<Run | undefined> {
  for (const part of parts) {
    const run = await inPart(part);
    if (run) return run;
  }
  return undefined;
}
