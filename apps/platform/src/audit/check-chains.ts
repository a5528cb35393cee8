import { nextHash } from '@atrium/kit/hash-chain.ts';
import type { Logger } from 'pino';
import { inBatches } from '../background/in-batches.ts';
import type { Db } from '../database/db.ts';
import { type Link, listLinks, noHead } from './chain-queries.ts';
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
 * once a week. Keeps and logs each head and each fault. A tenant whose check fails keeps no other from
 * being checked; the first failure is thrown in the end.
 */
export async function checkChains(db: Db, logger: Logger, batchSize = mostAtOnce): Promise<void> {
  const failures: unknown[] = [];
  for (const trail of await db.asPlatform(listTrails))
    await checkChain({ db, logger, batchSize }, trail).catch((error) => failures.push(error));
  if (failures.length > 0) throw failures[0];
}

type Means = { db: Db; logger: Logger; batchSize: number };

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
  { db, batchSize }: Means,
  tenantUuid: string,
  state: State,
): Promise<Fault | undefined> {
  const { head, checked, isWhole } = state;
  let at = isWhole || (await stands(db, tenantUuid, state.from)) ? state.from : toBegin(state.from);
  const keep = () => isWhole && db.asPlatform((tx) => keepWalk(tx, tenantUuid, at));

  const inChain = await inBatches(async () => {
    const { sequence: after } = at;
    const links = await db.asPlatform((tx) =>
      listLinks(tx, tenantUuid, { after, last: head.sequence, limit: batchSize }),
    );
    for (const link of links) {
      const fault = faultOf(link, at, checked);
      if (fault) return fault;
      at = { ...at, sequence: link.sequence, hash: link.hash };
    }
    await keep();
    return links.length < batchSize ? 'WHOLE' : undefined;
  });
  if (inChain !== 'WHOLE') return inChain;
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
async function stands(db: Db, tenantUuid: string, { sequence, hash }: Progress): Promise<boolean> {
  if (sequence === 0) return true;
  const range = { after: sequence - 1, last: sequence, limit: 1 };
  const [link] = await db.asPlatform((tx) => listLinks(tx, tenantUuid, range));
  return link?.hash === hash && link.event !== null;
}

/** Goes back to the first number of the chain. */
const toBegin = (progress: Progress): Progress => ({ ...progress, ...noHead });

function lastOf(events: readonly TimePlace[]) {
  const last = events.at(-1);
  return last && { occurredAt: last.occurredAt, eventUuid: last.eventUuid };
}
