import { utcTime } from '../../database/time-range.ts';
import type { Tx } from '../../database/transaction.ts';
import { exactTime } from '../event-columns.ts';
import type { Range } from '../schemas.ts';

/** The ends of a stretch of time as exact times, which are in order as texts. */
type Bounds = { from: string | null; to: string | null };

/** Returns the ends of a stretch of time, as PostgreSQL reads them. */
export async function boundsOf(tx: Tx, { from, to }: Range): Promise<Bounds> {
  const bound = (text: string | undefined) =>
    text === undefined ? tx`null` : exactTime(tx, utcTime(tx, text));
  const [bounds] = await tx<[Bounds]>`select ${bound(from)} as from, ${bound(to)} as to`;
  return bounds;
}

/** Returns whether an exact time lies in a stretch of time. */
export const isBetween = (time: string, { from, to }: Bounds): boolean =>
  (from === null || time >= from) && (to === null || time < to);
