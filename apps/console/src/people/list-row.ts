import type { AnswerOf } from '../api.ts';

/** A person as a row of a list. */
export type PersonRow = AnswerOf<'filterContacts'>['content'][number];
