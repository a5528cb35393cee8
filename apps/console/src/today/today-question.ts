import { shownZone, today } from '../time.ts';

/** Returns what is asked of the day of whoever looks. */
export const todayQuestion = () => ({
  query: { date: today().toString(), timezone: shownZone() },
});
