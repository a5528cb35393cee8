import { type Caller, readsArea } from '@atrium/kit/auth/caller.ts';
import { type Fragment, joined } from '@atrium/kit/sql.ts';
import type { Tx } from '../database/transaction.ts';
import { waitingColumns } from '../kind.ts';
import {
  type QueueItemRow,
  type QueueKind,
  type QueueQuery,
  queueKinds,
  severities,
} from './schemas.ts';

/** The place of an item in the order of the queue. */
export type Place = [gravity: string, dueAt: string, since: string, itemKey: string];
type Placed = QueueItemRow & { place: Place };
type Load = { staffUuid: string; name: string; incomplete: number; overdue: number };
type Age = { kind: QueueKind; days: number; weeks: number; months: number };
type Found = { content: Placed[]; ages: Age[]; loads: Load[] };

/** Selects all that waits and that the caller sees, as `i`. */
function waiting(tx: Tx, caller: Caller, withProspects: boolean): Fragment {
  const parts = tx.kinds.flatMap(({ waits, told }) =>
    waits && readsArea(caller, told?.area ?? '') ? waits(tx, caller, { withProspects }) : [],
  );
  const all = parts.reduce((sum, each) => tx`${sum} union all ${each}`);
  return tx`(${all}) i (${joined(waitingColumns.map((name) => tx(name)))})`;
}

/** Selects the same, each with who has taken it. */
const items = (tx: Tx, caller: Caller, withProspects: boolean): Fragment => tx`
  select i.*, i.kind || '-' || i.key_uuid as item_key,
         coalesce(i.due_at, 'infinity') as due, coalesce(w.taken_by, i.assignee_uuid) as taken_by
    from ${waiting(tx, caller, withProspects)}
    left join taken_work w on w.item_key = i.kind || '-' || i.key_uuid`;

/** Counts what waits, by kind: without the words of each, which cost a large firm the most. */
export function countWaiting(tx: Tx, caller: Caller) {
  return tx<{ kind: QueueKind; total: number }[]>`
    select kind, count(*)::int as total from ${waiting(tx, caller, false)} group by kind`;
}

const order = (tx: Tx) => tx`gravity, due, since, item_key`;

/** Selects an item as the answer has it. */
const shown = (tx: Tx, more: Fragment) => tx`
  json_build_object(
    'itemKey', item_key, 'kind', kind, 'entityType', entity_type, 'entityUuid', entity_uuid,
    'title', title, 'personName', person_name, 'since', record_time(since),
    'dueAt', record_time(due_at), 'severity', (${[...severities]}::text[])[gravity + 1],
    'assigneeUuid', taken_by, 'assigneeName', (
      select s.first_name || ' ' || s.paternal_last_name from staff_members s where s.staff_uuid = taken_by),
    'responsibleUuid', responsible_uuid, 'detail', coalesce(detail, '{}'), ${more}
    'place', array[gravity::text, due::text, since::text, item_key])`;

type Part = { after: Place | undefined; limit: number };

/** Returns a part of the queue in its order, and how much of each kind has waited for how long. */
export async function listWaiting(
  tx: Tx,
  caller: Caller,
  query: QueueQuery,
  { after, limit }: Part,
): Promise<Found> {
  const { kind, assigneeUuid, responsibleUuid, withProspects = false, byPerson = false } = query;
  const isAfter = after
    ? tx`(gravity, due, since, item_key)
           > (${after[0]}::int, ${after[1]}::timestamptz, ${after[2]}::timestamptz, ${after[3]})`
    : tx`true`;
  const gravest = byPerson ? tx`at = 1` : tx`true`;
  const more = byPerson ? tx`'more', to_json(others[2:]),` : tx``;
  const [found] = await tx<[Found]>`
    with waiting as materialized (
      select * from (${items(tx, caller, withProspects)}) i
       where ${assigneeUuid ? tx`taken_by = ${assigneeUuid}` : tx`true`}
         and ${responsibleUuid ? tx`responsible_uuid = ${responsibleUuid}` : tx`true`}),
    ranked as (
      select *, row_number() over person as at,
             array_agg(json_build_object('kind', kind, 'itemKey', item_key)) over (
               person rows between unbounded preceding and unbounded following) as others
        from waiting where ${kind ? tx`kind = ${kind}` : tx`true`}
      window person as (partition by coalesce(person_uuid, key_uuid) order by ${order(tx)}))
    select array(
             select ${shown(tx, more)} from ranked
              where ${gravest} and ${isAfter} order by ${order(tx)} limit ${limit}) as content,
           array(
             select json_build_object(
                      'kind', kind,
                      'days', count(*) filter (where since > now() - interval '7 days'),
                      'weeks', count(*) filter (where since <= now() - interval '7 days'
                                                  and since > now() - interval '28 days'),
                      'months', count(*) filter (where since <= now() - interval '28 days'))
               from waiting group by kind
              order by array_position(${[...queueKinds]}::text[], kind)) as ages,
           array(
             select json_build_object('staffUuid', l.responsible_uuid, 'name', s.first_name || ' ' || s.paternal_last_name,
                                      'incomplete', l.incomplete, 'overdue', l.overdue)
               from (select responsible_uuid,
                            (count(*) filter (where kind = 'INCOMPLETE_CLIENT'))::int as incomplete,
                            (count(*) filter (where kind = 'TASK_OVERDUE'))::int as overdue
                       from waiting group by responsible_uuid) l
               join staff_members s on s.staff_uuid = l.responsible_uuid
              where l.incomplete + l.overdue > 0
              order by l.incomplete + l.overdue desc, l.responsible_uuid limit 12) as loads`;
  return found;
}

/** Finds one item that waits and that the caller sees. */
export async function findWaiting(
  tx: Tx,
  caller: Caller,
  itemKey: string,
): Promise<QueueItemRow | undefined> {
  const [found] = await tx<{ item: QueueItemRow }[]>`
    select ${shown(tx, tx``)} as item from (${items(tx, caller, true)}) i where item_key = ${itemKey}`;
  return found?.item;
}

export async function takeWork(tx: Tx, itemKey: string, userUuid: string): Promise<void> {
  await tx`
    insert into taken_work (tenant_uuid, item_key, taken_by)
    values (${tx.tenantUuid}, ${itemKey}, ${userUuid})
    on conflict (tenant_uuid, item_key) do update
      set taken_by = excluded.taken_by, taken_at = excluded.taken_at`;
}

/** Releases an item. Returns whether somebody had taken it. */
export async function releaseWork(tx: Tx, itemKey: string): Promise<boolean> {
  const { count } = await tx`delete from taken_work where item_key = ${itemKey}`;
  return count > 0;
}
