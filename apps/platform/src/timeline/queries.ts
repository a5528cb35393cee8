import { type Caller, readsArea } from '@atrium/kit/auth/caller.ts';
import type { Fragment } from '@atrium/kit/sql.ts';
import { archivedEvents } from '../audit/archive/archived-events.ts';
import { type ArchivedEvent, hasParts, listPartsOf } from '../audit/archive/parts.ts';
import { exactTime } from '../audit/event-columns.ts';
import { actorName, entityName } from '../audit/names.ts';
import type { Tx } from '../database/transaction.ts';
import { memberName } from '../households/members/member-name.ts';
import type { EntriesAsked } from '../kind.ts';
import { type RecordKey, subjectOf } from '../records/record-access.ts';
import type { TimelineEntryRow } from './schemas.ts';

/** The place of the last entry of a page: its time to the microsecond, and the key that breaks ties. */
export type Place = [at: string, key: string];

/** The events that say who looked: these are for the audit trail. */
const views = ['contact.viewed', 'household.viewed'];
export const isView = (eventType: string) => views.includes(eventType);

type Part = {
  after: Place | undefined;
  limit: number;
  /** Events of the record that are not in the database any more. */
  archived?: readonly ArchivedEvent[];
};

/**
 * Returns the entries of a record that the caller sees, the newest first, from after a place. Of each
 * kind only as many are read as are asked for, and names are looked up for those alone.
 */
export function listEntries(tx: Tx, caller: Caller, key: RecordKey, part: Part) {
  const { after, limit } = part;
  const { abouts } = subjectOf(tx, key.entityType);
  const asked: EntriesAsked = {
    caller,
    abouts,
    isAfter: (at, place) => isAfter(tx, after, at, place),
    limit,
  };
  const entries = tx.kinds.flatMap(({ entries: select, told }) =>
    select && readsArea(caller, told?.area ?? '') ? select(tx, asked) : [],
  );
  const all = entries.reduce((sum, each) => tx`${sum} union all ${each}`, eventsOf(tx, part));
  return tx<(TimelineEntryRow & { place: Place })[]>`
    with r as materialized (${recordsOf(tx, caller, key)}),
    e as materialized (
      select * from (${all}) found order by found.at desc, found.key desc limit ${part.limit})
    select record_time(e.at) as at, e.kind, e.event_type,
           coalesce(e.actor_type, case
             when exists (select from staff_members s
                           where s.tenant_uuid = e.tenant_uuid and s.staff_uuid = e.actor_id) then 'TENANT_STAFF'
             when exists (select from contacts c
                           where c.tenant_uuid = e.tenant_uuid and c.contact_uuid = e.actor_id) then 'CONTACT'
             else 'SYSTEM' end) as actor_type,
           e.actor_id as actor_uuid, coalesce(${actorName(tx)}, e.author_name, ${hostName(tx)}) as actor_name,
           e.entity_type, e.entity_id as entity_uuid, coalesce(e.beginning, ${entityName(tx)}) as title,
           coalesce(string_to_array(e.changed_fields, ','), '{}') as changed_fields,
           ${changesOf(tx)} as changes,
           v.attributes ->> 'via' as via,
           ${aboutOf(tx)} as about,
           array[${exactTime(tx, tx`e.at`)}, e.key::text] as place
      from e left join lateral (
        select attributes from ${eventRows(tx, part.archived ?? [])} v where ${isOf(tx, 'v')}) v on true
     order by e.at desc, e.key desc`;
}

/**
 * Selects the records that a timeline tells of: of a contact also those merged into it, of a household
 * also its members that the caller sees.
 */
function recordsOf(tx: Tx, caller: Caller, { entityType, entityUuid }: RecordKey): Fragment {
  const own = tx`select ${entityType} as entity_type, ${entityUuid}::uuid as entity_uuid`;
  const related = subjectOf(tx, entityType).related?.(tx, caller, entityUuid);
  return related ? tx`${own} union all ${related}` : own;
}

/** The condition that a row is of the event of an entry `e`. */
const isOf = (tx: Tx, alias: 'v' | 'h'): Fragment => {
  const row = tx`${tx(alias)}`;
  return tx`e.kind = 'EVENT' and ${row}.tenant_uuid = e.tenant_uuid and ${row}.occurred_at = e.at
            and ${row}.event_uuid = e.key`;
};

/** Selects the name of the host whose calendar changed a meeting: what happens there is theirs. */
const hostName = (tx: Tx): Fragment => tx`(
  select s.first_name || ' ' || s.paternal_last_name
    from meetings m
    join staff_members s on s.tenant_uuid = m.tenant_uuid and s.staff_uuid = m.host_uuid
   where m.tenant_uuid = e.tenant_uuid and m.meeting_uuid = e.entity_id
     and e.event_type = 'meeting.updated' and v.attributes ->> 'via' in ('PROVIDER_A', 'PROVIDER_B'))`;

/** Selects the name of the member that came, changed or left. */
const aboutOf = (tx: Tx): Fragment => tx`(
  select ${memberName(tx)}
    from household_members m
    left join contacts c on c.tenant_uuid = m.tenant_uuid and c.contact_uuid = m.contact_uuid
    left join organisations o on o.tenant_uuid = m.tenant_uuid and o.organisation_uuid = m.organisation_uuid
   where m.tenant_uuid = e.tenant_uuid and m.household_uuid = e.entity_id
     and e.event_type like 'household.member%' and m.member_uuid = (v.attributes ->> 'memberUuid')::uuid)`;

/** The most characters of a value that a timeline shows. */
const longestValue = 200;

/** Selects what an event changed, without texts that are long. */
const changesOf = (tx: Tx): Fragment => tx`(
  select coalesce(json_agg(json_build_object('field', c.field, 'before', c.before, 'after', c.after)
                           order by c.field collate "C"), '[]')
    from record_history h
   cross join lateral jsonb_to_recordset(h.changes)
           as c (field text, before text, after text, "isLong" boolean)
   where ${isOf(tx, 'h')} and c."isLong" is null
     and greatest(length(c.before), length(c.after)) <= ${longestValue}::int)`;

const isAfter = (tx: Tx, after: Place | undefined, at: Fragment, key: Fragment): Fragment =>
  after ? tx`(${at}, ${key}) < (${after[0]}::timestamptz, ${after[1]}::uuid)` : tx`true`;

/** Returns the table of events, with archived ones besides. */
const eventRows = (tx: Tx, archived: readonly ArchivedEvent[]): Fragment => {
  const columns = tx`
    tenant_uuid, event_uuid, event_type, occurred_at, actor_type, actor_id, entity_type, entity_id, attributes`;
  return archived.length === 0
    ? tx`events`
    : tx`(select ${columns} from events union all
          select ${columns} from (${archivedEvents(tx, archived)}) a)`;
};

/** Lists the archived parts that name a record of a timeline, those with the youngest events first. */
export async function listPartsOfRecord(
  tx: Tx,
  caller: Caller,
  key: RecordKey,
  after: Place | undefined,
) {
  if (!(await hasParts(tx))) return { records: [], parts: [] };
  const records = await tx<RecordKey[]>`${recordsOf(tx, caller, key)}`;
  const uuids = records.map(({ entityUuid }) => entityUuid);
  const parts = await listPartsOf(tx, uuids, after?.[0]);
  return { records, parts: parts.toSorted((one, other) => (one.lastAt < other.lastAt ? 1 : -1)) };
}

/** Selects what was recorded of each record. */
const eventsOf = (tx: Tx, { after, limit, archived = [] }: Part): Fragment => tx`
  select events.* from r cross join lateral (
    select v.tenant_uuid, v.occurred_at as at, v.event_uuid as key, 'EVENT' as kind, v.event_type,
           v.actor_type, v.actor_id, v.entity_type, v.entity_id, null::text as beginning,
           null::text as author_name, v.attributes ->> 'changedFields' as changed_fields
      from ${eventRows(tx, archived)} v
     where v.entity_id = r.entity_uuid and v.entity_type = r.entity_type
       and v.event_type <> all(${views})
       and ${isAfter(tx, after, tx`v.occurred_at`, tx`v.event_uuid`)}
     order by v.occurred_at desc, v.event_uuid desc limit ${limit}) events`;
