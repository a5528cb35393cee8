import type { Tx } from '../database/transaction.ts';
import type { SyncOperation } from './fields.ts';
import { lacksEvent } from './meeting-access.ts';
import type { MeetingRow } from './schemas.ts';

/** The origin of a change. A change that a provider told us of is not sent back to it. */
export type Origin = 'PLATFORM' | 'PROVIDER';

/** A meeting's change that is to reach the host's calendar. */
export type MeetingChanged = {
  meetingUuid: string;
  hostUuid: string;
  operation: SyncOperation;
};

/** Meetings that another person hosts from now on. */
export type HostChanged = { meetingUuids: readonly string[]; hostUuid: string };

/** The calls by which meetings use connected calendars; meetings know no more of them. */
export type CalendarExport = {
  /** Queues a change in the caller's transaction; false when the host has no connected calendar. */
  meetingChanged: (tx: Tx, change: MeetingChanged) => Promise<boolean>;
  /** Moves the events of meetings to the calendar of their new host, in the caller's transaction. */
  hostChanged: (tx: Tx, change: HostChanged) => Promise<void>;
  /** The UID that the host's calendar will give the event of a new meeting, where it is known. */
  icalUidOf: (tx: Tx, hostUuid: string, meetingUuid: string) => Promise<string | undefined>;
};

/** The services that the verbs of meetings need. */
export type MeetingServices = { calendarExport: CalendarExport };

type Synced = Pick<MeetingRow, 'meetingUuid' | 'hostUuid' | 'externalSyncStatus'>;

/**
 * Queues a change for the host's connected calendar. One that was synced stays SYNCED until the
 * sync has run, any other becomes PENDING. A meeting that is internal only remains so, unless it is
 * ahead and its host has connected a calendar since.
 */
export async function exportChange(
  tx: Tx,
  { calendarExport }: MeetingServices,
  meeting: Synced,
  change: SyncOperation,
): Promise<void> {
  const { meetingUuid, hostUuid, externalSyncStatus } = meeting;
  const isInternal = change !== 'CREATE' && externalSyncStatus === 'NOT_APPLICABLE';
  if (isInternal && (change === 'DELETE' || !(await lacksItsEvent(tx, meetingUuid)))) return;
  const operation = isInternal ? 'CREATE' : change;
  const queued = await calendarExport.meetingChanged(tx, { meetingUuid, hostUuid, operation });
  if (!queued) return;
  await tx`
    update meetings set last_sync_operation = ${operation},
           external_sync_status = case external_sync_status when 'SYNCED' then 'SYNCED' else 'PENDING' end
     where meeting_uuid = ${meetingUuid}`;
}

async function lacksItsEvent(tx: Tx, meetingUuid: string): Promise<boolean> {
  const found = await tx`
    select from meetings m where m.meeting_uuid = ${meetingUuid} and ${lacksEvent(tx)}`;
  return found.length > 0;
}
