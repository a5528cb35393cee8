import type { Fragment } from '@atrium/kit/sql.ts';
import type { Tx } from '../database/transaction.ts';
import { fetchPage } from '../lists/fetch-page.ts';
import type { PageRequest } from '../lists/page.ts';
import type { OrderColumn } from '../lists/sort.ts';
import { meetingFields } from './fields.ts';
import type { Viewer } from './meeting-access.ts';
import { exportedColumns, meetingColumns, meetingsFor, summaryColumns } from './meeting-columns.ts';
import type { ExportedMeeting, MeetingRow, MeetingSummaryRow } from './schemas.ts';

const byStart: OrderColumn = {
  column: 'm.starts_at',
  type: 'time',
  direction: 'asc',
  notNull: true,
  folded: false,
};

/** Returns a page of meetings that meet a condition on `meetings m`, by start. */
export function listMeetings(tx: Tx, viewer: Viewer, where: Fragment, request: PageRequest) {
  return fetchPage<MeetingSummaryRow>(
    tx,
    {
      select: summaryColumns(tx),
      from: meetingsFor(tx, viewer),
      where,
      fields: meetingFields,
      key: 'm.meeting_uuid',
      keysFirst: true,
      defaultOrder: byStart,
    },
    request,
  );
}

/** Returns meetings that meet a condition, in the order of their UUIDs, from after a given one. */
export function listMeetingsAfter(
  tx: Tx,
  viewer: Viewer,
  where: Fragment,
  { after, limit }: { after: string; limit: number },
) {
  return tx<ExportedMeeting[]>`
    select ${exportedColumns(tx)} from ${meetingsFor(tx, viewer)}
     where m.meeting_uuid > ${after} and ${where}
     order by m.meeting_uuid limit ${limit}`;
}

/** Lists meetings that meet a condition, by start, up to a limit, and how many there are in all. */
export async function listCalendar(tx: Tx, viewer: Viewer, where: Fragment, limit: number) {
  const meetings = await tx<MeetingSummaryRow[]>`
    select ${summaryColumns(tx)} from ${meetingsFor(tx, viewer)} where ${where}
     order by m.starts_at, m.meeting_uuid limit ${limit}`;
  if (meetings.length < limit) return { meetings, total: meetings.length };
  const [count] = await tx<[{ total: number }]>`
    select count(*)::int as total from meetings m where ${where}`;
  return { meetings, total: count.total };
}

/** Returns a meeting as a viewer sees it, who may be a stranger to it: see `sees`. */
export async function findMeeting(tx: Tx, viewer: Viewer, meetingUuid: string) {
  const [meeting] = await tx<MeetingRow[]>`
    select ${meetingColumns(tx, viewer)} from ${meetingsFor(tx, viewer)}
     where m.meeting_uuid = ${meetingUuid}`;
  return meeting;
}

/** Returns whole meetings that meet a condition, by start, up to a limit. */
export function listWholeMeetings(tx: Tx, viewer: Viewer, where: Fragment, limit: number) {
  return tx<MeetingRow[]>`
    select ${meetingColumns(tx, viewer)} from ${meetingsFor(tx, viewer)} where ${where}
     order by m.starts_at, m.meeting_uuid limit ${limit}`;
}

/** Finds a meeting and locks its row until the transaction ends: whoever changes it holds it first. */
export async function lockMeeting(tx: Tx, viewer: Viewer, meetingUuid: string) {
  const [locked] = await tx`
    select from meetings where meeting_uuid = ${meetingUuid} for no key update`;
  // Read after the lock is held: what the others who held it did counts.
  return locked ? findMeeting(tx, viewer, meetingUuid) : undefined;
}

/** A meeting that a contact is or was invited to. */
export type MeetingOfContact = Pick<
  MeetingRow,
  'meetingUuid' | 'hostUuid' | 'externalSyncStatus'
> & {
  isInvited: boolean;
  /** True of one that is not over, takes place and is organised here. */
  isToCome: boolean;
};

/** Locks and returns the meetings that a contact is or was invited to. */
export function lockMeetingsOf(tx: Tx, contactUuid: string) {
  return tx<MeetingOfContact[]>`
    select m.meeting_uuid, m.host_uuid, m.external_sync_status,
           m.status = 'ACTIVE' and m.ends_at > now() and not m.externally_organized as is_to_come,
           exists (select from meeting_participants p
                    where p.tenant_uuid = m.tenant_uuid and p.meeting_uuid = m.meeting_uuid
                      and p.contact_uuid = ${contactUuid} and p.removed_at is null) as is_invited
      from meetings m
     where m.meeting_uuid = any(array(
             select meeting_uuid from meeting_participants where entity_uuid = ${contactUuid}))
     order by m.meeting_uuid for no key update of m`;
}

/** Counts meetings as changed now. */
export async function bumpVersions(tx: Tx, meetingUuids: readonly string[]): Promise<void> {
  await tx`
    update meetings set version = version + 1 where meeting_uuid = any(${[...meetingUuids]})`;
}

/** A staff member as the host of a meeting. */
export type StaffHost = Record<'hostUuid' | 'hostType' | 'hostName' | 'hostEmail', string> & {
  partnerUuid: string | null;
};

/** Finds an active staff member as the host of a meeting; nobody ends the member meanwhile. */
export async function findStaffHost(tx: Tx, staffUuid: string) {
  const [host] = await tx<StaffHost[]>`
    select staff_uuid as host_uuid, partner_uuid, first_name || ' ' || paternal_last_name as host_name,
           email as host_email,
           case when partner_uuid is null then 'TENANT_STAFF' else 'PARTNER_STAFF' end as host_type
      from staff_members where staff_uuid = ${staffUuid} and deleted_at is null and is_active
       for share`;
  return host;
}
