import type { Db } from '../../database/db.ts';
import { system } from '../../database/principal.ts';
import { recordEvent } from '../../events.ts';
import { insertUnmatched } from './host-queries.ts';
import { queueUnmatchedMail } from './host-told.ts';
import type { IgnoredReason } from './ignored-reasons.ts';
import { proposedIn } from './replies/proposed-time.ts';
import type { Attendee, Reply } from './replies/read-reply.ts';
import type { MeetingByMail } from './respondent-queries.ts';

/** A mail that changes nothing, and why. */
type Ignored = {
  meeting: MeetingByMail;
  reply: Reply;
  attendee: Attendee | undefined;
  reason: IgnoredReason;
};

/**
 * Keeps a mail that fits nobody who is invited for the host, and tells the host of it. An answer that
 * came too late, or that a program gave by itself without a calendar, is of no use to anybody.
 */
export async function tellUnmatched(
  db: Db,
  { meeting, reply, attendee, reason }: Ignored,
): Promise<void> {
  const { tenantUuid, meetingUuid } = meeting;
  const isLate = reason === 'MEETING_CANCELED' || reason === 'MEETING_OVER';
  if (reason === 'OUTDATED' || (isLate && !reply.note)) return;
  if (reply.isAutomatic && !reply.hasCalendar) return;
  const proposed = proposedIn(reply, meeting);
  await db.asTenant(tenantUuid, system, async (tx) => {
    const answerUuid = await insertUnmatched(tx, {
      ...{ meetingUuid, reason, proposed },
      sender: reply.sender,
      name: attendee?.name ?? null,
      participation: attendee?.participation || null,
      note: reply.note,
    });
    if (!answerUuid) return;
    await recordEvent(tx, {
      eventType: 'meeting.answer_unmatched',
      entityType: 'MEETING',
      entityId: meetingUuid,
      attributes: { answerUuid, reason, source: 'MAIL' },
    });
    await queueUnmatchedMail(tx, { meetingUuid, answerUuid });
  });
}
