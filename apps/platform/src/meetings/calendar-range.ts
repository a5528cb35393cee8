import { fieldError, invalid } from '@atrium/kit/problem.ts';
import type { Fragment } from '@atrium/kit/sql.ts';
import type { Tx } from '../database/transaction.ts';
import { readLocalTime } from '../http/local-time.ts';

/** The part of a calendar that is asked for; a bound that is absent is open. */
type CalendarRange = { from?: string; to?: string; timezone?: string };

/**
 * Returns the condition that `meetings m` overlap a range, its end excluded; a plain date as `to` includes
 * that day. Local times are compared with each meeting's own clock, or with `timezone` as instants,
 * as those are that bear an offset. Throws VALIDATION_FAILED naming `from` or `to`.
 */
export function overlaps(tx: Tx, { from, to, timezone }: CalendarRange): Fragment {
  const begin = from === undefined ? undefined : readBound(from, 'from', timezone);
  const end = to === undefined ? undefined : readBound(to, 'to', timezone);
  if (begin && end && begin.text > end.text && begin.local === end.local) {
    throw invalid(fieldError('to', 'BEFORE_FROM', 'must not be before from'));
  }
  const after =
    begin &&
    (begin.local
      ? tx`m.end_local > ${begin.text}::timestamp`
      : tx`m.ends_at > ${begin.text}::timestamptz`);
  const before =
    end &&
    (end.local
      ? tx`m.start_local < ${end.text}::timestamp`
      : tx`m.starts_at < ${end.text}::timestamptz`);
  return tx`${after ?? tx`true`} and ${before ?? tx`true`}`;
}

type Bound = { text: string; local: boolean };

function readBound(text: string, field: 'from' | 'to', timezone: string | undefined): Bound {
  const local = readLocalTime(text);
  if (local === undefined) return { text: readInstant(text, field), local: false };
  const time = Temporal.PlainDateTime.from(local).add({
    days: field === 'to' && text.length === 10 ? 1 : 0,
  });
  if (timezone === undefined) return { text: time.toString(), local: true };
  return { text: time.toZonedDateTime(timezone).toInstant().toString(), local: false };
}

function readInstant(text: string, field: string): string {
  try {
    return Temporal.Instant.from(text).toString();
  } catch {
    throw invalid(
      fieldError(field, 'INVALID_FORMAT', 'must be a date or a time, local or with an offset'),
    );
  }
}
