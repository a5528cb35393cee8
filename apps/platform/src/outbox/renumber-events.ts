import type { Logger } from 'pino';
import { pauseOutgoing } from '../background/outgoing-pause.ts';
import type { Db } from '../database/db.ts';
import type { Tx } from '../database/transaction.ts';
import { nobody, type Reader } from './position.ts';

const atATime = 10_000;
const others: readonly Reader[] = ['audit_position', 'webhook_position'];
const everybody = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/** The last event that a batch renumbered, by its old number. */
type Last = { recordedIn: string; eventUuid: string };

/**
 * Renumbers all events if their transactions have numbers that this server has not reached, as after
 * a dump was restored on a fresh one: 3 when analytics has the event, 4 when it does not. Works in
 * batches, each a transaction; goes on where it was cut off, and tells in the log how far it is. It
 * is called before the start records or delivers anything.
 */
export async function renumberEvents(
  db: Pick<Db, 'asPlatform'>,
  logger: Logger,
  batchSize = atATime,
): Promise<void> {
  if (!(await db.asPlatform(begin))) return;
  logger.info('the database was restored on another server: renumbering its events');
  let last: Last | undefined = { recordedIn: '4', eventUuid: everybody };
  let renumbered = 0;
  while (last) {
    const after: Last = last;
    const batch = await db.asPlatform((tx) => renumberBatch(tx, after, batchSize));
    renumbered += batch.length;
    last = batch.at(-1);
    if (last) logger.info({ renumbered }, 'renumbering events');
  }
  await db.asPlatform(finish);
  logger.info({ renumbered }, 'the events are renumbered');
}

/** Returns whether events are to be renumbered, and notes that it has begun: outgoing work waits then, as after any restore. */
async function begin(tx: Tx): Promise<boolean> {
  const isAhead = tx`
    renumbering_since is not null
    or greatest(pg_snapshot_xmax(delivered), (select max(recorded_in) from events))
         >= pg_snapshot_xmax(pg_current_snapshot())`;
  const [ahead] = await tx`select from outbox_position where ${isAhead}`;
  if (!ahead) return false;
  const begun = await tx`
    update outbox_position
       set renumbering_since = coalesce(renumbering_since, now()), lease_token = null, lease_until = null
     where ${isAhead}`;
  if (begun.count > 0) await pauseOutgoing(tx);
  for (const reader of others)
    await tx`update ${tx(reader)} set renumbering_since = coalesce(renumbering_since, now())`;
  return begun.count > 0;
}

/** Renumbers the next events. One that was recorded meanwhile was not delivered, whatever its number. */
async function renumberBatch(tx: Tx, after: Last, limit: number): Promise<Last[]> {
  const [begun] = await tx`
    select from outbox_position where renumbering_since is not null for update`;
  if (!begun) return [];
  const rows = await tx<Last[]>`
    with batch as materialized (
      select tenant_uuid, recorded_in, event_uuid from events
       where (recorded_in, event_uuid) > (${after.recordedIn}::xid8, ${after.eventUuid}::uuid)
       order by recorded_in, event_uuid limit ${limit}
    ), renumbered as (
      update events e
         set recorded_in = case when pg_visible_in_snapshot(e.recorded_in, p.delivered)
                                 and e.recorded_at < p.renumbering_since then '3' else '4' end::xid8
        from batch b, outbox_position p
       where e.tenant_uuid = b.tenant_uuid and e.recorded_in = b.recorded_in
         and e.event_uuid = b.event_uuid
    )
    select recorded_in, event_uuid from batch order by recorded_in, event_uuid`;
  return [...rows];
}

/**
 * Lets deliveries begin with the events of number 4. The other readers begin with all of them and
 * know themselves which they had.
 */
async function finish(tx: Tx): Promise<void> {
  await tx`
    update outbox_position
       set delivered = '4:4:', reading = null, last_in = '4', last_uuid = ${nobody},
           renumbering_since = null
     where renumbering_since is not null`;
  for (const reader of others)
    await tx`
      update ${tx(reader)}
         set delivered = '3:3:', reading = null, last_in = '3', last_uuid = ${nobody},
             renumbering_since = null
       where renumbering_since is not null`;
}
