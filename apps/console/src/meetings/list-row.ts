import type { AnswerOf } from '../api.ts';

/** A meeting as a row of a list. */
export type MeetingRow = AnswerOf<'filterMeetings'>['content'][number];
