import type { Caller } from '@atrium/kit/auth/caller.ts';
import type { Tx } from '../database/transaction.ts';
import { lockSeenMeeting, requireAllowed } from './find-meeting.ts';
import { insertHidden } from './queries.ts';

/**
 * Takes a canceled meeting out of the caller's view; doing it again changes nothing. Fails with
 * FORBIDDEN and MEETING_ACTIVE.
 */
export async function hideMeeting(tx: Tx, caller: Caller, meetingUuid: string): Promise<void> {
  const meeting = await lockSeenMeeting(tx, caller, meetingUuid);
  requireAllowed('removeFromCalendar', meeting);
  await insertHidden(tx, meetingUuid, caller.userUuid);
}
