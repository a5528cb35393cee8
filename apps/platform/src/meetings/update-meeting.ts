import type { Caller } from '@atrium/kit/auth/caller.ts';
import type { Tx } from '../database/transaction.ts';
import type { IfMatch } from '../http/if-match.ts';
import { checkSpan, readDetails } from './details.ts';
import type { MeetingServices } from './export-change.ts';
import { findSeenMeeting, lockSeenMeeting, requireAllowed } from './find-meeting.ts';
import { planParticipants } from './participants/plan-participants.ts';
import { saveChange } from './save-change.ts';
import type { MeetingChanges, MeetingRow } from './schemas.ts';

/**
 * Changes what is stated of a meeting: absent stays, null clears, a list of people replaces those
 * of its kind. Two at once follow each other, and each keeps what only the other stated. Fails with
 * FORBIDDEN, MEETING_CANCELED, EXTERNALLY_ORGANIZED and PRECONDITION_FAILED.
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
  await saveChange(tx, services, meeting, { details, parties, origin: 'PLATFORM' });
  return findSeenMeeting(tx, caller, meetingUuid);
}
