import type { Fragment } from '@atrium/kit/sql.ts';
import type { Tx } from '../../database/transaction.ts';
import type { Range } from './external-busy.ts';
import type { Span } from './wall-clock.ts';

/** A user of the tenant, and whether one of its meetings keeps them busy. */
type Occupation = { userUuid: string; isBusy: boolean };

/** A user of the tenant, and the times of the meetings that keep them busy, in no order. */
export type MeetingTimes = { userUuid: string; busy: Span[] };

/**
 * Lists those of some users who are busy in a range: hosting an active meeting, or invited to one and not
 * declined. Whoever is neither live staff nor a visible contact (a condition on `contacts c`) is
 * not in the answer.
 */
export function listOccupations(
  tx: Tx,
  visibleContacts: Fragment,
  userUuids: readonly string[],
  range: Range,
) {
  const busy = busyIn(tx, range).map((each) => tx`exists (select ${each})`);
  return tx<Occupation[]>`
    select u.user_uuid, (${busy.reduce((any, each) => tx`${any} or ${each}`)}) as is_busy
      ${known(tx, visibleContacts, userUuids)}`;
}

/** Lists the same users with the times themselves. */
export function listMeetingTimes(
  tx: Tx,
  visibleContacts: Fragment,
  userUuids: readonly string[],
  range: Range,
) {
  const busy = busyIn(tx, range).map((each) => tx`select b.starts_at, b.ends_at ${each}`);
  return tx<MeetingTimes[]>`
    select u.user_uuid,
           (select coalesce(jsonb_agg(jsonb_build_object(
                     'from', (extract(epoch from t.starts_at) * 1000)::bigint,
                     'to', (extract(epoch from t.ends_at) * 1000)::bigint)), '[]')
              from (${busy.reduce((all, each) => tx`${all} union all ${each}`)}) t) as busy
      ${known(tx, visibleContacts, userUuids)}`;
}

const known = (tx: Tx, visibleContacts: Fragment, userUuids: readonly string[]): Fragment => tx`
  from unnest(${[...userUuids]}::uuid[]) as u (user_uuid)
 where exists (select from staff_members s
                where s.staff_uuid = u.user_uuid and num_nulls(s.deleted_at) = 1)
    or exists (select from contacts c
                where c.contact_uuid = u.user_uuid and num_nulls(c.deleted_at) = 1 and ${visibleContacts})`;

/**
 * Returns the sources of a user's busy meetings in a range, one index each. A meeting that overlaps
 * began less than a day before the range, or it is one of the few that last longer: so each reads
 * a short stretch of its index, whatever else the tenant holds.
 */
function busyIn(tx: Tx, { from, to }: Range): Fragment[] {
  const tables = [
    tx`from meetings b
        where b.host_uuid = u.user_uuid and b.status = 'ACTIVE' and not b.shows_free`,
    tx`from meeting_participants b where b.entity_uuid = u.user_uuid and b.is_busy`,
  ];
  const met = tables.flatMap((theirs) => [
    tx`${theirs} and b.starts_at > ${from}::timestamptz - interval '1 day'
        and b.starts_at < ${to}::timestamptz and b.ends_at > ${from}::timestamptz`,
    tx`${theirs} and b.is_long and b.ends_at > ${from}::timestamptz
        and b.starts_at < ${to}::timestamptz`,
  ]);
  return [...met, tx`from personal_busy(u.user_uuid, ${from}::timestamptz, ${to}::timestamptz) b`];
}

/** Returns the zone that a staff member keeps. */
export async function findTimeZone(tx: Tx, staffUuid: string): Promise<string | undefined> {
  const [row] = await tx<{ timeZone: string }[]>`
    select time_zone from staff_members where staff_uuid = ${staffUuid}`;
  return row?.timeZone;
}
