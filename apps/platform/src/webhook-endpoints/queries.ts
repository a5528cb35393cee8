import type { Tx } from '../database/transaction.ts';
import { orNotFound } from '../problems.ts';
import type { EndpointRow, NewEndpoint } from './schemas.ts';

/** The time after which an endpoint ends that nobody reads. */
export const unread = (tx: Tx) => tx`interval '1 hour'`;

const columns = (tx: Tx) => tx`
  endpoint_uuid, case when url is null then 'POLL' else 'PUSH' end as delivery, url, description, event_types, active_until is null as is_active, disabled_reason,
  record_time(created_at) as created_at, record_time(updated_at) as updated_at`;

/** The condition of endpoints that are there: neither deleted nor ended since nobody reads them. */
export const stands = (tx: Tx) =>
  tx`deleted_at is null and (read_until is null or read_until > now())`;

/** Returns the tenant's endpoints, the newest first. */
export const listEndpoints = (tx: Tx) => tx<EndpointRow[]>`
  select ${columns(tx)} from webhook_endpoints where ${stands(tx)}
   order by created_at desc, endpoint_uuid desc`;

export async function findEndpoint(tx: Tx, endpointUuid: string) {
  const [endpoint] = await tx<EndpointRow[]>`
    select ${columns(tx)} from webhook_endpoints
     where endpoint_uuid = ${endpointUuid} and ${stands(tx)}`;
  return endpoint;
}

/** Returns an endpoint. Throws NOT_FOUND. */
export const readEndpoint = (tx: Tx, endpointUuid: string): Promise<EndpointRow> =>
  orNotFound(findEndpoint(tx, endpointUuid), 'webhook endpoint');

/** Locks an endpoint that is read and lets it stand for another hour. Returns whether there is one. */
export async function keepEndpoint(tx: Tx, endpointUuid: string): Promise<boolean> {
  const { count } = await tx`
    update webhook_endpoints set read_until = now() + ${unread(tx)}
     where endpoint_uuid = ${endpointUuid} and url is null and ${stands(tx)}`;
  return count > 0;
}

/** Returns endpoints of all tenants that ended since nobody reads them. */
export const listUnread = (tx: Tx) => tx<{ tenantUuid: string; endpointUuid: string }[]>`
  select tenant_uuid, endpoint_uuid from webhook_endpoints
   where deleted_at is null and read_until <= now() limit 1000`;

/** Deletes an endpoint softly that ended since nobody reads it. Returns whether it had. */
export async function softDeleteUnread(tx: Tx, endpointUuid: string): Promise<boolean> {
  const { count } = await tx`
    update webhook_endpoints
       set deleted_at = change_time(), active_until = coalesce(active_until, now())
     where endpoint_uuid = ${endpointUuid} and deleted_at is null and read_until <= now()`;
  return count > 0;
}

/** Finds an endpoint and locks it, so that it is changed, disabled or deleted by one at a time. */
export async function lockEndpoint(tx: Tx, endpointUuid: string) {
  const [endpoint] = await tx<EndpointRow[]>`
    select ${columns(tx)} from webhook_endpoints
     where endpoint_uuid = ${endpointUuid} and ${stands(tx)} for no key update`;
  return endpoint;
}

/** Locks the tenant and counts its endpoints, and those that the person of the request reads, so that no other is made meanwhile. */
export async function countEndpoints(tx: Tx): Promise<{ all: number; own: number }> {
  await tx`select from tenants where tenant_uuid = ${tx.tenantUuid} for no key update`;
  const [counts] = await tx<[{ all: number; own: number }]>`
    select count(*)::int as all,
           (count(*) filter (where reader_uuid = ${tx.actor.actorId}))::int as own
      from webhook_endpoints where ${stands(tx)}`;
  return counts;
}

export async function insertEndpoint(
  tx: Tx,
  endpointUuid: string,
  { url, delivery, description, eventTypes = [], isActive }: NewEndpoint,
  sealed: string,
): Promise<EndpointRow> {
  const isRead = delivery === 'POLL';
  const [endpoint] = await tx<[EndpointRow]>`
    insert into webhook_endpoints (tenant_uuid, endpoint_uuid, url, description, event_types,
                                   active_until, secret, reader_uuid, read_until)
    values (${tx.tenantUuid}, ${endpointUuid}, ${url ?? null}, ${description ?? null}, ${eventTypes},
            case when ${isActive === false} then now() end, ${sealed},
            ${isRead ? tx.actor.actorId : null}, case when ${isRead} then now() + ${unread(tx)} end)
    returning ${columns(tx)}`;
  return endpoint;
}

/** Changes what is given of an endpoint. */
export async function updateEndpointRow(
  tx: Tx,
  endpointUuid: string,
  changes: Partial<Pick<EndpointRow, 'url' | 'description' | 'eventTypes'>>,
): Promise<void> {
  if (Object.keys(changes).length === 0) return;
  await tx`update webhook_endpoints set ${tx(changes)} where endpoint_uuid = ${endpointUuid}`;
}

/** Makes an endpoint active from now on; what failed before is forgotten. */
export async function activateEndpoint(tx: Tx, endpointUuid: string): Promise<void> {
  await tx`
    update webhook_endpoints
       set active_from = now(), active_until = null, disabled_reason = null, failing_since = null,
           is_prompt = true
     where endpoint_uuid = ${endpointUuid}`;
}

/** Ends the activity of an endpoint; with a reason the platform does so by itself. */
export async function deactivateEndpoint(
  tx: Tx,
  endpointUuid: string,
  reason: EndpointRow['disabledReason'],
): Promise<void> {
  await tx`
    update webhook_endpoints set active_until = now(), disabled_reason = ${reason}
     where endpoint_uuid = ${endpointUuid}`;
}

/** Gives an endpoint another secret; the present one signs as well for a day. */
export async function replaceSecret(tx: Tx, endpointUuid: string, sealed: string) {
  const [endpoint] = await tx<EndpointRow[]>`
    update webhook_endpoints
       set previous_secret = secret, previous_secret_until = now() + interval '24 hours',
           secret = ${sealed}
     where endpoint_uuid = ${endpointUuid} and ${stands(tx)}
    returning ${columns(tx)}`;
  return endpoint;
}

/** Deletes an endpoint softly. Its messages are removed later, some thousand at a time. */
export async function softDeleteEndpoint(tx: Tx, endpointUuid: string): Promise<boolean> {
  const { count } = await tx`
    update webhook_endpoints
       set deleted_at = change_time(), active_until = coalesce(active_until, now())
     where endpoint_uuid = ${endpointUuid} and ${stands(tx)}`;
  return count > 0;
}

/** The secret of an endpoint as it is stored. */
export async function findSealedSecret(tx: Tx, endpointUuid: string) {
  const [row] = await tx<{ sealed: string }[]>`
    select secret as sealed from webhook_endpoints
     where endpoint_uuid = ${endpointUuid} and ${stands(tx)}`;
  return row?.sealed;
}
