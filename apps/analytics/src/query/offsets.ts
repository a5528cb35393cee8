/** A stretch of time in which a zone's clocks do not change. `startMs` is when it began. */
type Stretch = { startMs: number; offsetMs: number };

const farPastMs = -1e15;

/**
 * Returns the stretches of a zone from the one that holds `fromMs` to the one before `toMs`. This
 * process's time zone data is the only one that counts: the engine has its own, of another age.
 */
export function stretchesOf(timezone: string, fromMs: number, toMs: number): Stretch[] {
  const from = Temporal.Instant.fromEpochMilliseconds(fromMs).toZonedDateTimeISO(timezone);
  const began = from.add({ milliseconds: 1 }).getTimeZoneTransition('previous');
  const stretches = [stretchAt(from, began?.epochMilliseconds ?? farPastMs)];
  for (
    let next = from.getTimeZoneTransition('next');
    next && next.epochMilliseconds < toMs;
    next = next.getTimeZoneTransition('next')
  ) {
    stretches.push(stretchAt(next, next.epochMilliseconds));
  }
  return stretches;
}

function stretchAt(at: Temporal.ZonedDateTime, startMs: number): Stretch {
  return { startMs, offsetMs: at.offsetNanoseconds / 1e6 };
}
