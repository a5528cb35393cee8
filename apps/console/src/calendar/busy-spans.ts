import { momentOf } from '../meeting-time.ts';
import { shownZone } from '../time.ts';
import type { Busy, Colleague } from './colleagues.tsx';

/** As many lanes as can be told apart beside the own meetings; more are drawn together. */
const mostLanes = { narrow: 4, wide: 12 };
export const isTogether = (count: number, isWide: boolean) =>
  count > mostLanes[isWide ? 'wide' : 'narrow'];

/** Returns the part of a day's width that the own meetings have, in per cent. */
export function ownWidth(count: number, isWide: boolean): number {
  if (count === 0) return 97;
  return isTogether(count, isWide) ? 76 : 62;
}

/** A part of a day, in minutes of the person's clock. */
export type BusySpan = { from: number; to: number };
type Day = Temporal.PlainDate;

/** Returns the part of a busy time that lies within a day; none when it lies outside. One in an hour that comes twice is as long as it lasts. */
export function withinDay({ startDateTime, endDateTime, reason }: Busy, day: Day) {
  const text = day.toString();
  if (startDateTime.slice(0, 10) > text || endDateTime.slice(0, 10) < text) return [];
  const minutes = (time: string) => Number(time.slice(11, 13)) * 60 + Number(time.slice(14, 16));
  const from = startDateTime.startsWith(text) ? minutes(startDateTime) : 0;
  const to = endDateTime.startsWith(text) ? minutes(endDateTime) : 1_440;
  if (to > from) return [{ from, to, reason }];
  if (startDateTime.slice(0, 10) !== endDateTime.slice(0, 10)) return [];
  const end = Temporal.PlainDateTime.from(endDateTime);
  const second = end.toZonedDateTime(shownZone(), { disambiguation: 'later' });
  const lasts = momentOf(startDateTime, shownZone()).until(second).total('minutes');
  const top = Math.min(from, 1_440 - lasts);
  return lasts > 0 ? [{ from: top, to: top + lasts, reason }] : [];
}

/** Returns the parts of a day at which some of many are taken, with how many they are. */
export function togetherOn(colleagues: readonly Colleague[], day: Day) {
  const spans = colleagues.flatMap(({ busy }) => busy.flatMap((each) => withinDay(each, day)));
  const bounds = [...new Set(spans.flatMap(({ from, to }) => [from, to]))].sort((a, b) => a - b);
  return bounds.slice(0, -1).flatMap((from, index) => {
    const to = bounds[index + 1] ?? 1_440;
    const own = spans.filter((span) => span.from <= from && span.to >= to);
    if (own.length === 0) return [];
    const isUnreadable = own.some(({ reason }) => reason === 'UNREADABLE');
    return [{ from, to, count: own.length, isUnreadable }];
  });
}
