/** A stretch of time from a millisecond, included, to another, excluded. */
export type Span = { from: number; to: number };

export type WallClock = ReturnType<typeof openWallClock>;

/** A stretch of instants with one offset from UTC. */
type Period = Span & { offset: number };

const minuteMs = 60_000;

/**
 * Translates instants to what a zone's clocks show, within a range of instants. Both are counted in
 * milliseconds of the epoch: a clock's time as if the clock showed UTC.
 */
export function openWallClock(timezone: string, range: Span) {
  const periods = listPeriods(timezone, range);

  /**
   * Returns what the clocks show between two instants, as one or more spans. Where clocks are set
   * back, a span covers what they show in either pass; what they skip belongs to the span around it.
   */
  function toWall({ from, to }: Span): Span[] {
    return periods.flatMap((period, at) => {
      const [start, end] = [Math.max(from, period.from), Math.min(to, period.to)];
      if (start >= end) return [];
      const next = to > period.to ? periods[at + 1] : undefined;
      const wallEnd = end + period.offset;
      return {
        from: start + period.offset,
        to: next ? Math.max(wallEnd, next.from + next.offset) : wallEnd,
      };
    });
  }

  /** Returns the times that the clocks never show. */
  function listSkipped(): Span[] {
    return periods.slice(1).flatMap((next, at) => {
      const before = periods[at] as Period;
      const gap = { from: before.to + before.offset, to: next.from + next.offset };
      return gap.from < gap.to ? gap : [];
    });
  }

  return { toWall, listSkipped };
}

function listPeriods(timezone: string, range: Span): Period[] {
  const periods: Period[] = [];
  let start = new Temporal.ZonedDateTime(BigInt(range.from) * 1_000_000n, timezone);
  while (start.epochMilliseconds < range.to) {
    const next = start.getTimeZoneTransition('next');
    const end = Math.min(next?.epochMilliseconds ?? range.to, range.to);
    const offset = Math.round(start.offsetNanoseconds / 1e6);
    periods.push({ from: start.epochMilliseconds, to: end, offset });
    if (!next || end === range.to) break;
    start = next;
  }
  return periods;
}

/** Reads a local time, `YYYY-MM-DDThh:mm:ss`, as milliseconds. */
export const readWall = (local: string): number =>
  Temporal.PlainDateTime.from(local).toZonedDateTime('UTC').epochMilliseconds;

/** Writes milliseconds as a local time. */
export const writeWall = (wall: number): string => new Date(wall).toISOString().slice(0, 19);

/** Reads a time of day, `hh:mm`, as milliseconds from midnight. */
export function readTimeOfDay(text: string): number {
  const [hours, minutes] = text.split(':').map(Number) as [number, number];
  return (hours * 60 + minutes) * minuteMs;
}

/** Returns the same times in order, those that overlap or touch as one. */
export function mergeSpans(spans: readonly Span[]): Span[] {
  const merged: Span[] = [];
  for (const { from, to } of spans.toSorted((a, b) => a.from - b.from)) {
    const last = merged.at(-1);
    if (last && from <= last.to) last.to = Math.max(last.to, to);
    else merged.push({ from, to });
  }
  return merged;
}

/** Returns what is left of some times without others; both are in order and do not overlap. */
export function subtractSpans(spans: readonly Span[], others: readonly Span[]): Span[] {
  let at = 0;
  return spans.flatMap(({ from, to }) => {
    const left: Span[] = [];
    let start = from;
    for (let other = others[at]; other && other.from < to; other = others[at]) {
      if (other.from > start) left.push({ from: start, to: other.from });
      start = Math.max(start, other.to);
      if (other.to > to) break;
      at += 1;
    }
    if (start < to) left.push({ from: start, to });
    return left;
  });
}

/** Returns the parts of some times that lie within a range. */
export function clipSpans(spans: readonly Span[], range: Span): Span[] {
  return spans.flatMap(({ from, to }) => {
    const clipped = { from: Math.max(from, range.from), to: Math.min(to, range.to) };
    return clipped.from < clipped.to ? clipped : [];
  });
}
