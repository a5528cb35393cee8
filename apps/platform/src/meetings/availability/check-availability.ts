import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Caller } from '@atrium/kit/auth/caller.ts';
import { fieldError, invalid } from '@atrium/kit/problem.ts';
import { visibleTo } from '../../contacts/contact-access.ts';
import type { Tx } from '../../database/transaction.ts';
import { askedUsers, keysOf } from './asked-users.ts';
import { type BusyTimes, type LocalRange, listBusyTimes, readRange } from './busy-times.ts';
import type { ExternalBusy } from './external-busy.ts';
import { findTimeZone, listOccupations } from './queries.ts';
import type { Availability, AvailabilityRequest, BusyBlock } from './schemas.ts';
import { mergeSpans, type Span, subtractSpans, writeWall } from './wall-clock.ts';

type Entry = Availability['availabilities'][number];

const dayMs = 86_400_000;

/** The most days of busy times in one answer, over all users: a hundred users for a year. */
const maxUserDays = 36_600;

/**
 * Says of each user once, in the order asked, whether they are free from one moment up to another,
 * and, when asked to, which times are taken. UNKNOWN are those the tenant does not have, and those
 * whose connected calendar cannot be read unless something keeps them busy anyway.
 */
export async function checkAvailability(
  tx: Tx,
  caller: Caller,
  input: AvailabilityRequest,
  externalBusy: ExternalBusy,
): Promise<Availability> {
  const timezone = input.timezone ?? (await findTimeZone(tx, caller.userUuid)) ?? 'UTC';
  const within = readRange(input, timezone);
  const asked = askedUsers(input.userUuids);
  const keys = keysOf(asked);
  const [occupations, elsewhere, times] = await Promise.all([
    listOccupations(tx, visibleTo(tx, caller), keys, within.range),
    externalBusy.findStatuses(tx, keys, within.range),
    input.includeBusy === true && listTimes(),
  ]);
  const busy = new Map(occupations.map(({ userUuid, isBusy }) => [userUuid, isBusy]));
  const statusOf = (key: string): Entry['status'] => {
    const isBusy = busy.get(key);
    if (isBusy === undefined) return 'UNKNOWN';
    return isBusy ? 'BUSY' : (elsewhere.get(key) ?? 'AVAILABLE');
  };
  const availabilities: Entry[] = [];
  for (const { key, userUuid } of asked) {
    const status = statusOf(key);
    if (times) {
      availabilities.push({ userUuid, status, busy: blocksOf(times.get(key), within.wall) });
      await nextTurn();
    } else availabilities.push({ userUuid, status });
  }
  return { availabilities };

  function listTimes() {
    limitAnswer(within, asked.length);
    return listBusyTimes(tx, caller, keys, within, externalBusy);
  }
}

function limitAnswer({ wall }: LocalRange, users: number): void {
  if (users * (wall.to - wall.from) <= maxUserDays * dayMs) return;
  const message = `with includeBusy, users times days must be at most ${maxUserDays}`;
  throw invalid(fieldError('endDateTime', 'TOO_LATE', message));
}

/**
 * Returns what takes the times of one user, in order and without overlaps: a moment that several
 * things take is told of the first, a meeting of the platform before an event of their calendar.
 */
function blocksOf(times: BusyTimes | undefined, wall: Span): BusyBlock[] {
  const meetings = mergeSpans(times?.meetings ?? []);
  const external = subtractSpans(mergeSpans(times?.external ?? []), meetings);
  const taken = mergeSpans([...meetings, ...external]);
  const unreadable = times?.isReadable ? [] : subtractSpans([wall], taken);
  const block = (reason: BusyBlock['reason']) => (span: Span) => ({ span, reason });
  return [
    ...meetings.map(block('MEETING')),
    ...external.map(block('EXTERNAL')),
    ...unreadable.map(block('UNREADABLE')),
  ]
    .sort((a, b) => a.span.from - b.span.from)
    .map(({ span, reason }) => ({
      startDateTime: writeWall(span.from),
      endDateTime: writeWall(span.to),
      reason,
    }));
}
