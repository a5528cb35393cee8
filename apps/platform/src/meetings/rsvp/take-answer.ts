import type { Tx } from '../../database/transaction.ts';
import { isDeclineMailed } from './host-queries.ts';
import { queueAnswerMail } from './host-told.ts';
import { type Recorded, type Rsvp, recordRsvp } from './record-rsvp.ts';

/**
 * Records what a participant answers, and tells the host by mail of what is to be read, and of who
 * declines a meeting that is near. Throws as `recordRsvp` does.
 */
export async function takeAnswer(tx: Tx, rsvp: Rsvp): Promise<Recorded['outcome']> {
  const { outcome, isToBeRead, isDeclined } = await recordRsvp(tx, rsvp);
  if (isToBeRead || (isDeclined && (await isDeclineMailed(tx, rsvp.meetingUuid))))
    await queueAnswerMail(tx, rsvp);
  return outcome;
}
