import type { Fragment } from '@atrium/kit/sql.ts';
import type { Db } from '../database/db.ts';
import { platformTenantUuid } from '../database/platform-tenant.ts';
import type { Tx } from '../database/transaction.ts';
import type { TrailEvent } from './schemas.ts';

/** Selects the name that the actor of an event `e` has now, also of somebody deleted. */
export function actorName(tx: Tx): Fragment {
  const names = tx.kinds.flatMap(({ actorName }) => actorName?.(tx, tx`e.actor_id`) ?? []);
  return tx`coalesce(null, ${names.reduce((all, each) => tx`${all}, ${each}`)})`;
}

/** Selects the name that the record of an event `e` has now, also of one that is deleted. */
export function entityName(tx: Tx): Fragment {
  const names = tx.kinds.map(
    ({ entityType, name }) => tx`when ${entityType} then ${name(tx, tx`e.entity_id`)}`,
  );
  return tx`case e.entity_type ${names.reduce((all, each) => tx`${all} ${each}`)} end`;
}

type Named = Pick<TrailEvent, 'actorName' | 'actorId' | 'actorType'> &
  Partial<Pick<TrailEvent, 'entityName' | 'entityId' | 'entityType' | 'tenantUuid'>>;

/**
 * Adds the names that are not in the tenant itself: of system administrators who acted in it and, in
 * the trail of the platform, of other tenants.
 */
export async function addPlatformNames<E extends Named>(db: Db, events: E[]): Promise<E[]> {
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
    ...(event.entityName === null && { entityName: names.get(event.entityId ?? '') ?? null }),
  }));
}

function unnamed<E>(events: E[], id: (event: E) => string | null | undefined): string[] {
  return [...new Set(events.map(id))].filter((each) => typeof each === 'string');
}
