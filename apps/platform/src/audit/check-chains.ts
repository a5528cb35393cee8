import { nextHash } from '@atrium/kit/hash-chain.ts';
import type { Logger } from 'pino';
import { inBatches } from '../background/in-batches.ts';
import type { Db } from '../database/db.ts';
import type { ArchivedPart } from './archive/parts.ts';
import { readLinks } from './archive/read-links.ts';
import { AlteredPart } from './archive/read-part.ts';
import { type Archive, requireSigned } from './archive/require-signed.ts';
import { type Link, noHead } from './chain-queries.ts';
import {
  type Fault,
  insertCheck,
  keepWalk,
  listEvents,
  listTrails,
  type Progress,
  readState,
  type State,
  type TimePlace,
  type Trail,
} from './check-queries.ts';

const mostAtOnce = 2_000;

/**
 * Checks the chain of every tenant against its events, and against the head that the check before
 * logged, which also finds an end that was cut off: what came since the last good check, and the whole
 * once a week, which is read from object storage as far as it is archived. Keeps and logs each head and
 * each fault. A tenant whose check fails keeps no other from being checked; the first failure is thrown in
 * the end.
 */
export async function checkChains(
  db: Db,
  logger: Logger,
  archive: Archive,
  batchSize = mostAtOnce,
): Promise<void> {
  const failures: unknown[] = [];
  const means = { db, logger, archive, batchSize };
  for (const trail of await db.asPlatform(listTrails))
    await checkChain(means, trail).catch((error) => failures.push(error));
  if (failures.length > 0) throw failures[0];
}

type Means = { db: Db; logger: Logger; archive: Archive; batchSize: number };

async function checkChain(means: Means, { tenantUuid, isKnown }: Trail): Promise<void> {
  const { db, logger } = means;
  const state = await db.asPlatform((tx) => readState(tx, tenantUuid));
  const { head, isWhole } = state;
  const fault = isKnown
    ? await findFault(means, tenantUuid, state)
    : { sequence: head.sequence, fault: 'its firm is gone without a record of the removal' };
  await db.asPlatform((tx) => insertCheck(tx, tenantUuid, { head, isWhole, fault }));
  if (fault) logger.error({ tenantUuid, ...fault }, 'an audit trail is broken');
  else logger.info({ tenantUuid, ...head }, 'an audit trail is whole');
}

/** Goes through a trail in batches; of a whole one each keeps how far it is. */
async function findFault(
  means: Means,
  tenantUuid: string,
  state: State,
): Promise<Fault | undefined> {
  const { db, batchSize } = means;
  const { head, checked, isWhole } = state;
  let at =
    isWhole || (await stands(means, tenantUuid, state.from)) ? state.from : toBegin(state.from);
  const keep = () => isWhole && db.asPlatform((tx) => keepWalk(tx, tenantUuid, at));

  try {
    const range = { tenantUuid, after: at.sequence, last: head.sequence, limit: batchSize };
    for await (const links of readLinks(linkMeans(means), range)) {
      for (const link of links) {
        const fault = faultOf(link, at, checked);
        if (fault) return fault;
        at = { ...at, sequence: link.sequence, hash: link.hash };
      }
      await keep();
    }
  } catch (error) {
    if (error instanceof AlteredPart) return { sequence: at.sequence + 1, fault: error.message };
    throw error;
  }
  const due = { sequence: at.sequence + 1 };
  if (at.sequence < Math.max(head.sequence, checked?.sequence ?? 0))
    return { ...due, fault: 'the end was cut off' };
  if (at.hash !== head.hash) return { sequence: at.sequence, fault: 'it is not the head' };

  const behind = await inBatches(async () => {
    const events = await db.asPlatform((tx) => listEvents(tx, tenantUuid, at, batchSize));
    if (events.some(({ isUnchained }) => isUnchained))
      return { ...due, fault: 'an event was inserted behind the chain' };
    at = { ...at, ...lastOf(events) };
    await keep();
    return events.length < batchSize ? 'WHOLE' : undefined;
  });
  return behind === 'WHOLE' ? undefined : behind;
}

function faultOf({ sequence, hash, event }: Link, at: Progress, checked: State['checked']) {
  const due = at.sequence + 1;
  if (sequence !== due) return { sequence: due, fault: 'the number is missing' };
  if (!event) return { sequence, fault: 'its event is missing or has another time' };
  if (hash !== nextHash(at.hash, { sequence, ...event }))
    return { sequence, fault: 'the event was changed' };
  if (sequence === checked?.sequence && hash !== checked.hash)
    return { sequence, fault: 'the chain was written anew' };
  return undefined;
}

/** Returns whether the head from which a check goes on is still in the chain. */
async function stands(
  { db, archive: { objects } }: Means,
  tenantUuid: string,
  { sequence, hash }: Progress,
): Promise<boolean> {
  if (sequence === 0) return true;
  const range = { tenantUuid, after: sequence - 1, last: sequence, limit: 1 };
  const links = readLinks({ read: db.asPlatform, objects }, range);
  try {
    for await (const [link] of links) return link?.hash === hash && link.event !== null;
    return false;
  } catch (error) {
    // Which part it is, the way from the beginning tells.
    if (error instanceof AlteredPart) return false;
    throw error;
  }
}

const linkMeans = ({ db, archive: { objects, heads } }: Means) => ({
  read: db.asPlatform,
  objects,
  onPart: (part: ArchivedPart) => requireSigned(db, heads, part),
});

/** Goes back to the first number of the chain. */
const toBegin = (progress: Progress): Progress => ({ ...progress, ...noHead });

function lastOf(events: readonly TimePlace[]) {
  const last = events.at(-1);
  return last && { occurredAt: last.occurredAt, eventUuid: last.eventUuid };
}
