import type { Fragment } from '@atrium/kit/sql.ts';
import { isWithin } from '../../database/time-range.ts';
import type { Tx } from '../../database/transaction.ts';
import type { ChainHead } from '../chain-queries.ts';
import { exactTime } from '../event-columns.ts';
import type { RecordedEvent } from '../schemas.ts';

/** A part of a tenant's trail that lies in object storage. */
export type ArchivedPart = {
  tenantUuid: string;
  firstSequence: number;
  lastSequence: number;
  previousHash: string;
  /** The hash of the last event. */
  hash: string;
  /** The time of the youngest event, exact. */
  lastAt: string;
  objectKey: string;
  sha256: string;
  signedHead: string;
};

/** A line of an archived part: the event with its number and hash, and what the table had besides. */
export type ArchivedEvent = RecordedEvent &
  ChainHead & {
    /** To the microsecond. */
    exactTime: string;
    recordedAt: string;
    refusedReason: string | null;
  };

const columns = (tx: Tx): Fragment => tx`
  a.tenant_uuid, a.first_sequence, a.last_sequence, encode(a.previous_hash, 'hex') as previous_hash,
  encode(a.hash, 'hex') as hash, ${exactTime(tx, tx`a.last_at`)} as last_at, a.object_key,
  encode(a.sha256, 'hex') as sha256, a.signed_head`;

/** Returns the part of a tenant's trail that has a number. */
export async function findPart(tx: Tx, tenantUuid: string, sequence: number) {
  const [part] = await tx<ArchivedPart[]>`
    select ${columns(tx)} from audit_archives a
     where a.tenant_uuid = ${tenantUuid} and a.first_sequence <= ${sequence}
       and a.last_sequence >= ${sequence}
     order by a.first_sequence desc limit 1`;
  return part;
}

/** Says of what events an archived part must have one, and between which times. */
type Wanted = {
  ids?: readonly string[] | undefined;
  eventType?: string | undefined;
  from?: string | undefined;
  to?: string | null | undefined;
  /** No part whose events are all after this exact time. */
  before?: string | undefined;
};

/** Lists the parts of the transaction's tenant that may have what is wanted, those with the youngest events first. */
export function listParts(tx: Tx, { ids = [], eventType, before, ...range }: Wanted) {
  const each = ids.map(
    (id) => tx`
      and exists (select from audit_archive_ids i
                   where i.tenant_uuid = a.tenant_uuid and i.id = ${id}
                     and i.first_sequence = a.first_sequence)`,
  );
  return tx<ArchivedPart[]>`
    select ${columns(tx)} from audit_archives a
     where a.tenant_uuid = ${tx.tenantUuid} and ${mayBeWithin(tx, range)}
       ${each.reduce((all, one) => tx`${all} ${one}`, tx``)}
       ${eventType === undefined ? tx`` : tx`and ${eventType} = any(a.event_types)`}
       and ${isBegunBy(tx, before)}
     order by a.last_at desc, a.first_sequence desc`;
}

/**
 * Lists the parts of the transaction's tenant that name one of some records or people, the oldest first; with
 * a time none whose events are all after it.
 */
export const listPartsOf = (tx: Tx, ids: readonly string[], before?: string) =>
  tx<ArchivedPart[]>`
    select ${columns(tx)} from audit_archives a
     where a.tenant_uuid = ${tx.tenantUuid} and ${isBegunBy(tx, before)}
       and a.first_sequence in (
         select i.first_sequence from audit_archive_ids i
          where i.tenant_uuid = ${tx.tenantUuid} and i.id = any(${[...ids]}::uuid[]))
     order by a.first_sequence`;

const isBegunBy = (tx: Tx, before: string | undefined): Fragment =>
  before === undefined ? tx`true` : tx`a.first_at <= ${before}::timestamptz`;

/** Returns whether anything of the transaction's tenant is archived. */
export async function hasParts(tx: Tx): Promise<boolean> {
  const found = await tx`select from audit_archives where tenant_uuid = ${tx.tenantUuid} limit 1`;
  return found.length > 0;
}

/** Lists the parts of the transaction's tenant that may have events of a stretch of time, by number. */
export const listPartsWithin = (tx: Tx, range: { from?: string; to?: string | null }) =>
  tx<ArchivedPart[]>`
    select ${columns(tx)} from audit_archives a
     where a.tenant_uuid = ${tx.tenantUuid} and ${mayBeWithin(tx, range)} order by a.first_sequence`;

const mayBeWithin = (tx: Tx, { from, to }: Pick<Wanted, 'from' | 'to'>): Fragment =>
  tx`${isWithin(tx, tx`a.last_at`, { from })} and ${isWithin(tx, tx`a.first_at`, { to })}`;

/** Returns a part whose events are to be delivered to analytics again. */
export async function findPartToDeliver(tx: Tx) {
  const [part] = await tx<ArchivedPart[]>`
    select ${columns(tx)} from audit_archives a
     where a.deliver_again order by a.tenant_uuid, a.first_sequence limit 1`;
  return part;
}

/** Notes that analytics has a part's events. */
export const noteDelivered = (tx: Tx, { tenantUuid, firstSequence }: ArchivedPart) =>
  tx`
    update audit_archives set deliver_again = false
     where tenant_uuid = ${tenantUuid} and first_sequence = ${firstSequence}`;
