import { type Fragment, joined } from '@atrium/kit/sql.ts';
import type { FieldChange } from './changed-fields.ts';
import type { Tx } from './database/transaction.ts';
import type { EntityType, EventType } from './event-types.ts';
import { type NewsKind, newsColumns, type Pair } from './kind.ts';

/** What clients are told of; all else is for staff. */
const ofClients: readonly NewsKind[] = ['MEETING_MOVED', 'MEETING_CANCELED'];
/** What is nobody's doing, so that everybody concerned is told. */
const ofNobody: readonly NewsKind[] = [
  'MAIL_REFUSED',
  'SYNC_SUSPENDED',
  'IMPORT_DONE',
  'DOCUMENT_EXPIRES',
];

type Doer = { tenantUuid: string; actorId: string | null };

/**
 * Puts news into the inboxes of those whom a statement selects, in the order of `newsColumns`, in the
 * transaction of what happened. People without a login, and whoever did it, are passed over.
 */
export async function tellPeople(
  tx: Tx,
  news: Fragment,
  { tenantUuid, actorId }: Doer = { tenantUuid: tx.tenantUuid, actorId: tx.actor.actorId },
): Promise<void> {
  const columns = joined(newsColumns.map((name) => tx(name)));
  await tx`
    insert into inbox_items (tenant_uuid, actor_id, ${columns})
    select a.tenant_uuid, case when n.kind <> all(${[...ofNobody]}) then ${actorId}::uuid end, n.*
      from (select distinct * from (${news}) found (${columns})) n
      join accounts a on a.tenant_uuid = ${tenantUuid} and a.user_uuid = n.person_uuid
     where a.deleted_at is null
       and (n.kind = any(${[...ofNobody]}) or n.person_uuid is distinct from ${actorId}::uuid)
       and (n.kind = any(${[...ofClients]}) or 'CLIENT' <> all(a.roles))
    on conflict on constraint inbox_items_once do nothing`;
}

/** The most records of one change of which people are told one by one. */
export const mostTold = 20;

type Told = Doer & {
  eventType: EventType;
  entityType: EntityType;
  attributes?: Readonly<Record<string, string>> | undefined;
};

/** Tells people of an event, as the kind of its records says; of many records at once nobody is told of each. */
export async function tellOfEvent(
  tx: Tx,
  { eventType, entityType, attributes = {}, ...doer }: Told,
  entityIds: readonly string[],
  changes: (entityId: string) => readonly FieldChange[] | undefined,
): Promise<void> {
  if (entityIds.length > mostTold) return;
  const select = tx.kinds.find((kind) => kind.entityType === entityType)?.news?.[eventType];
  const news = select?.(tx, {
    tenantUuid: doer.tenantUuid,
    entityIds,
    attributes,
    changed: (field) =>
      entityIds.filter((each) => changes(each)?.some((change) => change.field === field)),
  });
  for (const each of news ?? []) await tellPeople(tx, each, doer);
}

/**
 * Makes one item of an import of those by which this transaction told somebody of each contact that it
 * handed over; of a later part of the same import that is no news.
 */
export async function tellImportAsOne(
  tx: Tx,
  importUuid: string,
  contactUuids: readonly string[],
): Promise<void> {
  await tx`
    with each as (
      delete from inbox_items
       where kind = 'RECORD_HANDED_OVER' and entity_id = any(${[...contactUuids]}::uuid[])
         and at = change_time() and actor_id is not distinct from ${tx.actor.actorId}
      returning tenant_uuid, person_uuid, actor_id, kind)
    insert into inbox_items (tenant_uuid, person_uuid, actor_id, kind, entity_type, entity_id, once)
    select distinct tenant_uuid, person_uuid, actor_id, kind, 'IMPORT', ${importUuid}::uuid,
           ${`handed over by import ${importUuid}`}
      from each
    on conflict on constraint inbox_items_once do nothing`;
}

/** Removes what people were told of a part of a record, since something else holds now. */
export async function takeBackItems(tx: Tx, entityId: string, subjectUuid: string): Promise<void> {
  await tx`delete from inbox_items where entity_id = ${entityId} and subject_uuid = ${subjectUuid}`;
}

/** Moves what was told of one contact, and to its login, to the one with which it is merged. */
export async function moveItems(tx: Tx, { from, into }: Pair): Promise<void> {
  await tx`
    update inbox_items
       set entity_id = case when entity_id = ${from} then ${into} else entity_id end,
           person_uuid = case when person_uuid = ${from} then ${into} else person_uuid end
     where entity_id = ${from} or person_uuid = ${from}`;
}
