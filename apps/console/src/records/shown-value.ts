import { isAmount, typedAmount } from '../forms/amounts.ts';
import { showDate, showLocalTime, typedDate, zonedOf } from '../time.ts';
import type { FilterType } from './conditions.ts';

/** Shows a value that a condition states; as it is stated where it is none of its type. */
export function showValue(text: string, type: FilterType): string {
  if (type === 'number' || type === 'integer') return isAmount(text) ? typedAmount(text) : text;
  try {
    if (type === 'date') return showDate(text);
    if (type === 'time') return showMoment(zonedOf(text).toPlainDateTime());
    if (type === 'localTime') return showMoment(Temporal.PlainDateTime.from(text));
  } catch {
    // An address or a view can state anything.
  }
  return text;
}

/** Shows a value as it is typed, so that it is read as the same again. */
export function showTyped(value: string, type: FilterType): string {
  if (type === 'number' || type === 'integer') return typedAmount(value);
  return type === 'date' ? typedDate(value) : value;
}

/** Shows the first or the last second of a day as that day. */
function showMoment(local: Temporal.PlainDateTime): string {
  const isBound = /T(00:00:00|23:59:59)$/.test(local.toString());
  return isBound ? showDate(local.toString()) : showLocalTime(local.toString());
}
