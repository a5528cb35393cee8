import type { Tx } from '../../database/transaction.ts';
import type { Invited } from '../invitations/rsvp-token.ts';
import { findLastAnswer, insertPublicAnswer, lockAnswer } from './queries.ts';
import type { Said } from './schemas.ts';
import { takeAnswer } from './take-answer.ts';

// Nobody reads a page, changes their mind and says so within this time; a program that presses
// every button does.
const hastySeconds = 4;

type LinkAnswer = Said & {
  source: 'LINK' | 'PAGE';
  /** The sender, as hashes by every key. */
  agentHashes: readonly Buffer[];
  tokenless: boolean;
};

/**
 * Records an answer that came by a link or by the button of its page. Opposite answers by the page
 * within seconds and from one agent are nobody's: what stood before the first of them comes back, and
 * the answer is UNDECIDED. Throws as `recordRsvp` does.
 */
export async function answerInvitation(
  tx: Tx,
  invited: Invited,
  { status, note, proposed, source, agentHashes, tokenless }: LinkAnswer,
): Promise<'RECORDED' | 'UNDECIDED'> {
  const { participantUuid } = invited;
  const before = await lockAnswer(tx, invited);
  const last = await findLastAnswer(tx, participantUuid, hastySeconds);
  const inBurst =
    source === 'PAGE' &&
    last?.source === 'PAGE' &&
    last.fresh &&
    last.rsvpStatus === before &&
    agentHashes.some((hash) => last.agentHash?.equals(hash));
  const beforeBurst = inBurst ? last.rsvpStatusBefore : before;
  const hasty = inBurst && status !== undefined && before !== status;
  const settled = hasty ? beforeBurst : status;
  const { meetingUuid } = invited;
  await takeAnswer(tx, {
    ...{ meetingUuid, participantUuid, status: settled, note, proposed, source, tokenless },
  });
  // Another time alone is no answer.
  if (settled === undefined) return 'RECORDED';
  await insertPublicAnswer(tx, participantUuid, {
    source,
    rsvpStatus: settled,
    rsvpStatusBefore: beforeBurst,
    agentHash: agentHashes[0] ?? null,
    statedAt: null,
  });
  return hasty ? 'UNDECIDED' : 'RECORDED';
}
