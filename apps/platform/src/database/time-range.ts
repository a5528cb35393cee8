import type { Fragment } from '@atrium/kit/sql.ts';
import type { Tx } from './transaction.ts';

/** A stretch of time in UTC, with or without a Z: `from` is included and `to` is not. */
export type TimeRange = { from?: string | undefined; to?: string | null | undefined };

/** Returns the condition that a time lies in a stretch of time. */
export function isWithin(tx: Tx, time: Fragment, { from, to }: TimeRange): Fragment {
  const begun = from ? tx`${time} >= ${utcTime(tx, from)}` : tx`true`;
  return to ? tx`${begun} and ${time} < ${utcTime(tx, to)}` : begun;
}

/** Returns the time that a text states in UTC, with or without a Z. */
export const utcTime = (tx: Tx, text: string): Fragment =>
  tx`${text.replace(/Z$/, '')}::timestamp at time zone 'UTC'`;
