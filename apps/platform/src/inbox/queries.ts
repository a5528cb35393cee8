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

/** Returns a part of the caller's inbox, the newest first, and how much of all of it is not read. */
export async function listItems(
  tx: Tx,
  caller: Caller,
  { kind, unread }: InboxQuery,
  { after, limit }: Part,
) {
  const isAfter = after
    ? tx`(e.at, e.item_uuid) < (${after[0]}::timestamptz, ${after[1]}::uuid)`
    : tx`true`;
  const [found] = await tx<[{ content: (InboxItemRow & { place: Place })[]; unread: number }]>`
    with shown as materialized (select * from inbox_items e where ${isShown(tx, caller)}),
    e as materialized (
      select * from shown e
       where ${isAfter} and ${kind ? tx`e.kind = ${kind}` : tx`true`}
         and ${unread ? tx`e.read_at is null` : tx`true`}
       order by e.at desc, e.item_uuid desc limit ${limit})
    select (select count(*)::int from shown where read_at is null) as unread,
           coalesce((
             select json_agg(json_build_object(
                      'itemUuid', e.item_uuid, 'at', record_time(e.at), 'kind', e.kind,
                      'actorName', coalesce(said.name, ${actorName(tx)}),
                      'entityType', e.entity_type, 'entityUuid', e.entity_id, 'title', ${entityName(tx)},
                      'isRead', e.read_at is not null, 'note', said.note,
                      'proposed', coalesce(said.proposed, '[]'),
                      'place', array[e.at::text, e.item_uuid::text])
                    order by e.at desc, e.item_uuid desc)
               from e left join lateral (${answers(tx)}) said on true), '[]') as content`;
  return found;
}

/** Selects who answered the meeting of an item `e`, and what was said with the answer. */
const answers = (tx: Tx): Fragment => tx`
  select n.name, p.rsvp_note as note, p.rsvp_proposed as proposed
    from meeting_participants p ${partyJoins(tx)} cross join lateral (select ${partyColumns(tx)}) n
   where p.tenant_uuid = e.tenant_uuid and p.participant_uuid = e.subject_uuid
     and e.kind in ('MEETING_ACCEPTED', 'MEETING_DECLINED', 'MEETING_ANSWERED')
  union all
  select coalesce(u.name, u.sender), u.note, u.proposed
    from unmatched_answers u
   where u.tenant_uuid = e.tenant_uuid and u.answer_uuid = e.subject_uuid
     and e.kind = 'ANSWER_UNMATCHED'`;

/** Marks items of a person as read; what is read already stays as it is. */
export async function setRead(tx: Tx, personUuid: string, which: Fragment): Promise<void> {
  await tx`
    update inbox_items set read_at = change_time()
     where person_uuid = ${personUuid} and read_at is null and ${which}`;
}
