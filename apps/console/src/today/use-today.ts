import type { AnswerOf } from '../api.ts';
import { useRead } from '../data.ts';
import { shownZone, today } from '../time.ts';
import { useMinute } from '../ui/minute.ts';

export type TodayAnswer = AnswerOf<'getToday'>;

/** Reads the day of whoever looks, which all parts of the page share; it is looked at anew by itself. */
export function useToday() {
  useMinute();
  return useRead(
    'getToday',
    { query: { date: today().toString(), timezone: shownZone() } },
    { every: 300_000, onReturn: true, keepsOld: true },
  );
}
