import type { AnswerOf } from '../api.ts';

/** The connection of a person's calendar. */
export type Connection = AnswerOf<'getCalendarConnection'>;
