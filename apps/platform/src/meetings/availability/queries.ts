import type { Fragment } from '@atrium/kit/sql.ts';
import type { Tx } from '../../database/transaction.ts';
import type { Range } from './external-busy.ts';

/** A user of the tenant, and whether one of its meetings keeps them busy. */
type Occupation = { userUuid: string; isBusy: boolean };

/**
 * Which of some users are busy in a range: hosting an active meeting, or invited to one and not
 * declined. Whoever is neither live staff nor a visible contact (a condition on `contacts c`) is
 * not in the answer.
 *
 * A meeting that overlaps began less than a day before the range, or it is one of the few that
 * last longer: so each question reads a short stretch of an index, whatever else the tenant holds.
 */
export function listOccupations(
  tx: Tx,
  visibleContacts: Fragment,
  userUuids: readonly string[],
  range: Range,
) {
  return tx<Occupation[]>`
    select u.user_uuid,
           (${busy(tx, 'meetings', range)} or ${busy(tx, 'meeting_participants', range)}) as is_busy
      from unnest(${[...userUuids]}::uuid[]) as u (user_uuid)
     where exists (select from staff_members s
                    where s.staff_uuid = u.user_uuid and num_nulls(s.deleted_at) = 1)
        or exists (select from contacts c
                    where c.contact_uuid = u.user_uuid and num_nulls(c.deleted_at) = 1 and ${visibleContacts})`;
}

function busy(tx: Tx, table: 'meetings' | 'meeting_participants', { from, to }: Range): Fragment {
  const theirs =
    table === 'meetings'
      ? tx`b.host_uuid = u.user_uuid and b.status = 'ACTIVE' and not b.shows_free`
      : tx`b.entity_uuid = u.user_uuid and b.is_busy`;
  return tx`(
    exists (select from ${tx(table)} b
             where ${theirs} and b.starts_at > ${from}::timestamptz - interval '1 day'
               and b.starts_at < ${to}::timestamptz and b.ends_at > ${from}::timestamptz)
    or exists (select from ${tx(table)} b
                where ${theirs} and b.is_long and b.ends_at > ${from}::timestamptz
                  and b.starts_at < ${to}::timestamptz))`;
}

/** Returns the zone that a staff member keeps. */
export async function findTimeZone(tx: Tx, staffUuid: string): Promise<string | undefined> {
  const [row] = await tx<{ timeZone: string }[]>`
    select time_zone from staff_members where staff_uuid = ${staffUuid}`;
  return row?.timeZone;
}
