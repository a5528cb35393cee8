import { createHash, randomUUID } from 'node:crypto';
import type { Tx } from '../../database/transaction.ts';
import { partyColumns, partyJoins } from '../meeting-columns.ts';
import type { IgnoredReason } from './ignored-reasons.ts';
import type { Proposed } from './schemas.ts';

/** Holds what somebody wrote with an answer, and who it is. */
export type Words = {
  /** Why it changes nothing; null of an answer that counts. */
  ignoredReason: IgnoredReason | null;
  name: string | null;
  email: string | null;
  /** The answer: ACCEPTED, DECLINED, or as a calendar says it. */
  answer: string | null;
  note: string | null;
  proposed: Proposed[];
};

/** Finds what a participant wrote with an answer, or that it declines. */
export async function findWords(tx: Tx, participantUuid: string) {
  const [words] = await tx<Words[]>`
    select null as ignored_reason, ${partyColumns(tx)}, p.rsvp_status as answer, p.rsvp_note as note,
           coalesce(p.rsvp_proposed, '[]') as proposed
      from meeting_participants p ${partyJoins(tx)}
     where p.participant_uuid = ${participantUuid} and p.removed_at is null
       and (num_nonnulls(p.rsvp_note, p.rsvp_proposed) > 0 or p.rsvp_status = 'DECLINED')`;
  return words;
}

/**
 * Returns whether a meeting begins within 48 hours and its host wants a mail of who declines it. What
 * came along with the meeting itself is no news.
 */
export async function isDeclineMailed(tx: Tx, meetingUuid: string): Promise<boolean> {
  const found = await tx`
    select from meetings m join accounts a on a.tenant_uuid = m.tenant_uuid and a.user_uuid = m.host_uuid
     where m.meeting_uuid = ${meetingUuid} and m.starts_at < now() + interval '48 hours'
       and m.created_at < change_time()
       and (a.preferences -> 'declineMail')::text is distinct from 'false'`;
  return found.length > 0;
}

/** Finds an answer that fits nobody. */
export async function findUnmatched(tx: Tx, answerUuid: string) {
  const [words] = await tx<Words[]>`
    select reason as ignored_reason, name, sender as email, participation as answer, note,
           coalesce(proposed, '[]') as proposed
      from unmatched_answers where answer_uuid = ${answerUuid}`;
  return words;
}

/** An answer by mail that changes nothing, and why. */
export type Unmatched = {
  meetingUuid: string;
  sender: string | null;
  name: string | null;
  reason: string;
  participation: string | null;
  note: string | null;
  proposed: readonly Proposed[];
};

/** The most answers that fit nobody which are kept of a meeting, whoever sends mails to it. */
const mostUnmatched = 50;

/** Keeps an answer that fits nobody; undefined for a repeat of one, and when there are too many. */
export async function insertUnmatched(tx: Tx, { proposed, ...answer }: Unmatched) {
  const { meetingUuid } = answer;
  const contentHash = createHash('sha256')
    .update(JSON.stringify([answer, proposed]))
    .digest();
  const [{ kept }] = await tx<[{ kept: number }]>`
    select count(*)::int as kept from unmatched_answers where meeting_uuid = ${meetingUuid}`;
  if (kept >= mostUnmatched) return undefined;
  const { sender, name, reason, participation, note } = answer;
  const times = proposed.length > 0 ? tx`${tx.json([...proposed])}::jsonb` : tx`null`;
  const [inserted] = await tx<{ answerUuid: string }[]>`
    insert into unmatched_answers (tenant_uuid, answer_uuid, meeting_uuid, sender, name, reason,
                                   participation, note, proposed, content_hash)
    values (${tx.tenantUuid}, ${randomUUID()}, ${meetingUuid}, ${sender}, ${name}, ${reason},
            ${participation}, ${note}, ${times}, ${contentHash})
    on conflict on constraint unmatched_answers_once do nothing returning answer_uuid`;
  return inserted?.answerUuid;
}
