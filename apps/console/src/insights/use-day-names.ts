import { locale } from '../time.ts';

/** A Monday: the days of a week are named from it on. */
const monday = '2024-01-01';

/** Returns the names of the days of the week, Monday first. */
export const useDayNames = () =>
  Array.from({ length: 7 }, (_, index) =>
    Temporal.PlainDate.from(monday)
      .add({ days: index })
      .toLocaleString(locale(), { weekday: 'long' }),
  );
