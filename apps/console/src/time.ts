import { foldText } from '@atrium/kit/texts/folding.ts';
import { currentLanguage, wordsOf } from './i18n/words.ts';

/**
 * All time of the console. Records have UTC without a zone (`2026-11-18T15:00:00`), meetings have local
 * times of their own zone, dates are dates and never become instants.
 */
let zone: string | undefined;

/** Sets the zone that times are shown in: the person's own, not the machine's. */
export function showIn(timeZone: string) {
  zone = timeZone;
}

export const machineZone = () => Temporal.Now.timeZoneId();
export const shownZone = () => zone ?? machineZone();

/** Returns whether two names stand for the same zone, as `Asia/Calcutta` and `Asia/Kolkata` do. */
export function isSameZone(one: string, other: string): boolean {
  const now = Temporal.Now.zonedDateTimeISO(one);
  return now.equals(now.withTimeZone(other));
}

/** Returns the instant of a record's time. */
export const instantOf = (utc: string) =>
  Temporal.Instant.from(utc.endsWith('Z') ? utc : `${utc}Z`);

/** Returns a record's time in the person's zone. */
export const zonedOf = (utc: string) => instantOf(utc).toZonedDateTimeISO(shownZone());

/** Returns today's date in the person's zone. */
export const today = () => Temporal.Now.plainDateISO(shownZone());

/** Returns the first moment of a date in the person's zone, as records have it: UTC without a zone. */
export const startOf = (date: string) =>
  Temporal.PlainDate.from(date).toZonedDateTime(shownZone()).toInstant().toString().slice(0, 19);

/** Returns the last second of a date in the person's zone, as records have it: UTC without a zone. */
export const endOf = (date: string) =>
  Temporal.PlainDate.from(date)
    .add({ days: 1 })
    .toZonedDateTime(shownZone())
    .subtract({ seconds: 1 })
    .toInstant()
    .toString()
    .slice(0, 19);

/** Returns a date that an address states, as long as it is one and is over. */
export function pastDate(text: string | undefined): string | undefined {
  if (!text || !/^\d{4}-\d{2}-\d{2}$/.test(text)) return undefined;
  try {
    const date = Temporal.PlainDate.from(text, { overflow: 'reject' });
    return Temporal.PlainDate.compare(date, today()) < 0 ? text : undefined;
  } catch {
    return undefined;
  }
}

export const locale = () => (currentLanguage() === 'es' ? 'es-CL' : 'en-GB');
/** Returns what formats in the page's language: to make one takes longer than a hundred texts of it. */
function formatting<Format>(make: (locale: string) => Format): () => Format {
  const made = new Map<string, Format>();
  return () => {
    const format = made.get(locale()) ?? make(locale());
    made.set(locale(), format);
    return format;
  };
}
const numbers = formatting((own) => new Intl.NumberFormat(own));
const ago = formatting((own) => new Intl.RelativeTimeFormat(own, { numeric: 'auto' }));

/** Hours and minutes; of 24 hours, since Chile's locale alone would say "2:15 p. m.". */
export const clock = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;

/** Shows a date such as `1974-03-02`: "2 mar 1974". */
export function showDate(date: string | null | undefined): string {
  if (!date) return '';
  const options = { day: 'numeric', month: 'short', year: 'numeric' } as const;
  return Temporal.PlainDate.from(date.slice(0, 10)).toLocaleString(locale(), options);
}

/** Shows a share of a hundred: "12,5 %". */
export const showPercent = (value: number) =>
  (value / 100).toLocaleString(locale(), { style: 'percent', maximumFractionDigits: 2 });

/** Shows a record's time: "18 nov 2026, 15:00". */
export function showTime(utc: string | null | undefined): string {
  if (!utc) return '';
  const options = {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    ...clock,
  } as const;
  return zonedOf(utc).toLocaleString(locale(), options);
}

const steps = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const;

/** Shows how long ago a record's time was, or how far ahead: "hace 3 días". */
export function showAgo(utc: string | null | undefined): string {
  if (!utc) return '';
  const seconds =
    (instantOf(utc).epochMilliseconds - Temporal.Now.instant().epochMilliseconds) / 1_000;
  const format = ago();
  for (const [unit, size] of steps)
    if (Math.abs(seconds) >= size) return format.format(Math.round(seconds / size), unit);
  return wordsOf('common')('justNow');
}

/** Shows an amount of money, "$ 1.250.000": pesos have no decimals. */
export function showMoney(amount: string | number, currency: string): string {
  return Number(amount).toLocaleString(locale(), {
    style: 'currency',
    currency,
    maximumFractionDigits: currency === 'CLP' ? 0 : 2,
  });
}

/** Shows a large number in few letters: "1250 M". */
export const showRound = (value: number) =>
  value.toLocaleString(locale(), { notation: 'compact', maximumFractionDigits: 1 });

export const showNumber = (value: number) => numbers().format(value);

/** Shows names one after another, as the language joins them. */
export const showList = (items: readonly string[]) =>
  new Intl.ListFormat(locale(), { type: 'conjunction' }).format(items);

/** Shows the time of day of now in a zone: "15:04". */
export const showNowIn = (timeZone: string) =>
  Temporal.Now.plainTimeISO(timeZone).toString({ smallestUnit: 'minute' });

/** Shows the city of a zone: "Madrid". */
export const showCity = (zone: string) => (zone.split('/').at(-1) ?? zone).replaceAll('_', ' ');

/** Shows a zone by its city and what it is ahead of Greenwich at an instant: "Santiago (GMT−3)". */
export function showZone(zone: string, at = Temporal.Now.instant()): string {
  const { offset } = at.toZonedDateTimeISO(zone);
  const [, sign, hours, minutes] = /([+-])0?(\d+):(\d+)/.exec(offset) ?? [];
  const ahead = `${sign === '-' ? '−' : '+'}${hours}${minutes === '00' ? '' : `:${minutes}`}`;
  return `${showCity(zone)} (GMT${ahead})`;
}

/** Shows a local time of no stated zone, as meetings have it: "18 nov 2026, 15:00". */
export const showLocalTime = (local: string) =>
  Temporal.PlainDateTime.from(local).toLocaleString(locale(), {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    ...clock,
  });

/** Shows a local time by its weekday, as one speaks of it: "jue 3 dic, 10:00". */
export const showLocalDay = (local: string) =>
  Temporal.PlainDateTime.from(local).toLocaleString(locale(), {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    ...clock,
  });

type Timed = { startDateTime: string; timezone: string; allDay: boolean };

/** Shows when a meeting begins, by its own clock; in brackets by the person's where that differs. */
export function showMeetingTime({ startDateTime, timezone, allDay }: Timed): string {
  const local = Temporal.PlainDateTime.from(startDateTime);
  if (allDay) return showDate(startDateTime);
  const day = { weekday: 'short', day: 'numeric', month: 'short', ...clock } as const;
  const own = local.toLocaleString(locale(), day);
  const there = local.toZonedDateTime(timezone).withTimeZone(shownZone()).toPlainDateTime();
  if (there.equals(local)) return own;
  return `${there.toLocaleString(locale(), day)} (${local.toLocaleString(locale(), clock)} ${showCity(timezone)})`;
}

/** Shows a date as it is typed into a field: "17-05-1980", in English "17/05/1980". */
export function typedDate(date: string): string {
  const options = { day: '2-digit', month: '2-digit', year: 'numeric' } as const;
  return Temporal.PlainDate.from(date).toLocaleString(locale(), options);
}

/** Returns the time of day that was typed, "9", "930", "9:30", "21.15", "3pm" or "15h30", as `09:30`; undefined where it is none. */
export function parseTime(text: string): string | undefined {
  // "3 p. m." is "3pm" with what stands between its letters.
  const plain = foldText(text).replace(/[ .]*([ap])[ .]*m\.?$/, '$1m');
  const [, hours, minutes = '0', half] =
    /^(\d{1,2})(?:[:. h]?(\d{2}))?h?(am|pm)?$/.exec(plain) ?? [];
  if (hours === undefined || Number(minutes) > 59) return undefined;
  const hour = Number(hours);
  if (half ? hour < 1 || hour > 12 : hour > 23) return undefined;
  const of24 = half ? (hour % 12) + (half === 'pm' ? 12 : 0) : hour;
  return `${String(of24).padStart(2, '0')}:${minutes.padStart(2, '0')}`;
}

/** Returns a time of day some minutes later, around the clock. */
export const timePlus = (time: string, minutes: number) =>
  Temporal.PlainTime.from(time).add({ minutes }).toString().slice(0, 5);

/**
 * Returns the seconds that a server asks to wait, as it says them or as a date by its own clock (RFC 9110,
 * section 10.2.3); undefined where it says nothing.
 */
export function secondsUntil(said: string | null, now: string | null): number | undefined {
  if (!said?.trim()) return undefined;
  const seconds = Number(said);
  if (!Number.isNaN(seconds)) return seconds > 0 ? Math.ceil(seconds) : undefined;
  const from = now === null ? Date.now() : Date.parse(now);
  const left = Math.ceil((Date.parse(said) - from) / 1_000);
  return left > 0 ? left : undefined;
}
