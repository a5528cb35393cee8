import type { Db } from '../../database/db.ts';
import { Problem } from '../../problems.ts';
import { actorOfInvitee } from './admit-invitee.ts';
import { hasNewerMail, insertPublicAnswer, listInviteesByUid, lockAnswer } from './queries.ts';
import { readReply } from './read-reply.ts';
import { recordRsvp } from './record-rsvp.ts';
import type { AnswerStatus } from './schemas.ts';

/** Names the reason for which a mail changed nothing. */
export const ignoredReasons = [
  'NO_CALENDAR',
  'NOT_A_REPLY',
  'NO_ANSWER',
  'SENDER_MISMATCH',
  'NOT_INVITED',
  'OUTDATED',
  'MEETING_CANCELED',
  'MEETING_OVER',
] as const;
type IgnoredReason = (typeof ignoredReasons)[number];

type Outcome =
  | { result: 'RECORDED'; reason: null; rsvpStatus: AnswerStatus }
  | { result: 'IGNORED'; reason: IgnoredReason; rsvpStatus: null };

/**
 * Takes an answer from a mail that a calendar sent. The mail must come from the attendee it speaks
 * for, who must be invited under that address, and be about what the last invitation said (SEQUENCE)
 * and newer than the last mail taken (DTSTAMP). Anything else is told and ignored, since nobody
 * could mend it by sending the mail again.
 */
export async function answerByMail(db: Db, mail: Buffer): Promise<Outcome> {
  const reply = await readReply(mail);
  if (typeof reply === 'string') return ignored(reply);
  const { uid, sequence, attendee, participation, statedAt, sender } = reply;
  if (participation !== 'ACCEPTED' && participation !== 'DECLINED') return ignored('NO_ANSWER');
  if (sender !== attendee) return ignored('SENDER_MISMATCH');
  const invitees = await db.asPlatform((tx) => listInviteesByUid(tx, uid));
  const invitee = invitees.find(({ email }) => email?.toLowerCase() === attendee);
  if (!invitee) return ignored('NOT_INVITED');
  if (sequence < invitee.toldSequence) return ignored('OUTDATED');

  const { tenantUuid, participantUuid } = invitee;
  return db.asTenant(tenantUuid, actorOfInvitee(invitee), async (tx): Promise<Outcome> => {
    const before = await lockAnswer(tx, invitee);
    if (statedAt && (await hasNewerMail(tx, participantUuid, statedAt))) return ignored('OUTDATED');
    const refusal = await recordRsvp(tx, {
      ...invitee,
      status: participation,
      source: 'MAIL',
    }).then(() => undefined, refusalOf);
    if (refusal) return ignored(refusal);
    await insertPublicAnswer(tx, participantUuid, {
      source: 'MAIL',
      rsvpStatus: participation,
      rsvpStatusBefore: before,
      agentHash: null,
      statedAt,
    });
    return { result: 'RECORDED', reason: null, rsvpStatus: participation };
  });
}

function ignored(reason: IgnoredReason): Outcome {
  return { result: 'IGNORED', reason, rsvpStatus: null };
}

function refusalOf(error: unknown): IgnoredReason {
  if (!(error instanceof Problem)) throw error;
  if (error.code === 'NOT_FOUND') return 'NOT_INVITED';
  const reason = ignoredReasons.find((each) => each === error.code);
  if (!reason) throw error;
  return reason;
}
