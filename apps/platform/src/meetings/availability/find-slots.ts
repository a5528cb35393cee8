import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Caller } from '@atrium/kit/auth/caller.ts';
import { fieldError, invalid } from '@atrium/kit/problem.ts';
import type { Tx } from '../../database/transaction.ts';
import { askedUsers, keysOf } from './asked-users.ts';
import { clockOf, listBusyTimes, readRange } from './busy-times.ts';
import type { ExternalBusy } from './external-busy.ts';
import type { Slots, SlotsRequest } from './schemas.ts';
import { mergeSpans, readTimeOfDay, type Span, writeWall } from './wall-clock.ts';

const [minuteMs, dayMs] = [60_000, 86_400_000];
const [maxDays, maxSlots] = [60, 200];

type WorkingHours = NonNullable<SlotsRequest['workingHours']>;

/**
 * Returns the first times at which all users are free, stepping by the wall clock of the zone. A
 * slot takes no time that the clocks skip, and one that they show twice is free only if both are.
 * As long as the times of somebody are not known there is none, and they are named.
 */
export async function findSlots(
  tx: Tx,
  caller: Caller,
  input: SlotsRequest,
  externalBusy: ExternalBusy,
): Promise<Slots> {
  const within = readRange(input, input.timezone);
  if (within.wall.to - within.wall.from > maxDays * dayMs) {
    const message = `must be at most ${maxDays} days after startDateTime`;
    throw invalid(fieldError('endDateTime', 'TOO_LATE', message));
  }
  const hours = input.workingHours;
  if (hours && hours.end <= hours.start) {
    throw invalid(fieldError('workingHours.end', 'NOT_AFTER_START', 'must be after start'));
  }
  const asked = askedUsers(input.userUuids);
  const times = await listBusyTimes(tx, caller, keysOf(asked), within, externalBusy);
  const unknown = asked.filter(({ key }) => !times.get(key)?.isReadable);
  if (unknown.length > 0) {
    return { slots: [], unknownUsers: unknown.map(({ userUuid }) => userUuid) };
  }
  let taken: Span[] = [];
  for (const { meetings, external } of times.values()) {
    taken = mergeSpans([...taken, ...meetings, ...external]);
    await nextTurn();
  }
  const periods = hours ? listWorkingPeriods(within.wall, hours) : [within.wall];
  const slots = stepThrough(periods, {
    within: within.wall,
    taken: mergeSpans([...taken, ...clockOf(within).listSkipped()]),
    durationMs: input.durationMinutes * minuteMs,
    stepMs: (input.stepMinutes ?? 15) * minuteMs,
  });
  return {
    slots: slots.map(({ from, to }) => ({
      startDateTime: writeWall(from),
      endDateTime: writeWall(to),
    })),
    unknownUsers: [],
  };
}

/** Returns the working hours of each day that the range touches; they may begin before it. */
function listWorkingPeriods(wall: Span, { start, end, days }: WorkingHours): Span[] {
  const periods: Span[] = [];
  for (let day = Math.floor(wall.from / dayMs) * dayMs; day < wall.to; day += dayMs) {
    if (days.includes(weekdayOf(day))) {
      periods.push({ from: day + readTimeOfDay(start), to: day + readTimeOfDay(end) });
    }
  }
  return periods;
}

/** Returns the ISO number of a day of the week; the epoch began on a Thursday. */
const weekdayOf = (day: number): number => ((((day / dayMs + 3) % 7) + 7) % 7) + 1;

type Stepping = { within: Span; taken: readonly Span[]; durationMs: number; stepMs: number };

/** Returns the first free slots; `taken` is in order and without overlaps. */
function stepThrough(
  periods: readonly Span[],
  { within, taken, durationMs, stepMs }: Stepping,
): Span[] {
  const slots: Span[] = [];
  let at = 0;
  for (const period of periods) {
    const end = Math.min(period.to, within.to);
    for (let from = period.from; from + durationMs <= end; from += stepMs) {
      if (from < within.from) continue;
      while ((taken[at]?.to ?? Number.POSITIVE_INFINITY) <= from) at += 1;
      const to = from + durationMs;
      if ((taken[at]?.from ?? Number.POSITIVE_INFINITY) < to) continue;
      slots.push({ from, to });
      if (slots.length === maxSlots) return slots;
    }
  }
  return slots;
}
