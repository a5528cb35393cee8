import type { Db } from '../../database/db.ts';
import { Problem } from '../../problems.ts';
import type { RsvpStatus } from '../schemas.ts';
import { actorOfInvitee } from './admit-invitee.ts';
import { type IgnoredReason, ignoredReasons } from './ignored-reasons.ts';
import { insertPublicAnswer, lockAnswer } from './queries.ts';
import { proposedIn } from './replies/proposed-time.ts';
import { type Attendee, type Reply, readReply } from './replies/read-reply.ts';
import { findMeeting, findRespondent } from './respondent.ts';
import type { Respondent } from './respondent-queries.ts';
import type { Proposed } from './schemas.ts';
import { takeAnswer } from './take-answer.ts';
import { tellUnmatched } from './tell-unmatched.ts';

type Outcome =
  | { result: 'RECORDED'; reason: null; rsvpStatus: RsvpStatus }
  | { result: 'IGNORED'; reason: IgnoredReason; rsvpStatus: null };

/**
 * Takes an answer from a mail that a calendar sent. The mail must come from an address of the attendee
 * it speaks for, who must be invited; it counts unless a later answer stands or the time has changed
 * since. Anything else is told to the meeting's host, changes nothing and is no failure, since nobody
 * could mend it by sending the mail again.
 */
export async function answerByMail(db: Db, mail: Buffer): Promise<Outcome> {
  const reply = readReply(mail);
  const meeting = await db.asPlatform((tx) => findMeeting(tx, reply));
  const ignore = async (reason: IgnoredReason, attendee?: Attendee): Promise<Outcome> => {
    if (meeting) await tellUnmatched(db, { meeting, reply, attendee, reason });
    return { result: 'IGNORED', reason, rsvpStatus: null };
  };
  if (!reply.hasCalendar) return ignore('NO_CALENDAR');
  if (!/^(REPLY|COUNTER)$/.test(reply.method ?? '') || !reply.uid || reply.attendees.length === 0)
    return ignore('NOT_A_REPLY');
  const found = meeting ? findRespondent(meeting.respondents, reply) : 'NOT_INVITED';
  if (typeof found === 'string') return ignore(found, reply.attendees[0]);

  const { attendee, respondent } = found;
  const status = statusOf(reply, attendee);
  const proposed = meeting ? proposedIn(reply, meeting) : [];
  if (status === undefined && proposed.length === 0) return ignore('NO_ANSWER', attendee);
  const outcome = await record(db, reply, { respondent, status, proposed });
  if (typeof outcome === 'string') return ignore(outcome, attendee);
  return { result: 'RECORDED', reason: null, rsvpStatus: outcome.rsvpStatus };
}

/** Returns the answer: "maybe" takes back what was said before; a counter-proposal that is no "no" says none. */
function statusOf({ method }: Reply, { participation }: Attendee): RsvpStatus | undefined {
  if (participation === 'DECLINED') return 'DECLINED';
  if (method === 'COUNTER') return undefined;
  if (participation === 'ACCEPTED') return 'ACCEPTED';
  return participation === 'TENTATIVE' ? 'UNKNOWN' : undefined;
}

type Answer = {
  respondent: Respondent;
  status: RsvpStatus | undefined;
  proposed: readonly Proposed[];
};

/** Records an answer; a reason where it cannot be taken. */
async function record(
  db: Db,
  { note, stampedAt, datedAt, sequence, method }: Reply,
  { respondent, status, proposed }: Answer,
): Promise<{ rsvpStatus: RsvpStatus } | IgnoredReason> {
  const { tenantUuid, participantUuid, meetingUuid } = respondent;
  const isReply = method === 'REPLY';
  return db.asTenant(tenantUuid, actorOfInvitee(respondent), async (tx) => {
    const before = await lockAnswer(tx, respondent);
    const outcome = await takeAnswer(tx, {
      ...{ meetingUuid, participantUuid, status, sequence },
      source: 'MAIL',
      note: note ?? undefined,
      proposed: isReply ? undefined : proposed,
      written: { stampedAt, datedAt },
    }).catch(refusalOf);
    if (outcome !== 'RECORDED') return outcome;
    // Another time alone is no answer.
    if (status === undefined) return { rsvpStatus: before };
    await insertPublicAnswer(tx, participantUuid, {
      source: 'MAIL',
      rsvpStatus: status,
      rsvpStatusBefore: before,
      agentHash: null,
      statedAt: stampedAt ?? datedAt,
    });
    return { rsvpStatus: status };
  });
}

function refusalOf(error: unknown): IgnoredReason {
  if (!(error instanceof Problem)) throw error;
  if (error.code === 'NOT_FOUND') return 'NOT_INVITED';
  const reason = ignoredReasons.find((each) => each === error.code);
  if (!reason) throw error;
  return reason;
}
