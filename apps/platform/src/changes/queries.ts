import { type Caller, hasRole, readsArea } from '@atrium/kit/auth/caller.ts';
import type { Fragment } from '@atrium/kit/sql.ts';
import type { Tx } from '../database/transaction.ts';
import type { EventType } from '../event-types.ts';
import type { Told } from '../kind.ts';
import type { Place } from './place.ts';
import type { Snapshot } from './snapshot.ts';

/** What is told of a change. */
export type Change = {
  entityType: string;
  entityUuid: string;
  eventType: string;
  actorUuid: string | null;
};
/** A change with its place in the order of transactions, and whose it is. */
export type PlacedChange = Change & { tenantUuid: string; recordedIn: string; eventUuid: string };

/** Events that change nothing of the record that they name: somebody looked, signed in, asked for a link. */
const changeNothing: readonly EventType[] = [
  'contact.viewed',
  'household.viewed',
  'tenant.entered',
  'tenant.entry_refused',
  'staff.password_reset_requested',
  'staff.password_set',
];

const columns = (tx: Tx) => tx`
  e.tenant_uuid, e.recorded_in::text as recorded_in, e.event_uuid, e.event_type, e.entity_type,
  e.entity_id as entity_uuid, e.actor_id as actor_uuid`;

/** The condition that somebody may be told of an event `e`, as far as it depends on the event alone. */
const isTold = (tx: Tx) => tx`
  e.entity_id is not null and e.event_type <> all(${[...changeNothing]})
    and e.entity_type = any(${tx.kinds.flatMap((kind) => (kind.told ? [kind.entityType] : []))})`;

/** Events with the snapshot up to which they were read. */
type Read = { reading: string; changes: PlacedChange[] };

/** Reads events, at most `limit`, and as of which snapshot: what it sees is all there is. */
async function read(tx: Tx, where: Fragment, limit: number): Promise<Read> {
  const rows = await tx<(PlacedChange & { reading: string })[]>`
    select s.reading::text as reading, found.*
      from (select pg_current_snapshot() as reading) s
      left join lateral (
        select ${columns(tx)} from events e where ${where} and ${isTold(tx)}
         order by e.recorded_in, e.event_uuid limit ${limit}) found on true`;
  const [first] = rows;
  if (!first) throw new Error('There is always a snapshot');
  return {
    reading: first.reading,
    changes: rows.flatMap(({ reading: _, ...change }) => (change.eventUuid ? [change] : [])),
  };
}

/** Reads the events of some tenants that a snapshot does not see. */
export const readSince = (tx: Tx, seen: Snapshot, tenants: readonly string[], limit: number) =>
  read(
    tx,
    tx`e.recorded_in >= pg_snapshot_xmin(${seen.text}::pg_snapshot)
       and not pg_visible_in_snapshot(e.recorded_in, ${seen.text}::pg_snapshot)
       and e.tenant_uuid = any(${[...tenants]}::uuid[])`,
    limit,
  );

/** Reads the events of a tenant after a place; without one none. */
export function readAfter(tx: Tx, tenantUuid: string, place: Place | undefined, limit: number) {
  if (!place) return read(tx, tx`false`, 0);
  const { delivered, reading, lastIn, lastUuid } = place;
  return read(
    tx,
    tx`e.tenant_uuid = ${tenantUuid}
       and e.recorded_in >= pg_snapshot_xmin(${delivered.text}::pg_snapshot)
       and not pg_visible_in_snapshot(e.recorded_in, ${delivered.text}::pg_snapshot)
       and (not pg_visible_in_snapshot(e.recorded_in, ${reading.text}::pg_snapshot)
            or (e.recorded_in, e.event_uuid) > (${lastIn}::xid8, ${lastUuid}::uuid))`,
    limit,
  );
}

/** Returns those of some changes whose records the caller may read, or might until they were deleted. */
export async function listReadable<C extends Change>(
  tx: Tx,
  caller: Caller,
  changes: readonly C[],
): Promise<C[]> {
  const parts = tx.kinds.flatMap(({ entityType, told }) => {
    const uuids = changes
      .filter((each) => each.entityType === entityType)
      .map((each) => each.entityUuid);
    if (!told || uuids.length === 0 || !mayRead(caller, told)) return [];
    const { table, alias, column } = told;
    return [
      tx`select ${entityType}::text as entity_type, ${tx(`${alias}.${column}`)} as entity_uuid
           from ${tx(table)} ${tx(alias)}
          where ${tx(`${alias}.${column}`)} = any(${[...new Set(uuids)]}::uuid[])
            and ${told.mayRead(tx, caller)}`,
    ];
  });
  if (parts.length === 0) return [];
  const found = await tx<Change[]>`${parts.reduce((all, each) => tx`${all} union all ${each}`)}`;
  const readable = new Set(found.map(keyOf));
  return changes.filter((each) => readable.has(keyOf(each)));
}

const keyOf = ({ entityType, entityUuid }: Change) => `${entityType} ${entityUuid}`;

/** Returns whether the caller's roles and scopes open records of a kind at all. */
function mayRead(caller: Caller, { roles, area }: Told): boolean {
  if (!hasRole(caller, ...roles)) return false;
  if (area === undefined) return !caller.isMachine && !caller.isToken;
  return readsArea(caller, area);
}

/** Throws what refuses a caller's session, if it has ended; returns whether its token is still good. */
export async function isTokenGood(tx: Tx, { sessionUuid }: Caller): Promise<boolean> {
  const ended = await tx`
    select from sessions where session_uuid = ${sessionUuid} and is_token and expires_at <= now()`;
  return ended.length === 0;
}
