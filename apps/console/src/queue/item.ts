import type { AnswerOf } from '../api.ts';

/** Something that waits to be mended. */
export type Item = AnswerOf<'getWorkQueue'>['content'][number];
