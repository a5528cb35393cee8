import type { Caller } from '@atrium/kit/auth/caller.ts';
import type { Fragment } from '@atrium/kit/sql.ts';
import type { Tx } from '../database/transaction.ts';
import { gravity, type WaitingAsked } from '../kind.ts';
import { lastMailOfContact } from '../mail/last-mail.ts';
import { visibleTo } from './contact-access.ts';
import { holdNoPair } from './duplicates/no-pair.ts';
import { daysAhead, hasExpiring } from './readiness/expiring-documents.ts';

const soonDays = 30;
const mostOfGroup = 10;

const name = (tx: Tx) =>
  tx`coalesce(nullif(c.display_name, ''), btrim(c.first_name || ' ' || c.paternal_last_name))`;

/** Selects what waits of contacts that the caller sees: papers, mails that were refused, possible doubles. */
export function waitingContacts(
  tx: Tx,
  caller: Caller,
  { withProspects }: WaitingAsked,
): readonly Fragment[] {
  const seen = tx`c.deleted_at is null and ${visibleTo(tx, caller)}`;
  const isClient = withProspects ? tx`true` : tx`c.contact_type <> 'PROSPECT'`;
  return [
    tx`select case when d.expires < d.today then 'DOCUMENT_EXPIRED' else 'DOCUMENT_EXPIRING' end,
              ${ofContact(tx)},
              case when d.expires < d.today then d.expires
                   else d.expires - ${daysAhead}::int end::timestamp at time zone 'UTC',
              d.expires::timestamp at time zone 'UTC',
              case when d.expires < d.today and c.contact_type = 'SUBSCRIBER' then ${gravity.now}::int
                   when d.expires >= d.today and d.expires <= d.today + ${soonDays}::int
                     then ${gravity.soon}::int
                   else ${gravity.later}::int end,
              ${whose(tx)}, null::jsonb
         from contacts c cross join lateral (${expiry(tx)}) d
        where ${seen} and ${hasExpiring(tx)} and d.expires <= d.today + ${daysAhead}::int`,
    tx`select 'MAIL_REFUSED', ${ofContact(tx)}, l.at, null::timestamptz, ${gravity.later}::int,
              ${whose(tx)}, null::jsonb
         from contacts c cross join lateral (select l.* ${tx.unsafe(lastMailOfContact)}) l
        where ${seen} and l.state = 'REFUSED'
          and c.contact_uuid = any(array(select person_uuid from mails where state = 'REFUSED'))`,
    tx`select 'INCOMPLETE_CLIENT', ${ofContact(tx)}, c.created_at, null::timestamptz,
              ${gravity.later}::int, ${whose(tx)}, jsonb_build_object('missing', c.missing_count)
         from contacts c where ${seen} and c.missing_count > 0 and ${isClient}`,
    doubles(tx, seen),
  ];
}

/**
 * Selects today and the day that a contact's papers are looked at for: of the one that expired last and is
 * replaced by none of its kind, else of the next one to expire.
 */
const expiry = (tx: Tx) => tx`
  select n.today, coalesce(
           max(e.expires) filter (where e.expires < n.today and not e.is_replaced),
           min(e.expires) filter (where e.expires >= n.today)) as expires
    from (select (now() at time zone 'UTC')::date as today) n, lateral (
      select p.expires, bool_or(coalesce(p.expires >= n.today, true)) over (partition by p.kind) as is_replaced
        from (select s ->> 'specificationType' as kind,
                     case when s ->> 'expirationDate' <> ''
                          then greatest(s ->> 'expirationDate', '0001-01-01' collate "C")::date end as expires
                from jsonb_path_query(c.identity_documents, '$[*].specificationData') s) p) e
   group by n.today`;

const ofContact = (tx: Tx) =>
  tx`c.contact_uuid, 'CONTACT', c.contact_uuid, ${name(tx)}, c.contact_uuid, ${name(tx)}`;
const whose = (tx: Tx) => tx`null::uuid, c.contact_manager_entity_uuid`;

/** Selects the kept groups of contacts that may be the same person, each set of those that are seen once. */
const doubles = (tx: Tx, seen: Fragment) => tx`
  select distinct on (s.uuids) 'DUPLICATE', md5(s.uuids::text)::uuid, 'CONTACT', s.uuids[1],
         s.names, s.uuids[1], s.first_name, s.since, null::timestamptz, ${gravity.later}::int,
         null::uuid, s.manager, jsonb_build_object('contactUuids', s.uuids)
    from duplicate_groups g cross join lateral (
      select array_agg(c.contact_uuid order by c.contact_uuid) as uuids,
             string_agg(${name(tx)}, ', ' order by c.contact_uuid) as names,
             (array_agg(${name(tx)} order by c.contact_uuid))[1] as first_name,
             max(c.created_at) as since,
             (array_agg(c.contact_manager_entity_uuid order by c.contact_uuid))[1] as manager
        from contacts c where c.contact_uuid = any(g.contact_uuids[1:${mostOfGroup}::int]) and ${seen}) s
   where cardinality(s.uuids) > 1 and not ${holdNoPair(tx, tx`c.contact_uuid = any(s.uuids)`)}`;
