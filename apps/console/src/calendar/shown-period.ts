import type { Search } from '../search.ts';
import { shownZone, today } from '../time.ts';
import { dateOf, daysOf, type View, views } from './range.ts';

/** Returns the day on which a view opens: today, but a week on a weekend is the one that comes. */
export function openingOf(view: View): Temporal.PlainDate {
  const day = today();
  return view === 'week' && day.dayOfWeek > 5 ? day.add({ days: 8 - day.dayOfWeek }) : day;
}

/** Returns the period that an address shows, and what is asked of its meetings. */
export function shownPeriod(search: Search<'calendar'>, isPhone: boolean) {
  const asked = views.find((each) => each === search.view) ?? 'week';
  // Seven columns do not fit on a phone.
  const view: View = isPhone && asked === 'week' ? 'agenda' : asked;
  const date = search.date ? dateOf(search.date) : openingOf(view);
  const days = daysOf(view, date);
  const [first = date, last = date] = [days[0], days.at(-1)];
  const query = {
    from: first.toString(),
    to: last.toString(),
    timezone: shownZone(),
    status: 'ACTIVE',
  } as const;
  return { view, date, days, first, last, query };
}
