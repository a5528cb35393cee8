import type { Caller } from '@atrium/kit/auth/caller.ts';
import type { Tx } from '../database/transaction.ts';
import type { IfMatch } from '../http/if-match.ts';
import { Problem } from '../problems.ts';
import type { MeetingServices } from './export-change.ts';
import { findSeenMeeting, lockSeenMeeting, requireAllowed } from './find-meeting.ts';
import { factsOf } from './permissions.ts';
import { saveCancellation } from './save-cancellation.ts';
import type { MeetingRow } from './schemas.ts';

/**
 * Cancels a meeting and tells its participants; one that is canceled already stays as it is. Fails
 * with FORBIDDEN, EXTERNALLY_ORGANIZED and PRECONDITION_FAILED.
 */
export async function cancelMeeting(
  tx: Tx,
  services: MeetingServices,
  caller: Caller,
  meetingUuid: string,
  requireMatch: IfMatch,
): Promise<MeetingRow> {
  const meeting = await lockSeenMeeting(tx, caller, meetingUuid);
  if (!factsOf(meeting.factsCode).owns) throw new Problem('FORBIDDEN');
  if (meeting.status === 'CANCELED') return meeting;
  requireAllowed('cancel', meeting);
  requireMatch(meeting.version);
  await saveCancellation(tx, services, meeting, 'PLATFORM');
  return findSeenMeeting(tx, caller, meetingUuid);
}
