import { askFor } from '../data.ts';
import type { Asks } from '../screen.ts';
import { queueQuestion } from './queue-question.ts';

export default {
  queue: ({ search }) => {
    if (Object.keys(search).length === 0) askFor('getWorkQueue', { query: queueQuestion() });
  },
} satisfies Asks;
