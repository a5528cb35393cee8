import { type Caller, readsArea } from '@atrium/kit/auth/caller.ts';
import type { Fragment } from '@atrium/kit/sql.ts';
import { actorName, entityName } from '../audit/names.ts';
import type { Tx } from '../database/transaction.ts';
import { partyColumns, partyJoins } from '../meetings/meeting-columns.ts';
import type { InboxItemRow, InboxQuery } from './schemas.ts';

/** The place of an item in the order of an inbox, its time to the microsecond. */
export type Place = [at: string, itemUuid: string];
type Part = { after: Place | undefined; limit: number };

/** The condition of the items `e` of the caller's inbox: what they tell of lives, and the caller may read it. */
function isShown(tx: Tx, caller: Caller): Fragment {
  const seen = tx.kinds.flatMap(({ entityType, subject, item, told }) => {
    const found = item ?? subject;
    if (!found || !readsArea(caller, told?.area ?? '')) return [];
    const { table, alias, column, sees } = found;
    return [
      tx`when ${entityType} then exists (
           select from ${tx(table)} ${tx(alias)}
            where ${tx(alias)}.tenant_uuid = e.tenant_uuid and ${tx(`${alias}.${column}`)} = e.entity_id
              and ${sees(tx, caller)})`,
    ];
  });
  return tx`
    e.person_uuid = ${caller.userUuid} and e.at > now() - interval '90 days'
    and case e.entity_type ${seen.reduce((all, each) => tx`${all} ${each}`, tx``)}
             else e.entity_type in ('IMPORT', 'STAFF_IMPORT') end
    and (e.kind <> 'MENTIONED' or exists (
      select from notes n
       where n.tenant_uuid = e.tenant_uuid and n.note_uuid = e.subject_uuid and n.deleted_at is null))`;
}

/** So many unread items are counted, and no more. */
const mostCounted = 1_000;

/** Returns a part of the caller's inbox, the newest first, and how much of all of it is not read. */
export async function listItems(
  tx: Tx,
  caller: Caller,
  { kind, unread }: InboxQuery,
  { after, limit }: Part,
) {
  const isShownNow = isShown(tx, caller);
  const isAfter = after
    ? tx`(e.at, e.item_uuid) < (${after[0]}::timestamptz, ${after[1]}::uuid)`
    : tx`true`;
  const [found] = await tx<[{ content: (InboxItemRow & { place: Place })[]; unread: number }]>`
    with e as materialized (
      select e.* from inbox_items e
       where ${isShownNow} and ${isAfter} and ${kind ? tx`e.kind = ${kind}` : tx`true`}
         and ${unread ? tx`e.read_at is null` : tx`true`}
       order by e.at desc, e.item_uuid desc limit ${limit}),
    waiting as (
      select from inbox_items e where e.read_at is null and ${isShownNow}
       order by e.at desc, e.item_uuid desc limit ${mostCounted}::int)
    select (select count(*)::int from waiting) as unread,
           coalesce((
             select json_agg(json_build_object(
                      'itemUuid', e.item_uuid, 'at', record_time(e.at), 'kind', e.kind,
                      'actorName', coalesce(said.name, ${actorName(tx)}),
                      'entityType', e.entity_type, 'entityUuid', e.entity_id, 'title', ${entityName(tx)},
                      'isRead', e.read_at is not null, 'note', said.note,
                      'proposed', coalesce(said.proposed, '[]'), 'timezone', said.timezone,
                      'place', array[e.at::text, e.item_uuid::text])
                    order by e.at desc, e.item_uuid desc)
               from e left join lateral (${answers(tx)}) said on true), '[]') as content`;
  return found;
}

/**
 * Selects who answered the meeting of an item `e`, and what stands with the answer: to whoever hosts or
 * made the meeting, while the answer is still the one that the item tells of. What a client asks for is
 * their task's details.
 */
const answers = (tx: Tx): Fragment => tx`
  select n.name, case when v.reads_words then p.rsvp_note end as note,
         case when v.reads_words then p.rsvp_proposed end as proposed, m.timezone
    from meeting_participants p ${partyJoins(tx)} cross join lateral (select ${partyColumns(tx)}) n
    join meetings m on m.tenant_uuid = p.tenant_uuid and m.meeting_uuid = p.meeting_uuid
   cross join lateral (
     select e.person_uuid in (m.host_uuid, m.created_by_uuid)
            and e.kind in ('MEETING_ANSWERED', 'MEETING_' || p.rsvp_status) as reads_words) v
   where p.tenant_uuid = e.tenant_uuid and p.participant_uuid = e.subject_uuid
     and e.kind in ('MEETING_ACCEPTED', 'MEETING_DECLINED', 'MEETING_ANSWERED')
  union all
  select coalesce(u.name, u.sender), u.note, u.proposed, m.timezone
    from unmatched_answers u
    join meetings m on m.tenant_uuid = u.tenant_uuid and m.meeting_uuid = u.meeting_uuid
   where u.tenant_uuid = e.tenant_uuid and u.answer_uuid = e.subject_uuid
     and e.kind = 'ANSWER_UNMATCHED' and e.person_uuid in (m.host_uuid, m.created_by_uuid)
  union all
  select null, t.details, null, null from tasks t
   where t.tenant_uuid = e.tenant_uuid and t.task_uuid = e.entity_id and e.kind = 'CHANGE_REQUESTED'`;

/** Marks items of a person as read; what is read already stays as it is. */
export async function setRead(tx: Tx, personUuid: string, which: Fragment): Promise<void> {
  await tx`
    update inbox_items set read_at = change_time()
     where person_uuid = ${personUuid} and read_at is null and ${which}`;
}
