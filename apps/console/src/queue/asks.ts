import { askFor } from '../data.ts';
import { isPlain } from '../records/list-question.ts';
import type { Asks } from '../screen.ts';
import { queueQuestion } from './queue-question.ts';

export default {
  queue: ({ search }) => {
    if (isPlain(search)) askFor('getWorkQueue', { query: queueQuestion() });
  },
} satisfies Asks;
