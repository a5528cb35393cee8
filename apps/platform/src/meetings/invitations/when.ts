import type { Language } from '../../mail/languages.ts';
import { daysOf, type Span, shownTimes } from '../time.ts';

const locales: Record<Language, string> = { SPANISH: 'es', ENGLISH: 'en-GB' };

/**
 * Returns the time of a meeting for a reader: the day, and the hours with their zone. All-day meetings
 * have days alone; a meeting past midnight has the day beside each hour.
 */
export function formatWhen(span: Span, language: Language): { day: string; hours: string | null } {
  const locale = locales[language];
  const dayOf = (date: Temporal.PlainDate) =>
    capitalize(date.toLocaleString(locale, { dateStyle: 'full' }));
  const hourOf = (time: Temporal.PlainDateTime) =>
    time.toLocaleString(locale, { timeStyle: 'short' });
  if (span.allDay) {
    const first = Temporal.PlainDate.from(span.startDateTime.slice(0, 10));
    const last = Temporal.PlainDate.from(daysOf(span).until).subtract({ days: 1 });
    return {
      day: [first, ...(first.equals(last) ? [] : [last])].map(dayOf).join(' – '),
      hours: null,
    };
  }
  const zoned = shownTimes(span);
  const [start, end] = [zoned.start.toPlainDateTime(), zoned.end.toPlainDateTime()];
  const first = start.toPlainDate();
  const zone = zoneName(zoned.start, locale);
  if (first.equals(end.toPlainDate())) {
    return { day: dayOf(first), hours: `${hourOf(start)} – ${hourOf(end)}, ${zone}` };
  }
  const until = `${dayOf(end.toPlainDate())}, ${hourOf(end)}`;
  return { day: dayOf(first), hours: `${hourOf(start)} – ${until}, ${zone}` };
}

/** Returns `hora de Chile (GMT−3)`, with a minus, at which no line ends; zones that are only an offset have no other name. */
function zoneName(time: Temporal.ZonedDateTime, locale: string): string {
  const named = (timeZoneName: 'longGeneric' | 'shortOffset') =>
    new Intl.DateTimeFormat(locale, { timeZone: time.timeZoneId, timeZoneName })
      .formatToParts(time.epochMilliseconds)
      .find(({ type }) => type === 'timeZoneName')?.value ?? '';
  const [name, offset] = [named('longGeneric'), named('shortOffset').replace('-', '\u2212')];
  return name.startsWith('GMT') ? offset : `${name} (${offset})`;
}

function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
