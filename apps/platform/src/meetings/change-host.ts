import type { Taker } from '../book.ts';
import { changedFields } from '../changed-fields.ts';
import type { Tx } from '../database/transaction.ts';
import { recordEvents } from '../events.ts';
import { watchRecords } from '../watch-records.ts';
import type { MeetingServices } from './export-change.ts';
import { queueUpdates } from './invitations/queue-invitations.ts';

/**
 * Gives locked meetings another host, many at a time. Participants are told once, and the events go
 * from the calendar of the former host to that of the new one.
 */
export async function changeHost(
  tx: Tx,
  { calendarExport }: MeetingServices,
  meetingUuids: readonly string[],
  host: Taker,
): Promise<void> {
  if (meetingUuids.length === 0) return;
  const { staffUuid: hostUuid, name, email, partnerUuid } = host;
  const watched = await watchRecords(tx, 'MEETING', meetingUuids);
  await tx`
    update meetings
       set host_uuid = ${hostUuid}, host_name = ${name}, host_email = ${email},
           host_type = ${partnerUuid === null ? 'TENANT_STAFF' : 'PARTNER_STAFF'},
           version = version + 1, sequence = sequence + 1
     where meeting_uuid = any(${[...meetingUuids]})`;
  const attributes = { fieldCount: '1', ...changedFields(['hostUuid']), hostUuid };
  const changed = { eventType: 'meeting.updated', entityType: 'MEETING', attributes } as const;
  await recordEvents(tx, changed, meetingUuids, await watched());
  await queueUpdates(tx, meetingUuids, { except: hostUuid });
  await calendarExport.hostChanged(tx, { meetingUuids, hostUuid });
}
