import { ProblemError } from '@atrium/kit/problem.ts';
import { plainEmail } from '@atrium/kit/texts/plain-forms.ts';
import type { Tx } from '../../database/transaction.ts';
import { recordRsvp } from '../../meetings/rsvp/record-rsvp.ts';
import type { MeetingRow, ParticipantRow } from '../../meetings/schemas.ts';
import type { Applied } from '../applied.ts';
import { answersOf, type Link, saveLink } from '../links.ts';
import type { Answer, ProviderEvent } from '../providers/provider.ts';
import type { SyncContext } from '../sync-context.ts';

/**
 * Takes over the guests' answers that changed at the provider since it last told; what did not
 * change there stays as it is here. Answers how many did.
 */
export async function takeAnswers(
  tx: Tx,
  meeting: MeetingRow,
  before: Record<string, Answer>,
  event: ProviderEvent,
): Promise<number> {
  const now = answersOf(event);
  let taken = 0;
  for (const participant of meeting.participants) {
    const email = plainEmail(participant.email ?? '');
    const answer = now[email];
    if (answer === undefined || answer === (before[email] ?? 'UNKNOWN')) continue;
    if (await answerFor(tx, meeting, participant, answer)) taken += 1;
  }
  return taken;
}

/** Takes from a guest's own calendar the guest's answer to a meeting, and nothing else. */
export async function noteAnswers(
  tx: Tx,
  { lease }: SyncContext,
  link: Link,
  meeting: MeetingRow,
  event: ProviderEvent,
): Promise<Applied> {
  const answer = event.details?.ownAnswer ?? 'UNKNOWN';
  const me = meeting.participants.find((each) => each.participantEntityUuid === lease.userUuid);
  const before = link.answers[lease.userUuid] ?? 'UNKNOWN';
  const changed = me && answer !== before && (await answerFor(tx, meeting, me, answer));
  await saveLink(tx, lease.connectionUuid, {
    meetingUuid: meeting.meetingUuid,
    event,
    agreed: link.fields,
    pushedVersion: link.pushedVersion,
    isCopy: true,
    formerId: link.externalId,
    answers: { [lease.userUuid]: answer },
  });
  return changed ? 'updated' : 'skipped';
}

/** Records an answer; a meeting that is over takes none, which is no failure of the sync. */
async function answerFor(
  tx: Tx,
  { meetingUuid }: MeetingRow,
  { participantUuid, rsvpStatus }: ParticipantRow,
  status: Answer,
): Promise<boolean> {
  if (rsvpStatus === status) return false;
  try {
    await recordRsvp(tx, { meetingUuid, participantUuid, status, source: 'PROVIDER' });
    return true;
  } catch (error) {
    if (error instanceof ProblemError) return false;
    throw error;
  }
}
