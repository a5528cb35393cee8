import type { Fragment } from '@atrium/kit/sql.ts';
import type { Db } from '../database/db.ts';
import { platformTenantUuid } from '../database/platform-tenant.ts';
import type { Tx } from '../database/transaction.ts';
import type { TrailEvent } from './schemas.ts';

/** Selects a column, or another expression, of the row `r` that an identifier names in the tenant of an event `e`. */
const nameOf = (tx: Tx, table: string, key: string, uuid: Fragment, name = tx`r.name`) => tx`(
  select ${name} from ${tx(table)} r where r.tenant_uuid = e.tenant_uuid and r.${tx(key)} = ${uuid})`;

const staffName = (tx: Tx, uuid: Fragment): Fragment =>
  nameOf(tx, 'staff_members', 'staff_uuid', uuid, tx`r.first_name || ' ' || r.paternal_last_name`);

const contactName = (tx: Tx, uuid: Fragment): Fragment =>
  nameOf(
    tx,
    'contacts',
    'contact_uuid',
    uuid,
    tx`coalesce(nullif(r.display_name, ''), nullif(btrim(r.first_name || ' ' || r.paternal_last_name), ''))`,
  );

const accountName = (tx: Tx, uuid: Fragment): Fragment =>
  nameOf(tx, 'accounts', 'user_uuid', uuid, tx`r.display_name`);

const credentialName = (tx: Tx, uuid: Fragment): Fragment =>
  nameOf(tx, 'credentials', 'credential_uuid', uuid);

/** Selects the name that the actor of an event `e` has now, also of somebody deleted. */
export const actorName = (tx: Tx): Fragment => tx`coalesce(
  ${staffName(tx, tx`e.actor_id`)}, ${contactName(tx, tx`e.actor_id`)},
  ${accountName(tx, tx`e.actor_id`)}, ${credentialName(tx, tx`e.actor_id`)})`;

/** Selects the name that the record of an event `e` has now, also of one that is deleted. */
export function entityName(tx: Tx): Fragment {
  const uuid = tx`e.entity_id`;
  const host = tx`coalesce(nullif(btrim(r.description), ''), substring(r.url from '^https?://([^/?#]+)'))`;
  const owner = nameOf(tx, 'calendar_connections', 'connection_uuid', uuid, tx`r.user_uuid`);
  return tx`case e.entity_type
    when 'TENANT' then (select t.name from tenants t where t.tenant_uuid = e.entity_id)
    when 'STAFF' then ${staffName(tx, uuid)}
    when 'CONTACT' then ${contactName(tx, uuid)}
    when 'PARTNER' then ${nameOf(tx, 'partners', 'partner_uuid', uuid)}
    when 'ORGANISATION' then ${nameOf(tx, 'organisations', 'organisation_uuid', uuid)}
    when 'HOUSEHOLD' then ${nameOf(tx, 'households', 'household_uuid', uuid)}
    when 'MEETING' then ${nameOf(tx, 'meetings', 'meeting_uuid', uuid, tx`r.title`)}
    when 'CREDENTIAL' then ${credentialName(tx, uuid)}
    when 'PLATFORM_ADMIN' then ${accountName(tx, uuid)}
    when 'CALENDAR_CONNECTION' then ${staffName(tx, owner)}
    when 'WEBHOOK_ENDPOINT' then ${nameOf(tx, 'webhook_endpoints', 'endpoint_uuid', uuid, host)}
    when 'TASK' then ${nameOf(tx, 'tasks', 'task_uuid', uuid, tx`r.title`)}
    when 'VIEW' then ${nameOf(tx, 'saved_views', 'view_uuid', uuid)}
    end`;
}

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
