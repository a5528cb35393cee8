import { locale, today } from '../time.ts';

export const views = ['week', 'day', 'month', 'agenda'] as const;
export type View = (typeof views)[number];
type Day = Temporal.PlainDate;

const agendaDays = 14;

/** Returns the Monday of a day's week. */
const mondayOf = (day: Day) => day.subtract({ days: day.dayOfWeek - 1 });

/** Returns the days that a view shows. */
export function daysOf(view: View, date: Day): Day[] {
  const from = (first: Day, count: number) =>
    Array.from({ length: count }, (_, index) => first.add({ days: index }));
  if (view === 'day') return [date];
  if (view === 'week') return from(mondayOf(date), 7);
  if (view === 'agenda') return from(date, agendaDays);
  const first = mondayOf(date.with({ day: 1 }));
  const last = date.with({ day: date.daysInMonth });
  const weeks = Math.ceil((first.until(last).days + 1) / 7);
  return from(first, weeks * 7);
}

const steps = {
  day: { days: 1 },
  week: { weeks: 1 },
  month: { months: 1 },
  agenda: { days: agendaDays },
} as const;

/** Returns a day of the period before or after. */
export const stepOf = (view: View, date: Day, by: 1 | -1): Day =>
  by === 1 ? date.add(steps[view]) : date.subtract(steps[view]);

/** Returns the date of an address, or today. */
export const dateOf = (text: string | undefined): Day =>
  text ? Temporal.PlainDate.from(text) : today();

/** The name of a period: "noviembre de 2026", "30 nov – 6 dic 2026", "martes 24 de noviembre de 2026". */
export function titleOf(view: View, date: Day): string {
  const days = daysOf(view, date);
  const [first = date, last = date] = [days[0], days.at(-1)];
  if (view === 'month') return date.toLocaleString(locale(), { month: 'long', year: 'numeric' });
  if (view === 'day')
    return date.toLocaleString(locale(), {
      weekday: 'long',
      day: 'numeric',
      month: 'long',
      year: 'numeric',
    });
  const short = { day: 'numeric', month: 'short' } as const;
  const from = first.toLocaleString(locale(), short);
  return `${from} – ${last.toLocaleString(locale(), { ...short, year: 'numeric' })}`;
}
