import type { Tx } from '../../database/transaction.ts';
import type { Window } from '../providers/provider.ts';

/** The point that the pull of a connection has reached. */
type PullState = {
  syncToken: string | null;
  window: Window | null;
  /** A full listing is due: the window has grown old, or the provider says that it lost something. */
  fullDue: boolean;
  /** The import waits for the person's decision. */
  isSuspended: boolean;
};

export async function readPullState(
  tx: Tx,
  connectionUuid: string,
  fullHours: number,
): Promise<PullState> {
  const [row] = await tx<
    (Omit<PullState, 'window'> & { from: string | null; to: string | null })[]
  >`
    select sync_token, suspended_at is not null as is_suspended, ${instant(tx, 'window_from')} as from, ${instant(tx, 'window_to')} as to,
           (last_full_at is null or last_full_at < now() - make_interval(hours => ${fullHours})
            or exists (select from calendar_notifications n
                        where n.tenant_uuid = c.tenant_uuid and n.connection_uuid = c.connection_uuid
                          and n.handled_at is null and n.kind = 'MISSED')) as full_due
      from calendar_connections c where connection_uuid = ${connectionUuid}`;
  const { syncToken = null, from, to, fullDue = true, isSuspended = false } = row ?? {};
  return { syncToken, window: from && to ? { from, to } : null, fullDue, isSuspended };
}

const instant = (tx: Tx, column: string) =>
  tx`to_char(${tx(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`;

/** Lists the notifications that wait, before the pull that will cover them begins. */
export async function listWaitingNotifications(tx: Tx, connectionUuid: string): Promise<string[]> {
  const rows = await tx<{ notificationUuid: string }[]>`
    select notification_uuid from calendar_notifications
     where connection_uuid = ${connectionUuid} and handled_at is null`;
  return rows.map(({ notificationUuid }) => notificationUuid);
}

type Finished = {
  /** Null where the provider gave none: the next pull lists and compares everything. */
  token: string | null;
  window: Window | undefined;
  notifications: readonly string[];
  nextPullSeconds: number;
  /** The code of what the pull could not do, for the connection's `lastError`. */
  shortcoming: string | null;
};

/**
 * Keeps where the next pull goes on, in the transaction that applied the last of this one. A
 * connection that was pulled before it had a push channel is due at once, for the worker to open it.
 */
export async function finishPull(
  tx: Tx,
  connectionUuid: string,
  { token, window, notifications, nextPullSeconds, shortcoming }: Finished,
): Promise<void> {
  await tx`
    update calendar_connections c
       set sync_token = ${token}, last_synced_at = now(), failures = 0,
           last_error = coalesce(${shortcoming}, case when last_error like 'PUSH_%' then last_error end),
           approved_removals = null,
           next_pull_at = now() + case when exists (
             select from calendar_channels h
              where h.tenant_uuid = c.tenant_uuid and h.connection_uuid = c.connection_uuid
                and h.state in ('OPENING', 'OPEN', 'FAILED'))
             then make_interval(secs => ${nextPullSeconds}) else interval '0' end
           ${window ? tx`, window_from = ${window.from}, window_to = ${window.to}, last_full_at = now()` : tx``}
     where connection_uuid = ${connectionUuid}`;
  await tx`
    update calendar_notifications set handled_at = now()
     where connection_uuid = ${connectionUuid} and notification_uuid = any(${[...notifications]})`;
}

/** Has a connection pulled next, unless that is paused. */
export async function pullSoon(tx: Tx, connectionUuid: string): Promise<void> {
  await tx`
    update calendar_connections set next_pull_at = least(next_pull_at, now())
     where connection_uuid = ${connectionUuid}`;
}

export async function forgetToken(tx: Tx, connectionUuid: string): Promise<void> {
  await tx`
    update calendar_connections set sync_token = null where connection_uuid = ${connectionUuid}`;
}

/** Notes a failed pull; the next one comes after a pause that grows, or when the provider says. */
export async function failPull(
  tx: Tx,
  connectionUuid: string,
  { code, delayMs }: { code: string; delayMs: number },
): Promise<void> {
  const pause = tx`now() + make_interval(secs => ${delayMs / 1000})`;
  await tx`
    update calendar_connections
       set last_error = ${code}, failures = failures + 1, next_pull_at = ${pause}, paused_until = ${pause}
     where connection_uuid = ${connectionUuid}`;
}
