import { beginning } from '@atrium/kit/hash-chain.ts';
import { isWithin } from '../database/time-range.ts';
import type { Tx } from '../database/transaction.ts';
import { eventColumns, hexHash } from './event-columns.ts';
import type { Range, RecordedEvent } from './schemas.ts';

/** A part of a chain without gaps, and the hash before its first event. */
export type Run = { first: number; last: number; previousHash: string | null };

/** A number of a chain; its event is null when there is none with the time that it had. */
export type Link = ChainHead & { event: RecordedEvent | null };

/** The number and the hash of a chain's last event. */
export type ChainHead = { sequence: number; hash: string };
export const noHead: ChainHead = { sequence: 0, hash: beginning };

/**
 * Returns the shortest part of the tenant's chain that has all events of a stretch of time; undefined
 * when none is chained. Events that were committed at the same time may lie between them.
 */
export async function findRun(tx: Tx, range: Range): Promise<Run | undefined> {
  // Without the sum the ends of a stretch would be looked for from the ends of the whole chain.
  const sequence = range.from || range.to ? tx`c.sequence + 0` : tx`c.sequence`;
  const [run] = await tx<{ first: number | null; last: number; previousHash: string | null }[]>`
    with run as (
      select min(${sequence}) as first, max(${sequence}) as last
        from audit_chain c where ${isWithin(tx, tx`c.occurred_at`, range)})
    select run.first, run.last,
           (select ${hexHash(tx, 'c.hash')} from audit_chain c
             where c.sequence = run.first - 1) as previous_hash
      from run`;
  return run && run.first !== null ? { ...run, first: run.first } : undefined;
}

/** Returns the next numbers of a tenant's chain, up to the last one given. */
export async function listLinks(
  tx: Tx,
  tenantUuid: string,
  { after, last, limit }: { after: number; last: number; limit: number },
): Promise<Link[]> {
  const rows = await tx<(RecordedEvent & ChainHead)[]>`
    with c as materialized (
      select * from audit_chain
       where tenant_uuid = ${tenantUuid} and sequence > ${after} and sequence <= ${last}
       order by sequence limit ${limit})
    select c.sequence, ${hexHash(tx, 'c.hash')} as hash, ${eventColumns(tx)}
      from c left join events e
        on e.tenant_uuid = c.tenant_uuid and e.occurred_at = c.occurred_at
       and e.event_uuid = c.event_uuid
     order by c.sequence`;
  return rows.map(({ sequence, hash, ...event }) => ({
    sequence,
    hash,
    event: event.eventId === null ? null : event,
  }));
}
