import type { Fragment } from '@atrium/kit/sql.ts';
import type { Db } from '../database/db.ts';
import { platformTenantUuid } from '../database/platform-tenant.ts';
import type { Tx } from '../database/transaction.ts';
import type { TrailEvent } from './schemas.ts';

const personName = (tx: Tx, alias: 's' | 'c'): Fragment =>
  alias === 's'
    ? tx`s.first_name || ' ' || s.paternal_last_name`
    : tx`coalesce(nullif(c.display_name, ''), nullif(btrim(c.first_name || ' ' || c.paternal_last_name), ''))`;

const staffName = (tx: Tx, staffUuid: Fragment): Fragment => tx`(
  select ${personName(tx, 's')} from staff_members s
   where s.tenant_uuid = e.tenant_uuid and s.staff_uuid = ${staffUuid})`;

const contactName = (tx: Tx, contactUuid: Fragment): Fragment => tx`(
  select ${personName(tx, 'c')} from contacts c
   where c.tenant_uuid = e.tenant_uuid and c.contact_uuid = ${contactUuid})`;

const accountName = (tx: Tx, userUuid: Fragment): Fragment => tx`(
  select a.display_name from accounts a
   where a.tenant_uuid = e.tenant_uuid and a.user_uuid = ${userUuid})`;

const credentialName = (tx: Tx, credentialUuid: Fragment): Fragment => tx`(
  select c.name from credentials c
   where c.tenant_uuid = e.tenant_uuid and c.credential_uuid = ${credentialUuid})`;

/** Selects the name that the actor of an event `e` has now, also of somebody deleted. */
export const actorName = (tx: Tx): Fragment => tx`coalesce(
  ${staffName(tx, tx`e.actor_id`)}, ${contactName(tx, tx`e.actor_id`)},
  ${accountName(tx, tx`e.actor_id`)}, ${credentialName(tx, tx`e.actor_id`)})`;

/** Selects the name that the record of an event `e` has now, also of one that is deleted. */
export const entityName = (tx: Tx): Fragment => tx`case e.entity_type
  when 'TENANT' then (select t.name from tenants t where t.tenant_uuid = e.entity_id)
  when 'STAFF' then ${staffName(tx, tx`e.entity_id`)}
  when 'CONTACT' then ${contactName(tx, tx`e.entity_id`)}
  when 'PARTNER' then (select p.name from partners p
    where p.tenant_uuid = e.tenant_uuid and p.partner_uuid = e.entity_id)
  when 'ORGANISATION' then (select o.name from organisations o
    where o.tenant_uuid = e.tenant_uuid and o.organisation_uuid = e.entity_id)
  when 'HOUSEHOLD' then (select h.name from households h
    where h.tenant_uuid = e.tenant_uuid and h.household_uuid = e.entity_id)
  when 'MEETING' then (select m.title from meetings m
    where m.tenant_uuid = e.tenant_uuid and m.meeting_uuid = e.entity_id)
  when 'CREDENTIAL' then ${credentialName(tx, tx`e.entity_id`)}
  when 'PLATFORM_ADMIN' then ${accountName(tx, tx`e.entity_id`)}
  when 'CALENDAR_CONNECTION' then ${staffName(
    tx,
    tx`(
      select c.user_uuid from calendar_connections c
       where c.tenant_uuid = e.tenant_uuid and c.connection_uuid = e.entity_id)`,
  )}
  when 'WEBHOOK_ENDPOINT' then (
    select coalesce(nullif(btrim(w.description), ''), substring(w.url from '^https?://([^/?#]+)'))
      from webhook_endpoints w
     where w.tenant_uuid = e.tenant_uuid and w.endpoint_uuid = e.entity_id)
  when 'TASK' then (select t.title from tasks t
    where t.tenant_uuid = e.tenant_uuid and t.task_uuid = e.entity_id)
  when 'VIEW' then (select v.name from saved_views v
    where v.tenant_uuid = e.tenant_uuid and v.view_uuid = e.entity_id)
  end`;

/**
 * Adds the names that are not in the tenant itself: of system administrators who acted in it and, in
 * the trail of the platform, of other tenants.
 */
export async function addPlatformNames(db: Db, events: TrailEvent[]): Promise<TrailEvent[]> {
  const actors = unnamed(events, ({ actorName, actorId, actorType }) =>
    actorName === null && actorType === 'SYSTEM' ? actorId : null,
  );
  const tenants = unnamed(events, ({ entityName, entityId, entityType, tenantUuid }) =>
    entityName === null && entityType === 'TENANT' && tenantUuid === platformTenantUuid
      ? entityId
      : null,
  );
  if (actors.length + tenants.length === 0) return events;
  const rows = await db.asPlatform(
    (tx) => tx<{ id: string; name: string }[]>`
      select user_uuid as id, display_name as name from accounts
       where tenant_uuid = ${platformTenantUuid} and user_uuid = any(${actors})
      union all
      select tenant_uuid, name from tenants where tenant_uuid = any(${tenants})`,
  );
  const names = new Map(rows.map(({ id, name }) => [id, name]));
  return events.map((event) => ({
    ...event,
    actorName: event.actorName ?? names.get(event.actorId ?? '') ?? null,
    entityName: event.entityName ?? names.get(event.entityId ?? '') ?? null,
  }));
}

function unnamed(events: TrailEvent[], id: (event: TrailEvent) => string | null): string[] {
  return [...new Set(events.map(id))].filter((each) => each !== null);
}
