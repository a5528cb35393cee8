import type { Tx } from '../database/transaction.ts';
import type { Random } from './random.ts';

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
  const day = now.toZonedDateTimeISO('America/Santiago').subtract({ days: daysAgo });
  const workday = day.dayOfWeek > 5 ? day.subtract({ days: day.dayOfWeek - 5 }) : day;
  const moment = workday
    .with({ hour: 9 + random.below(9), minute: random.below(60), second: random.below(60) })
    .toInstant();
  return Temporal.Instant.compare(moment, now) < 0 ? moment : now;
}
