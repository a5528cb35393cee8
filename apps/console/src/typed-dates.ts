import { foldText } from '@atrium/kit/texts/folding.ts';
import { today } from './time.ts';

/** Says which one is meant of the days that a text without a year can stand for. */
export type Toward = 'NEXT' | 'LAST';

type Parts = { day: string; month: string; year?: string };

const forms = [
  /^(?<year>\d{4})-(?<month>\d{1,2})-(?<day>\d{1,2})$/,
  /^(?<day>\d{1,2})[-/. ]+(?<month>\d{1,2})(?:[-/. ]+(?<year>\d{4}))?$/,
  /^(?<day>\d{2})(?<month>\d{2})(?<year>\d{4})$/,
];

/** Words for days, by how far from today they are. */
const near: Readonly<Record<string, number>> = {
  anteayer: -2,
  ayer: -1,
  yesterday: -1,
  hoy: 0,
  today: 0,
  manana: 1,
  tomorrow: 1,
  'pasado manana': 2,
};

const languages = ['es', 'en'];
const nameOf = (language: string, date: Temporal.PlainDate, part: 'weekday' | 'month') =>
  foldText(date.toLocaleString(language, { [part]: 'long' }));

/** Returns whether a text may be a name, or its first three letters or more: names take long to find. */
const isWord = (text: string) => /^[a-z]{3}/.test(text);

/**
 * Returns the date that was typed, as `1980-05-17`: day first, as ISO 8601, "1/12", "1 dic", "tomorrow" or
 * "martes". Without a year it is the next such day, or the last one. Undefined where it is none.
 */
export function parseDate(text: string, toward: Toward = 'NEXT'): string | undefined {
  const plain = foldText(text).trim().replace(/\s+/g, ' ');
  const now = today();
  const away = near[plain];
  if (away !== undefined) return now.add({ days: away }).toString();
  const [first = '', ...rest] = plain.replace(/^(?:el|on|the) /, '').split(' ');
  const day = rest.join(' ').replace(/^(?:el|the) /, '');
  if (rest.length === 0)
    return weekdayOf(first, now, toward) ?? dateOf(partsOf(first), now, toward);
  // Of "martes 11 de agosto" the day counts: who says both has looked at a calendar.
  if (weekdayOf(first, now, toward))
    return /^\d{1,2}$/.test(day)
      ? dayOfMonth(Number(day), first, now, toward)
      : dateOf(partsOf(day), now, toward);
  return dateOf(partsOf([first, ...rest].join(' ')), now, toward);
}

/** Returns the day of a month, `11`, that is of a weekday; one in the months around where none is. */
function dayOfMonth(
  day: number,
  weekday: string,
  now: Temporal.PlainDate,
  toward: Toward,
): string | undefined {
  const way = toward === 'NEXT' ? 1 : -1;
  const months = Array.from({ length: 12 }, (_, at) => now.add({ months: at * way }));
  const days = months
    .filter(({ daysInMonth }) => day >= 1 && day <= daysInMonth)
    .map((month) => month.with({ day }))
    .filter((date) => Temporal.PlainDate.compare(date, now) * way >= 0);
  const isMeant = (date: Temporal.PlainDate) =>
    languages.some((each) => nameOf(each, date, 'weekday').startsWith(weekday));
  return (days.find(isMeant) ?? days[0])?.toString();
}

function weekdayOf(text: string, now: Temporal.PlainDate, toward: Toward): string | undefined {
  if (!isWord(text)) return undefined;
  const way = toward === 'NEXT' ? 1 : -1;
  const days = [1, 2, 3, 4, 5, 6, 7].map((each) => now.add({ days: each * way }));
  return days
    .find((day) => languages.some((each) => nameOf(each, day, 'weekday').startsWith(text)))
    ?.toString();
}

function partsOf(text: string): Parts | undefined {
  const found = forms.map((form) => form.exec(text)).find(Boolean);
  if (found?.groups) return found.groups as Parts;
  const named = /^(?<day>\d{1,2}) (?:de )?(?<name>[a-z]{3,})\.?(?: (?:de )?(?<year>\d{4}))?$/.exec(
    text,
  );
  if (!named?.groups) return undefined;
  const { day = '', name = '', year } = named.groups;
  const month = Array.from({ length: 12 }, (_, at) => at + 1).find((each) =>
    languages.some((language) => {
      const date = Temporal.PlainDate.from({ year: 2000, month: each, day: 1 });
      return nameOf(language, date, 'month').startsWith(name);
    }),
  );
  return month === undefined ? undefined : { day, month: String(month), ...(year ? { year } : {}) };
}

function dateOf(
  parts: Parts | undefined,
  now: Temporal.PlainDate,
  toward: Toward,
): string | undefined {
  if (!parts) return undefined;
  const of = (year: number) => {
    const stated = { year, month: Number(parts.month), day: Number(parts.day) };
    try {
      return Temporal.PlainDate.from(stated, { overflow: 'reject' });
    } catch {
      return undefined;
    }
  };
  if (parts.year) return of(Number(parts.year))?.toString();
  // 29 February comes in four years at most, or in eight.
  const years = Array.from({ length: 9 }, (_, at) => now.year + (toward === 'NEXT' ? at : -at));
  const isMeant = (date: Temporal.PlainDate) => {
    const order = Temporal.PlainDate.compare(date, now);
    return toward === 'NEXT' ? order >= 0 : order <= 0;
  };
  return years
    .map(of)
    .find((date) => date && isMeant(date))
    ?.toString();
}
