import type { Search } from '../search.ts';
import { shownZone } from '../time.ts';
import { dateOf, daysOf, type View, views } from './range.ts';

/** Returns the period that an address shows, and what is asked of its meetings. */
export function shownPeriod(search: Search<'calendar'>, isPhone: boolean) {
  const asked = views.find((each) => each === search.view) ?? 'week';
  // Seven columns do not fit on a phone.
  const view: View = isPhone && asked === 'week' ? 'agenda' : asked;
  const date = dateOf(search.date);
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
