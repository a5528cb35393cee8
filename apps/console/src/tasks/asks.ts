import { askFor } from '../data.ts';
import { isPlain, pageOf, usualSort } from '../records/list-question.ts';
import type { Asks } from '../screen.ts';
import { tasksOf } from './tasks-question.ts';

export default {
  tasks: ({ search, user }) => {
    if (!isPlain(search)) return;
    const query = { ...pageOf(0, usualSort.tasks), ...tasksOf(search, user?.userUuid) };
    askFor('listTasks', { query });
  },
} satisfies Asks;
