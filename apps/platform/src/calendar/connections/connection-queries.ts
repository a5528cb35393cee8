import type { Caller } from '@atrium/kit/auth/caller.ts';
import type { Fragment } from '@atrium/kit/sql.ts';
import type { ProviderName } from '../../calendar-providers.ts';
import type { Tx } from '../../database/transaction.ts';
import { visibleTo } from '../../meetings/meeting-access.ts';
import type { ClientNames, ConnectionView } from './connection-schemas.ts';
import { findSuspension } from './suspension.ts';

/** Names a connection and its tenant. */
export type ConnectionRef = { tenantUuid: string; connectionUuid: string };

export type ConnectionRow = ConnectionRef & {
  userUuid: string;
  provider: ProviderName;
  email: string;
  status: 'CONNECTED' | 'DISCONNECTED';
};

const columns = (tx: Tx) => tx`tenant_uuid, connection_uuid, user_uuid, provider, email, status`;

/** Returns a user's connection: the connected one, or else the last there was. */
const ofUser = (tx: Tx, userUuid: string) => tx`
  from calendar_connections c where c.user_uuid = ${userUuid}
  order by (status = 'CONNECTED') desc, connected_at desc limit 1`;

/** Returns the code of the last failure of a connection `c`, until a sync succeeds. */
export const lastError = (tx: Tx): Fragment => tx`
  case when c.status = 'CONNECTED' and c.suspended_at is not null then 'SYNC_SUSPENDED'
       else coalesce(c.last_error, c.export_error) end`;

/** Returns the health of a connection's pushes, over its rows of `calendar_channels`. */
export const pushHealth = (tx: Tx): Fragment => tx`
  record_time(max(expires_at) filter (where state = 'OPEN' and expires_at > now())) as expires_at,
  record_time(min(due_at) filter (where state = 'OPEN')) as renews_at,
  record_time(max(last_notification_at)) as last_notice_at`;

/** Finds a user's connection as the API shows it; without one all of it says so. */
export async function findConnectionView(tx: Tx, userUuid: string): Promise<ConnectionView> {
  const [preference] = await tx<{ pref: ConnectionView['firstTimeModalPref'] }[]>`
    select first_time_modal_pref as pref from calendar_preferences where user_uuid = ${userUuid}`;
  const firstTimeModalPref = preference?.pref ?? 'SHOW_ALWAYS';
  const [found] = await tx<(ConnectionView & ConnectionRef)[]>`
    select connection_uuid, status, provider, email, record_time(connected_at) as connected_at,
           record_time(last_synced_at) as last_synced_at,
           ${lastError(tx)} as last_error,
           case when status = 'CONNECTED' then record_time(next_pull_at) end as next_pull_at,
           record_time(last_full_at) as last_full_sync_at,
           (select count(*)::int from calendar_pushes p
             where p.tenant_uuid = c.tenant_uuid and p.connection_uuid = c.connection_uuid) as waiting_outward
      ${ofUser(tx, userUuid)}`;
  if (!found) return { ...nothing, firstTimeModalPref };
  const push = await findPushHealth(tx, found.connectionUuid);
  const state = found.status === 'CONNECTED' && !push.expiresAt ? 'POLLING' : push.state;
  const suspended = await findSuspension(tx, found.connectionUuid);
  const view = { ...found, firstTimeModalPref, push: { ...push, state } };
  return suspended ? { ...view, suspended } : view;
}

const nothing: Omit<ConnectionView, 'firstTimeModalPref'> = {
  status: 'NONE',
  provider: null,
  email: null,
  connectedAt: null,
  lastSyncedAt: null,
  lastError: null,
  push: { state: 'NONE', expiresAt: null, renewsAt: null, lastNoticeAt: null },
  nextPullAt: null,
  lastFullSyncAt: null,
  waitingOutward: 0,
};

async function findPushHealth(tx: Tx, connectionUuid: string): Promise<ConnectionView['push']> {
  const [health] = await tx<Omit<ConnectionView['push'], 'state'>[]>`
    select ${pushHealth(tx)} from calendar_channels where connection_uuid = ${connectionUuid}`;
  const { expiresAt = null, renewsAt = null, lastNoticeAt = null } = health ?? {};
  return { state: expiresAt ? 'OPEN' : 'NONE', expiresAt, renewsAt, lastNoticeAt };
}

export async function findConnectionOf(tx: Tx, userUuid: string) {
  const [found] = await tx<ConnectionRow[]>`select ${columns(tx)} ${ofUser(tx, userUuid)}`;
  return found;
}

/** Locks a user's connected connection until the transaction ends. */
export async function lockConnected(tx: Tx, userUuid: string) {
  const [found] = await tx<ConnectionRow[]>`
    select ${columns(tx)} from calendar_connections
     where user_uuid = ${userUuid} and status = 'CONNECTED' for no key update`;
  return found;
}

export async function findConnection(tx: Tx, connectionUuid: string) {
  const [found] = await tx<ConnectionRow[]>`
    select ${columns(tx)} from calendar_connections where connection_uuid = ${connectionUuid}`;
  return found;
}

export async function savePreference(tx: Tx, userUuid: string, pref: string): Promise<void> {
  await tx`
    insert into calendar_preferences (tenant_uuid, user_uuid, first_time_modal_pref)
    values (${tx.tenantUuid}, ${userUuid}, ${pref})
    on conflict (tenant_uuid, user_uuid) do update set first_time_modal_pref = excluded.first_time_modal_pref`;
}

export async function findClientNames(tx: Tx): Promise<ClientNames> {
  const [found] = await tx<{ clientNames: ClientNames }[]>`
    select client_names from calendar_settings where tenant_uuid = ${tx.tenantUuid}`;
  return found?.clientNames ?? 'INITIALS';
}

/** Lists the connections of which tokens are kept. */
export function listWithTokens(tx: Tx) {
  return tx<ConnectionRow[]>`
    select ${columns(tx)} from calendar_connections join calendar_tokens using (tenant_uuid, connection_uuid)`;
}

/** Connections, of all tenants, of users who are gone. */
export function listOrphans(tx: Tx) {
  return tx<ConnectionRow[]>`
    select c.tenant_uuid, c.connection_uuid, c.user_uuid, c.provider, c.email, c.status
      from calendar_connections c
      join accounts a on a.tenant_uuid = c.tenant_uuid and a.user_uuid = c.user_uuid
     where c.status = 'CONNECTED' and a.deleted_at is not null limit 100`;
}

/** Counts the meetings that the caller sees and whose calendar did not take them. */
async function countFailed(tx: Tx, caller: Caller): Promise<number> {
  const [{ count }] = await tx<[{ count: number }]>`
    select count(*)::int as count from meetings m
     where m.external_sync_status = 'FAILED' and ${visibleTo(tx, caller)}`;
  return count;
}

/** Finds the caller's own connection, with how many meetings that they see did not reach a calendar. */
export async function findOwnConnection(tx: Tx, caller: Caller): Promise<ConnectionView> {
  const view = await findConnectionView(tx, caller.userUuid);
  return { ...view, failedMeetings: await countFailed(tx, caller) };
}
