import type { Caller } from '@atrium/kit/auth/caller.ts';
import type { Fragment } from '@atrium/kit/sql.ts';
import { actorName, entityName } from '../audit/names.ts';
import { visibleTo as visibleContacts } from '../contacts/contact-access.ts';
import type { Tx } from '../database/transaction.ts';
import { isSeen } from '../meetings/meeting-access.ts';
import type { RecordKey } from '../records/record-access.ts';
import type { TimelineEntryRow } from './schemas.ts';

/** The place of the last entry of a page: its time to the microsecond, and the key that breaks ties. */
export type Place = [at: string, key: string];

type Part = { after: Place | undefined; limit: number };

/**
 * Returns the entries of a record that the caller sees, the newest first, from after a place. Of each
 * kind only as many are read as are asked for, and names are looked up for those alone.
 */
export function listEntries(tx: Tx, caller: Caller, key: RecordKey, part: Part) {
  const kinds = [eventsOf(tx, part), ...notesAndTasks(tx, key, part), meetingsOf(tx, caller, part)];
  const all = kinds.reduce((sum, each) => tx`${sum} union all ${each}`);
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
           e.actor_id as actor_uuid, coalesce(${actorName(tx)}, e.author_name) as actor_name,
           e.entity_type, e.entity_id as entity_uuid, coalesce(e.beginning, ${entityName(tx)}) as title,
           coalesce(string_to_array(e.changed_fields, ','), '{}') as changed_fields,
           array[e.at::text, e.key::text] as place
      from e order by e.at desc, e.key desc`;
}

/**
 * Selects the records that a timeline tells of: of a contact also those merged into it, of a household
 * also its members that the caller sees.
 */
function recordsOf(tx: Tx, caller: Caller, { entityType, entityUuid }: RecordKey): Fragment {
  const own = tx`select ${entityType} as entity_type, ${entityUuid}::uuid as entity_uuid`;
  if (entityType === 'CONTACT')
    return tx`${own}
    union all
    select 'CONTACT', contact_uuid from contacts where merged_into = ${entityUuid}`;
  if (entityType === 'MEETING') return own;
  return tx`${own}
    union all
    select 'CONTACT', c.contact_uuid
      from household_members m join contacts c using (tenant_uuid, contact_uuid)
     where m.household_uuid = ${entityUuid} and m.removed_at is null and c.deleted_at is null
       and ${visibleContacts(tx, caller)}
    union all
    select 'ORGANISATION', o.organisation_uuid
      from household_members m join organisations o using (tenant_uuid, organisation_uuid)
     where m.household_uuid = ${entityUuid} and m.removed_at is null and o.deleted_at is null`;
}

const isAfter = (tx: Tx, after: Place | undefined, at: Fragment, key: Fragment): Fragment =>
  after ? tx`(${at}, ${key}) < (${after[0]}::timestamptz, ${after[1]}::uuid)` : tx`true`;

/** Selects what was recorded of each record. Who looked at it is for the audit trail. */
const eventsOf = (tx: Tx, { after, limit }: Part): Fragment => tx`
  select events.* from r cross join lateral (
    select v.tenant_uuid, v.occurred_at as at, v.event_uuid as key, 'EVENT' as kind, v.event_type,
           v.actor_type, v.actor_id, v.entity_type, v.entity_id, null::text as beginning,
           null::text as author_name, v.attributes ->> 'changedFields' as changed_fields
      from events v
     where v.entity_id = r.entity_uuid and v.entity_type = r.entity_type
       and v.event_type not in ('contact.viewed', 'household.viewed')
       and ${isAfter(tx, after, tx`v.occurred_at`, tx`v.event_uuid`)}
     order by v.occurred_at desc, v.event_uuid desc limit ${limit}) events`;

const abouts = {
  CONTACT: ['contact_uuid'],
  HOUSEHOLD: ['household_uuid', 'contact_uuid'],
  MEETING: ['meeting_uuid'],
} as const;

/** Selects notes and tasks about each record: by one column at a time, which has an index. */
const notesAndTasks = (tx: Tx, { entityType }: RecordKey, { after, limit }: Part): Fragment[] =>
  abouts[entityType].flatMap((about) => [
    tx`
    select notes.* from r cross join lateral (
      select n.tenant_uuid, n.happened_at as at, n.note_uuid as key, 'NOTE', null, null, n.author_uuid,
             'NOTE', n.note_uuid, left(split_part(btrim(n.text, ' ' || chr(9) || chr(10) || chr(13)), chr(10), 1), 400), n.author_name, null
        from notes n
       where n.${tx(about)} = r.entity_uuid and n.deleted_at is null
         and ${isAfter(tx, after, tx`n.happened_at`, tx`n.note_uuid`)}
       order by n.happened_at desc, n.note_uuid desc limit ${limit}) notes`,
    tx`
    select tasks.* from r cross join lateral (
      select t.tenant_uuid, t.created_at as at, t.task_uuid as key, 'TASK', null, null, t.created_by,
             'TASK', t.task_uuid, t.title, null, null
        from tasks t
       where t.${tx(about)} = r.entity_uuid and t.deleted_at is null
         and ${isAfter(tx, after, tx`t.created_at`, tx`t.task_uuid`)}
       order by t.created_at desc, t.task_uuid desc limit ${limit}) tasks`,
  ]);

/**
 * Selects the meetings that the caller may read: the record itself, or those that it is invited to. Of
 * arrays, since a join would be planned by statistics that a grown table may not have yet.
 */
const meetingsOf = (tx: Tx, caller: Caller, { after, limit }: Part): Fragment => tx`
  select * from (
    select m.tenant_uuid, m.created_at as at, m.meeting_uuid as key, 'MEETING', null, null,
           m.created_by_uuid, 'MEETING', m.meeting_uuid, m.title, null, null
      from meetings m
     where m.meeting_uuid = any(array(
             select r.entity_uuid from r where r.entity_type = 'MEETING'
             union all
             select p.meeting_uuid from meeting_participants p
              where p.entity_uuid = any(array(select r.entity_uuid from r)) and p.removed_at is null))
       and ${isSeen(tx, caller)}
       and ${isAfter(tx, after, tx`m.created_at`, tx`m.meeting_uuid`)}
     order by m.created_at desc, m.meeting_uuid desc limit ${limit}) meetings`;
