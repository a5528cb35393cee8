import type { Tx } from '../../database/transaction.ts';
import { queueWordsMail } from './host-told.ts';
import { type Recorded, type Rsvp, recordRsvp } from './record-rsvp.ts';

/**
 * Records what a participant answers, and tells the host by mail of what is to be read. Throws as
 * `recordRsvp` does.
 */
export async function takeAnswer(tx: Tx, rsvp: Rsvp): Promise<Recorded['outcome']> {
  const { outcome, isToBeRead } = await recordRsvp(tx, rsvp);
  if (isToBeRead) await queueWordsMail(tx, rsvp);
  return outcome;
}
