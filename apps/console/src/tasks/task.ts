import type { AnswerOf } from '../api.ts';

export type Task = AnswerOf<'listTasks'>['content'][number];

/** Returns a task as it is told: whom it is about, and then what is to be done. */
export const titleOf = ({ recordName, title }: Pick<Task, 'recordName' | 'title'>): string =>
  [recordName, title].filter(Boolean).join(' · ');
