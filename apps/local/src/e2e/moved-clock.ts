import { readFileSync } from 'node:fs';

/**
 * Loaded into services before all else (`--import`): their clock is ahead by as many milliseconds as
 * the file says that `?clock=` names, and follows it. PostgreSQL keeps the machine's time.
 */
const file = new URL(import.meta.url).searchParams.get('clock');
const TrueDate = Date;
let aheadMs = 0;

function look(): void {
  if (file) aheadMs = Number(readFileSync(file, 'utf8')) || 0;
}

class MovedDate extends TrueDate {
  constructor(...given: [] | [number | string | Date]) {
    if (given.length === 0) super(TrueDate.now() + aheadMs);
    else super(...(given as [number]));
  }
  static override now(): number {
    return TrueDate.now() + aheadMs;
  }
}

if (file) {
  look();
  setInterval(look, 20).unref();
  globalThis.Date = MovedDate as DateConstructor;
  const { Now } = Temporal;
  const instant = () => Temporal.Instant.fromEpochMilliseconds(MovedDate.now());
  const zoned = (zone: string = Now.timeZoneId()) => instant().toZonedDateTimeISO(zone);
  Object.assign(Now, {
    instant,
    zonedDateTimeISO: zoned,
    plainDateISO: (zone?: string) => zoned(zone).toPlainDate(),
    plainDateTimeISO: (zone?: string) => zoned(zone).toPlainDateTime(),
    plainTimeISO: (zone?: string) => zoned(zone).toPlainTime(),
  });
}
