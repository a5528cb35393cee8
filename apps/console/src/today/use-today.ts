import type { AnswerOf } from '../api.ts';
import { useRead } from '../data.ts';
import { useMinute } from '../ui/minute.ts';
import { todayQuestion } from './today-question.ts';

export type TodayAnswer = AnswerOf<'getToday'>;

/** Reads the day of whoever looks, which all parts of the page share; it is looked at anew by itself. */
export function useToday() {
  useMinute();
  return useRead('getToday', todayQuestion(), { every: 300_000, onReturn: true, keepsOld: true });
}
