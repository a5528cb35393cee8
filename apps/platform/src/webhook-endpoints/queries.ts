import type { Tx } from '../database/transaction.ts';
import { orNotFound } from '../problems.ts';
import type { EndpointRow, NewEndpoint } from './schemas.ts';

const columns = (tx: Tx) => tx`
  endpoint_uuid, url, description, event_types, active_until is null as is_active, disabled_reason,
  record_time(created_at) as created_at, record_time(updated_at) as updated_at`;

/** Returns the tenant's endpoints, the newest first. */
export const listEndpoints = (tx: Tx) => tx<EndpointRow[]>`
  select ${columns(tx)} from webhook_endpoints where deleted_at is null
   order by created_at desc, endpoint_uuid desc`;

export async function findEndpoint(tx: Tx, endpointUuid: string) {
  const [endpoint] = await tx<EndpointRow[]>`
    select ${columns(tx)} from webhook_endpoints
     where endpoint_uuid = ${endpointUuid} and deleted_at is null`;
  return endpoint;
}

/** Returns an endpoint. Throws NOT_FOUND. */
export const readEndpoint = (tx: Tx, endpointUuid: string): Promise<EndpointRow> =>
  orNotFound(findEndpoint(tx, endpointUuid), 'webhook endpoint');

/** Finds an endpoint and locks it, so that it is changed, disabled or deleted by one at a time. */
export async function lockEndpoint(tx: Tx, endpointUuid: string) {
  const [endpoint] = await tx<EndpointRow[]>`
    select ${columns(tx)} from webhook_endpoints
     where endpoint_uuid = ${endpointUuid} and deleted_at is null for no key update`;
  return endpoint;
}

/** Locks the tenant and counts its endpoints, so that no other is made meanwhile. */
export async function countEndpoints(tx: Tx): Promise<number> {
  await tx`select from tenants where tenant_uuid = ${tx.tenantUuid} for no key update`;
  const [{ count }] = await tx<[{ count: number }]>`
    select count(*)::int as count from webhook_endpoints where deleted_at is null`;
  return count;
}

export async function insertEndpoint(
  tx: Tx,
  endpointUuid: string,
  { url, description, eventTypes = [], isActive }: NewEndpoint,
  sealed: string,
): Promise<EndpointRow> {
  const [endpoint] = await tx<[EndpointRow]>`
    insert into webhook_endpoints (tenant_uuid, endpoint_uuid, url, description, event_types,
                                   active_until, secret)
    values (${tx.tenantUuid}, ${endpointUuid}, ${url}, ${description ?? null}, ${eventTypes},
            case when ${isActive === false} then now() end, ${sealed})
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
     where endpoint_uuid = ${endpointUuid} and deleted_at is null
    returning ${columns(tx)}`;
  return endpoint;
}

/** Deletes an endpoint softly. Its messages are removed later, some thousand at a time. */
export async function softDeleteEndpoint(tx: Tx, endpointUuid: string): Promise<boolean> {
  const { count } = await tx`
    update webhook_endpoints
       set deleted_at = change_time(), active_until = coalesce(active_until, now())
     where endpoint_uuid = ${endpointUuid} and deleted_at is null`;
  return count > 0;
}

/** The secret of an endpoint as it is stored. */
export async function findSealedSecret(tx: Tx, endpointUuid: string) {
  const [row] = await tx<{ sealed: string }[]>`
    select secret as sealed from webhook_endpoints
     where endpoint_uuid = ${endpointUuid} and deleted_at is null`;
  return row?.sealed;
}
