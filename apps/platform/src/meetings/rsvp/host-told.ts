import type { Tx } from '../../database/transaction.ts';
import { defineMail } from '../../mail/outbox/define-mail.ts';
import { queueMail } from '../../mail/outbox/queue-mails.ts';
import { type OfMeeting, readerOf } from '../invitations/host-mail.ts';
import { findHosted } from '../invitations/queries.ts';
import type { Invited } from '../invitations/rsvp-token.ts';
import { answerLetter } from './answer-letter.ts';
import { findUnmatched, findWords } from './host-queries.ts';

/** Tells the host of a meeting by mail of a participant's answer, with what was written or proposed. */
export async function queueAnswerMail(
  tx: Tx,
  { meetingUuid, participantUuid }: Invited,
): Promise<void> {
  const personUuid = await findHostToTell(tx, meetingUuid, participantUuid);
  const about = { meetingUuid, participantUuid };
  if (personUuid) await queueMail(tx, { kind: 'ANSWER_WORDS', personUuid, about });
}

/** Tells the host of a meeting by mail of an answer that fits nobody. */
export async function queueUnmatchedMail(
  tx: Tx,
  about: { meetingUuid: string; answerUuid: string },
): Promise<void> {
  const personUuid = await findHostToTell(tx, about.meetingUuid, null);
  if (personUuid) await queueMail(tx, { kind: 'ANSWER_UNMATCHED', personUuid, about });
}

/** Finds the host of a meeting, unless it is the host who answered. */
async function findHostToTell(tx: Tx, meetingUuid: string, participantUuid: string | null) {
  const [host] = await tx<{ hostUuid: string | null }[]>`
    select m.host_uuid from meetings m
      left join meeting_participants p
        on p.tenant_uuid = m.tenant_uuid and p.participant_uuid = ${participantUuid}
     where m.meeting_uuid = ${meetingUuid} and p.entity_uuid is distinct from m.host_uuid`;
  return host?.hostUuid;
}

const toHost = {
  // What others set off counts in the host's budget of mails.
  isBudgeted: () => true,
  findReader: async (tx: Tx, _mail: unknown, { meetingUuid }: OfMeeting) =>
    readerOf(await findHosted(tx, { meetingUuid })),
};

/** Tells a host what came with an answer; it is read when the mail is written. */
export const answerMail = defineMail<OfMeeting & { participantUuid: string }>({
  ...toHost,
  write: async (tx, { about: { meetingUuid, participantUuid } }) => {
    const words = await findWords(tx, participantUuid);
    const hosted = words && (await findHosted(tx, { meetingUuid }));
    return hosted && answerLetter(hosted, words);
  },
});

/** Tells a host of an answer that fits nobody who is invited. */
export const unmatchedMail = defineMail<OfMeeting & { answerUuid: string }>({
  ...toHost,
  write: async (tx, { about: { meetingUuid, answerUuid } }) => {
    const words = await findUnmatched(tx, answerUuid);
    const hosted = words && (await findHosted(tx, { meetingUuid }));
    return hosted && answerLetter(hosted, words);
  },
});
