import type { Caller } from '@atrium/kit/auth/caller.ts';
import type { Tx } from '../database/transaction.ts';
import type { Random } from './random.ts';

export const timezone = 'America/Santiago';

/** The chance and the present of the demo, and the firm's advisers, the first of whom signs in. */
export type Scene = { random: Random; now: Temporal.Instant; advisers: readonly Caller[] };

/** Lets what the transaction changes from here on be the doing of an adviser. */
export function actAs(tx: Tx, { userUuid }: Caller): void {
  Object.assign(tx, { actor: { actorType: 'TENANT_STAFF', actorId: userUuid } });
}

/** Sets the time at which the transaction's changes count as made from here on. */
export async function travelTo(tx: Tx, instant: Temporal.Instant): Promise<void> {
  await tx`select set_config('atrium.change_time', ${instant.toString()}, true)`;
}

/** A moment of a working day, some days before `now`, in office hours of Santiago. */
export function workingMoment(
  random: Random,
  now: Temporal.Instant,
  daysAgo: number,
): Temporal.Instant {
  const day = now.toZonedDateTimeISO(timezone).subtract({ days: daysAgo });
  const workday = day.dayOfWeek > 5 ? day.subtract({ days: day.dayOfWeek - 5 }) : day;
  const moment = workday
    .with({ hour: 9 + random.below(9), minute: random.below(60), second: random.below(60) })
    .toInstant();
  return Temporal.Instant.compare(moment, now) < 0 ? moment : now;
}
