import type { Caller } from '@atrium/kit/auth/caller.ts';
import type { Tx } from '../database/transaction.ts';
import { lockSeenMeeting, requireAllowed } from './find-meeting.ts';

/**
 * Takes a canceled meeting out of the caller's view; doing it again changes nothing. Fails with
 * FORBIDDEN and MEETING_ACTIVE.
 */
export async function hideMeeting(tx: Tx, caller: Caller, meetingUuid: string): Promise<void> {
  const meeting = await lockSeenMeeting(tx, caller, meetingUuid);
  requireAllowed('removeFromCalendar', meeting);
  await tx`
    insert into meeting_hidden (tenant_uuid, user_uuid, meeting_uuid)
    values (${tx.tenantUuid}, ${caller.userUuid}, ${meetingUuid}) on conflict do nothing`;
}
