import type { Caller } from '@atrium/kit/auth/caller.ts';
import type { Tx } from '../database/transaction.ts';
import type { IfMatch } from '../http/if-match.ts';
import { orNotFound } from '../problems.ts';
import { changeHost } from './change-host.ts';
import { requireHost } from './choose-host.ts';
import { checkSpan, readDetails } from './details.ts';
import type { MeetingServices } from './export-change.ts';
import { lockSeenMeeting, requireAllowed } from './find-meeting.ts';
import { queueHostMail } from './invitations/host-mail.ts';
import { planParticipants } from './participants/plan-participants.ts';
import { findMeeting } from './queries.ts';
import { saveChange } from './save-change.ts';
import type { MeetingChanges, MeetingRow } from './schemas.ts';

/**
 * Changes what is stated of a meeting: absent stays, null clears, a list of people replaces those
 * of its kind, another host takes it over. Two at once follow each other, and each keeps what only
 * the other stated. Fails with FORBIDDEN, MEETING_CANCELED, EXTERNALLY_ORGANIZED and
 * PRECONDITION_FAILED.
 */
export async function updateMeeting(
  tx: Tx,
  services: MeetingServices,
  caller: Caller,
  meetingUuid: string,
  input: MeetingChanges,
  requireMatch: IfMatch,
): Promise<MeetingRow> {
  const meeting = await lockSeenMeeting(tx, caller, meetingUuid);
  requireAllowed('edit', meeting);
  requireMatch(meeting.version);
  const details = readDetails(input);
  checkSpan({ ...meeting, ...details }, input);
  const parties = await planParticipants(tx, caller, input, meeting.participants);
  const hostUuid = input.hostUuid?.toLowerCase();
  const isMoved = hostUuid !== undefined && hostUuid !== meeting.hostUuid;
  const host = isMoved ? await requireHost(tx, caller, hostUuid) : undefined;
  await saveChange(tx, services, meeting, { details, parties, origin: 'PLATFORM' });
  if (host) {
    await changeHost(tx, services, [meetingUuid], {
      staffUuid: host.hostUuid,
      name: host.hostName,
      email: host.hostEmail,
      partnerUuid: host.partnerUuid,
    });
    if (input.notifyHost !== false)
      await queueHostMail(tx, caller, { meetingUuid, hostUuid: host.hostUuid });
  }
  // Whoever has handed it over may not see it any more.
  return orNotFound(findMeeting(tx, caller, meetingUuid), 'meeting');
}
