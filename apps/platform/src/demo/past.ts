import type { Caller } from '@atrium/kit/auth/caller.ts';
import type { Tx } from '../database/transaction.ts';
import type { MeetingServices } from '../meetings/export-change.ts';
import type { MakePerson } from './people.ts';
import type { Random } from './random.ts';

export const timezone = 'America/Santiago';

/** Something that somebody did at a moment; without anybody, the platform did. */
type Act = { at: Temporal.Instant; by?: Caller | undefined; run: () => Promise<unknown> };

/** The chance and the present of the demo, the firm's advisers, the first of whom signs in, and what they did. */
export type Scene = {
  tx: Tx;
  random: Random;
  now: Temporal.Instant;
  advisers: readonly Caller[];
  services: MeetingServices;
  makePerson: MakePerson;
  acts: Act[];
};

/** Plans what somebody did at a moment. */
export const plan = ({ acts }: Scene, by: Act['by'], at: Act['at'], run: Act['run']): void =>
  void acts.push({ at, by, run });

/** Lets all that was planned happen, in the order of its time, so that the trail is in that order too. */
export async function live({ tx, acts }: Scene): Promise<void> {
  const inOrder = acts.toSorted((one, other) => Temporal.Instant.compare(one.at, other.at));
  for (const { at, by, run } of inOrder) {
    if (by) Object.assign(tx, { actor: { actorType: 'TENANT_STAFF', actorId: by.userUuid } });
    // The time goes out with the first statement of the act, which need not wait for it.
    await Promise.all([travelTo(tx, at), run()]);
  }
}

/** Sets the time at which the transaction's changes count as made from here on. */
export async function travelTo(tx: Tx, instant: Temporal.Instant): Promise<void> {
  await tx`select set_config('atrium.change_time', ${instant.toString()}, true)`;
}

export const today = ({ now }: Pick<Scene, 'now'>) =>
  now.toZonedDateTimeISO(timezone).toPlainDate();

/** Returns a moment in the office hours of Santiago of the working day that was some days ago, one at least. */
export function workingMoment(scene: Scene, daysAgo: number): Temporal.Instant {
  const { random } = scene;
  const day = today(scene).subtract({ days: Math.max(1, daysAgo) });
  const workday = day.dayOfWeek > 5 ? day.subtract({ days: day.dayOfWeek - 5 }) : day;
  const hour = 9 + random.below(9);
  return workday
    .toZonedDateTime({ timeZone: timezone, plainTime: { hour, minute: random.below(60) } })
    .add({ seconds: random.below(60) })
    .toInstant();
}

/** Returns a maker of such moments, each later than the one before, and than a given one. */
export function inTurn(scene: Scene, last?: Temporal.Instant) {
  return (daysAgo: number): Temporal.Instant => {
    const at = workingMoment(scene, daysAgo);
    last = last && Temporal.Instant.compare(at, last) <= 0 ? last.add({ minutes: 7 }) : at;
    return last;
  };
}

/** Returns the day that many working days after today, or before it; of a weekend, after Monday. */
export function workingDay(scene: Pick<Scene, 'now'>, days: number): Temporal.PlainDate {
  const day = today(scene);
  const first = day.dayOfWeek > 5 ? day.add({ days: 8 - day.dayOfWeek }) : day;
  return first.add({ days: days + 2 * Math.floor((first.dayOfWeek - 1 + days) / 5) });
}
