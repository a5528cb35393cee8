import { ProblemError } from '@atrium/kit/problem.ts';
import { plainEmail } from '@atrium/kit/texts/plain-forms.ts';
import type { Tx } from '../../database/transaction.ts';
import { takeAnswer } from '../../meetings/rsvp/take-answer.ts';
import type { MeetingRow, ParticipantRow } from '../../meetings/schemas.ts';
import type { Applied } from '../applied.ts';
import { answersOf, type Link, saveLink } from '../links.ts';
import type { Answer, CalendarClient, ProviderEvent } from '../providers/provider.ts';
import type { SyncContext } from '../sync-context.ts';

/**
 * Takes over the guests' answers that changed at the provider since it last told; what did not
 * change there stays as it is here. Answers how many did.
 */
export async function takeAnswers(
  tx: Tx,
  { client }: { client: Pick<CalendarClient, 'clockAheadMs'> },
  meeting: MeetingRow,
  before: Record<string, Answer>,
  event: ProviderEvent,
): Promise<number> {
  const now = answersOf(event);
  const guests = event.details?.guests ?? [];
  let taken = 0;
  for (const participant of meeting.participants) {
    const email = plainEmail(participant.email ?? '');
    const answer = now[email];
    if (answer === undefined || answer === (before[email] ?? 'UNKNOWN')) continue;
    const guest = guests.findLast((each) => each.email.toLowerCase() === email);
    const writtenAt = writtenAtOf(client, guest?.answeredAt ?? event.updatedAt);
    if (await answerFor(tx, meeting, participant, answer, writtenAt)) taken += 1;
  }
  return taken;
}

/** Takes from a guest's own calendar the guest's answer to a meeting, and nothing else. */
export async function noteAnswers(
  tx: Tx,
  { client, lease }: SyncContext,
  link: Link,
  meeting: MeetingRow,
  event: ProviderEvent,
): Promise<Applied> {
  const answer = event.details?.ownAnswer ?? 'UNKNOWN';
  const me = meeting.participants.find((each) => each.participantEntityUuid === lease.userUuid);
  const before = link.answers[lease.userUuid] ?? 'UNKNOWN';
  const writtenAt = writtenAtOf(client, event.details?.ownAnsweredAt ?? event.updatedAt);
  const changed = me && answer !== before && (await answerFor(tx, meeting, me, answer, writtenAt));
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

/** Returns a time of the provider's clock by ours, to the second after it: clocks are not known better. */
function writtenAtOf({ clockAheadMs }: Pick<CalendarClient, 'clockAheadMs'>, time: string | null) {
  const ms = Date.parse(time ?? '') - clockAheadMs();
  return Number.isNaN(ms) ? null : new Date(Math.ceil(ms / 1_000) * 1_000).toISOString();
}

/**
 * Records an answer unless a later one stands, and returns whether it changed. A meeting that is over
 * takes none, which is no failure of the sync.
 */
async function answerFor(
  tx: Tx,
  { meetingUuid }: MeetingRow,
  { participantUuid, rsvpStatus }: ParticipantRow,
  status: Answer,
  writtenAt: string | null,
): Promise<boolean> {
  try {
    const written = { stampedAt: writtenAt, datedAt: writtenAt };
    const answer = { meetingUuid, participantUuid, status, source: 'PROVIDER', written } as const;
    const outcome = await takeAnswer(tx, answer);
    return outcome === 'RECORDED' && rsvpStatus !== status;
  } catch (error) {
    if (error instanceof ProblemError) return false;
    throw error;
  }
}
