import type { AnswerOf } from '../api.ts';

/** All that a brief tells of a meeting. */
export type BriefAnswer = AnswerOf<'getMeetingBrief'>;
