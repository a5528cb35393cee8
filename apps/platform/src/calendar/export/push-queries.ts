import type { Tx } from '../../database/transaction.ts';
import { recordEvent } from '../../events.ts';
import type { SyncOperation } from '../../meetings/fields.ts';
import type { MeetingRow } from '../../meetings/schemas.ts';

/** A meeting's change on its way out. */
export type Push = {
  meetingUuid: string;
  operation: SyncOperation;
  revision: number;
  attempts: number;
  /** Says when somebody changed it last, as an instant by our clock. */
  changedAt: string;
};

const columns = (tx: Tx) => tx`
  meeting_uuid, operation, revision, attempts,
  to_char(changed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as changed_at`;

/** Lists the pushes of a connection whose time has come, oldest change first. */
export function listDuePushes(tx: Tx, connectionUuid: string, limit: number) {
  return tx<Push[]>`
    select ${columns(tx)} from calendar_pushes
     where connection_uuid = ${connectionUuid} and next_try_at <= now()
     order by changed_at limit ${limit}`;
}

export async function findPush(tx: Tx, meetingUuid: string) {
  const [push] = await tx<Push[]>`
    select ${columns(tx)} from calendar_pushes where meeting_uuid = ${meetingUuid}`;
  return push;
}

/** Ends a push, unless the meeting has changed since it was read; true when nothing is left. */
export async function endPush(tx: Tx, { meetingUuid, revision }: Push): Promise<boolean> {
  const { count } = await tx`
    delete from calendar_pushes where meeting_uuid = ${meetingUuid} and revision = ${revision}`;
  return count > 0;
}

export async function postponePush(tx: Tx, push: Push, delayMs: number): Promise<string> {
  const [row] = await tx<{ nextTryAt: string }[]>`
    update calendar_pushes
       set attempts = attempts + 1, next_try_at = now() + make_interval(secs => ${delayMs / 1000})
     where meeting_uuid = ${push.meetingUuid} and revision = ${push.revision}
    returning next_try_at::text`;
  return row?.nextTryAt ?? new Date().toISOString();
}

/** Queues a repair that nobody asked for: the calendar is to be brought to what is here. */
export async function queueRepair(
  tx: Tx,
  connectionUuid: string,
  meetingUuid: string,
  operation: SyncOperation,
): Promise<void> {
  await tx`
    insert into calendar_pushes (tenant_uuid, meeting_uuid, connection_uuid, operation)
    values (${tx.tenantUuid}, ${meetingUuid}, ${connectionUuid}, ${operation})
    on conflict do nothing`;
}

type SyncState = Pick<MeetingRow, 'externalSyncStatus'> &
  Partial<Pick<MeetingRow, 'lastSyncOperation'>>;

/** Saves where the sync of meetings stands, and that their last failure, if any, is over. */
export async function saveSyncState(tx: Tx, meetingUuids: readonly string[], state: SyncState) {
  const noFailure = { syncFailedAt: null, syncFailureCode: null, syncFailureReason: null };
  await tx`
    update meetings set ${tx({ ...state, ...noFailure })}
     where meeting_uuid = any(${[...meetingUuids]})`;
}

/** Marks that the meeting and its calendar are the same. */
export async function markSynced(tx: Tx, meetingUuid: string, operation: SyncOperation) {
  const state = { externalSyncStatus: 'SYNCED', lastSyncOperation: operation } as const;
  await saveSyncState(tx, [meetingUuid], state);
  await recordEvent(tx, {
    eventType: 'meeting.synced',
    entityType: 'MEETING',
    entityId: meetingUuid,
    attributes: { operation, direction: 'OUTWARD' },
  });
}

/** Marks that the sync was given up. */
export async function markFailed(
  tx: Tx,
  meetingUuid: string,
  operation: SyncOperation,
  code: string,
): Promise<void> {
  await tx`
    update meetings
       set external_sync_status = 'FAILED', last_sync_operation = ${operation}, sync_failed_at = now(),
           sync_failure_code = ${code}, sync_failure_reason = ${reasonOf(code)}
     where meeting_uuid = ${meetingUuid}`;
  await recordEvent(tx, {
    eventType: 'meeting.sync_failed',
    entityType: 'MEETING',
    entityId: meetingUuid,
    attributes: { operation, code },
  });
}

/** Returns what a failure's code means to the host. */
export const reasonOf = (code: string): string => reasons[code] ?? 'The calendar provider refused';

const reasons: Record<string, string> = {
  RATE_LIMITED: 'The calendar provider asked to wait, again and again',
  PROVIDER_UNAVAILABLE: 'The calendar provider is out of order',
  PROVIDER_UNREACHABLE: 'The calendar provider did not answer',
  TOKEN_REFUSED: 'The calendar provider refused our access',
  TOKEN_ENDPOINT_REFUSED: 'The calendar provider gave no new access',
  CALENDAR_NOT_FOUND: 'The calendar or its mailbox could not be found at the provider',
  NOT_SUPPORTED: 'The calendar provider does not offer what this change needs',
  SYNC_SUSPENDED: 'The sync waits for a decision about cancellations',
  PROVIDER_FORBIDS: 'The calendar provider does not allow it',
  PROVIDER_REJECTED: 'The calendar provider did not accept the meeting as it is',
  EVENT_GONE: 'The event is gone from the calendar',
  EVENT_IS_SERIES: 'The event has become a series and its instance was not found',
  GIVEN_UP: 'The installation was restored, and its operator gave up what waited',
  CHANGED_MEANWHILE: 'The event kept changing in the calendar',
};
