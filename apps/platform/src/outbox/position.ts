import type { Fragment, Sql } from '@atrium/kit/sql.ts';
import { isFree, type Leases } from '../background/leases.ts';
import { isOutgoingPaused } from '../background/outgoing-pause.ts';
import type { Db } from '../database/db.ts';
import type { Tx } from '../database/transaction.ts';

/** A position before every event of a transaction. */
export const nobody = '00000000-0000-0000-0000-000000000000';

/** The table with the position of a reader of events: analytics' relay, the audit trail, webhooks. */
export type Reader = 'outbox_position' | 'audit_position' | 'webhook_position';

/** Says how far a reader is: see the table `outbox_position`. */
export type Position = {
  tenantUuid: string;
  delivered: string;
  reading: string;
  isBegun: boolean;
  lastIn: string;
  lastUuid: string;
};
/** An event's place in the order of transactions. */
type Place = { recordedIn: string; eventId: string };
/** The events that were handed on: how many, and the last one's place. */
type HandedOn = { events: number; last: Place | undefined };

/**
 * Hands on a reader's next events, at most `limit` of a round, in the transaction that moves its position.
 * Returns how many: none while another replica has the position, or renumbers events.
 */
export async function handOnEvents(
  tx: Tx,
  reader: Reader,
  limit: number,
  handOn: (position: Position) => Promise<HandedOn>,
): Promise<number> {
  const position = await takePosition(tx, reader);
  if (!position) return 0;
  const { events, last } = await handOn(position);
  if (events > 0 || position.isBegun)
    await movePosition(tx, reader, position, events === limit ? last : undefined);
  return events;
}

type Handing<E extends Place> = {
  read: (tx: Tx, position: Position, limit: number) => Promise<readonly E[]>;
  /** Hands the events on, and returns what is written with the position that moves. */
  deliver: (events: readonly E[]) => Promise<(tx: Tx) => Promise<void>>;
};

/**
 * Hands on a reader's next events to somebody outside, while no transaction is open: the position bears
 * a lease until they are delivered. Of a process that died meanwhile, or lost the lease, they come again.
 * Returns how many: none while outgoing work waits.
 */
export async function handOnOutside<E extends Place>(
  db: Db,
  leases: Leases<'tenantUuid'>,
  limit: number,
  { read, deliver }: Handing<E>,
): Promise<number> {
  const reader = leases.table as Reader;
  const taken = await db.asPlatform(async (tx) => {
    if (await isOutgoingPaused(tx)) return undefined;
    const position = await takePosition(tx, reader, isFree(tx));
    if (!position) return undefined;
    const events = await read(tx, position, limit);
    if (events.length === 0 && position.isBegun)
      await movePosition(tx, reader, position, undefined);
    if (events.length === 0) return undefined;
    const [mine] = await leases.take(tx, [position]);
    return mine && { position, events, lease: mine.lease };
  });
  if (!taken) return 0;
  const { position, events, lease } = taken;
  try {
    const write = await deliver(events);
    await db.asPlatform(async (tx) => {
      await lease.hold(tx);
      await write(tx);
      await movePosition(tx, reader, position, events.length === limit ? events.at(-1) : undefined);
      await lease.release(tx);
    });
  } catch (error) {
    await lease.release();
    throw error;
  }
  return events.length;
}

/**
 * Takes a reader's position for this transaction, with the round that is to be handed on: the one
 * that was begun, or all that is committed now. Undefined when another replica has it, or renumbers
 * events.
 */
export async function takePosition(
  tx: Tx,
  reader: Reader,
  isTakable: Fragment = tx`true`,
): Promise<Position | undefined> {
  const [position] = await tx<Position[]>`
    select tenant_uuid, delivered, coalesce(reading, pg_current_snapshot()) as reading,
           reading is not null as is_begun, last_in, last_uuid
      from ${tx(reader)} t where renumbering_since is null and ${isTakable} for update skip locked`;
  return position;
}

/** The condition that an event `e` belongs to a round and was not handed on yet. */
export const isInRound = (tx: Tx, { delivered, reading, lastIn, lastUuid }: Position): Fragment =>
  tx`(e.recorded_in, e.event_uuid) > (${lastIn}::xid8, ${lastUuid}::uuid)
       and not pg_visible_in_snapshot(e.recorded_in, ${delivered}::pg_snapshot)
       and pg_visible_in_snapshot(e.recorded_in, ${reading}::pg_snapshot)`;

/** Notes that events up to the last one given are handed on, or without one the whole round. */
async function movePosition(
  tx: Tx,
  reader: Reader,
  { reading }: Position,
  last: Place | undefined,
): Promise<void> {
  if (last)
    await tx`
      update ${tx(reader)}
         set reading = ${reading}, last_in = ${last.recordedIn}, last_uuid = ${last.eventId}`;
  else
    await tx`
      update ${tx(reader)}
         set delivered = ${reading}, reading = null, last_uuid = ${nobody},
             last_in = pg_snapshot_xmin(${reading}::pg_snapshot)`;
}

/** The condition that an event `e` waits, given the row `p` of a reader's position. */
export const isWaiting = (sql: Sql | Tx): Fragment => sql`
  (e.recorded_in, e.event_uuid) > (p.last_in, p.last_uuid)
    and not pg_visible_in_snapshot(e.recorded_in, p.delivered)`;
