import { Named, Nullable, RecordTime } from '@atrium/kit/schema.ts';
import type { Fragment } from '@atrium/kit/sql.ts';
import { type Static, Type } from 'typebox';
import type { Tx } from '../database/transaction.ts';
import type { ListQuery } from '../lists/page.ts';
import { HouseholdSummary } from './fields.ts';
import { memberName } from './members/member-name.ts';

/** Says what accounts are worth, by currency. */
export const Totals = Type.Array(
  Named('HouseholdDetailPortfolioTotal', { currency: Type.String(), marketValue: Type.String() }),
);

/** A household as the filtered list shows it. */
export const HouseholdGlance = Type.Object({
  ...HouseholdSummary.properties,
  memberNames: Type.Array(Type.String(), {
    description: 'The names of the first five members, the primary before the others',
  }),
  totals: Totals,
  lastMeetingAt: Nullable(RecordTime),
  nextMeetingAt: Nullable(RecordTime),
});
export type HouseholdGlanceRow = Static<typeof HouseholdGlance>;

/**
 * Returns `households h` with `f`: when the last meeting began that a member was invited to and that
 * is not canceled, and when the next one begins. They are worked out for the rows and statements that
 * ask for them only.
 */
export const householdsWithMeetings = (tx: Tx): Fragment => {
  const starts = tx`
      from household_members m
      join meeting_participants p on p.tenant_uuid = m.tenant_uuid and p.entity_uuid = m.contact_uuid
     where m.tenant_uuid = h.tenant_uuid and m.household_uuid = h.household_uuid
       and m.removed_at is null and p.removed_at is null and not p.canceled`;
  return tx`
    households h cross join lateral (
      select (select max(p.starts_at) ${starts} and p.starts_at <= now()) as last_meeting_at,
             (select min(p.starts_at) ${starts} and p.starts_at > now()) as next_meeting_at) f`;
};

/** Returns a list of householdsWithMeetings that shows who its households are, what they are worth and their meetings. */
export const atAGlance = (tx: Tx, list: ListQuery): ListQuery => ({
  ...list,
  select: tx`${list.select},
    array(select ${memberName(tx)}
            from household_members m
            left join contacts c on c.tenant_uuid = m.tenant_uuid and c.contact_uuid = m.contact_uuid
            left join organisations o on o.tenant_uuid = m.tenant_uuid
              and o.organisation_uuid = m.organisation_uuid
           where m.tenant_uuid = h.tenant_uuid and m.household_uuid = h.household_uuid
             and m.removed_at is null
           order by m.is_primary desc, m.ordinal limit 5) as member_names,
    (select coalesce(json_agg(each order by each.currency), '[]')
       from (select a.currency, sum(a.market_value::numeric)::text as "marketValue"
               from household_accounts a
              where a.tenant_uuid = h.tenant_uuid and a.household_uuid = h.household_uuid
                and a.currency is not null and a.market_value is not null
              group by a.currency) each) as totals,
    date_trunc('second', f.last_meeting_at at time zone 'UTC') as last_meeting_at,
    date_trunc('second', f.next_meeting_at at time zone 'UTC') as next_meeting_at`,
});
