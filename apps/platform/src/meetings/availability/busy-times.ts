import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Caller } from '@atrium/kit/auth/caller.ts';
import { fieldError, invalid } from '@atrium/kit/problem.ts';
import { visibleTo } from '../../contacts/contact-access.ts';
import type { Tx } from '../../database/transaction.ts';
import { readLocalTime } from '../../http/local-time.ts';
import type { ExternalBusy, Range } from './external-busy.ts';
import { listMeetingTimes } from './queries.ts';
import { clipSpans, openWallClock, readWall, type Span, type WallClock } from './wall-clock.ts';

/** A range of local times in a zone, and the instants that they mean. */
export type LocalRange = { timezone: string; wall: Span; range: Range };

/** The times of one user on the wall clock, within the range and in no order. */
export type BusyTimes = {
  /** False of whom the tenant does not have, and when their connected calendar cannot be read. */
  isReadable: boolean;
  meetings: Span[];
  external: Span[];
};

type Bounds = { startDateTime: string; endDateTime: string };

/** Reads two local times in a zone. Throws when the second is not after the first. */
export function readRange({ startDateTime, endDateTime }: Bounds, timezone: string): LocalRange {
  const [start, end] = [readLocalTime(startDateTime) ?? '', readLocalTime(endDateTime) ?? ''];
  if (end <= start) {
    throw invalid(fieldError('endDateTime', 'NOT_AFTER_START', 'must be after startDateTime'));
  }
  // If clocks skip the start, the moment before the change is taken: a range never ends before it starts.
  const instant = (text: string, disambiguation: 'earlier' | 'compatible') =>
    Temporal.PlainDateTime.from(text).toZonedDateTime(timezone, { disambiguation }).toInstant();
  return {
    timezone,
    wall: { from: readWall(start), to: readWall(end) },
    range: {
      from: instant(start, 'earlier').toString(),
      to: instant(end, 'compatible').toString(),
    },
  };
}

/** Returns the clock of the zone for a range. */
export function clockOf({ timezone, range }: LocalRange): WallClock {
  const at = (instant: string) => Temporal.Instant.from(instant).epochMilliseconds;
  return openWallClock(timezone, { from: at(range.from), to: at(range.to) });
}

/** Returns the busy times of each user, one in a turn of the event loop; `asked` are UUIDs in lower case. */
export async function listBusyTimes(
  tx: Tx,
  caller: Caller,
  asked: readonly string[],
  within: LocalRange,
  externalBusy: ExternalBusy,
): Promise<Map<string, BusyTimes>> {
  const [known, elsewhere] = await Promise.all([
    listMeetingTimes(tx, visibleTo(tx, caller), asked, within.range),
    externalBusy.listTimes(tx, asked, within.range),
  ]);
  const clock = clockOf(within);
  const onTheWall = (spans: readonly Span[]) => clipSpans(spans.flatMap(clock.toWall), within.wall);
  const times = new Map<string, BusyTimes>();
  for (const { userUuid, busy } of known) {
    const calendar = elsewhere.get(userUuid);
    times.set(userUuid, {
      isReadable: calendar?.isReadable ?? true,
      meetings: onTheWall(busy),
      external: onTheWall(calendar?.busy ?? []),
    });
    await nextTurn();
  }
  return times;
}
