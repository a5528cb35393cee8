import type { Screens } from '../screen.ts';

export default {
  tasks: {
    load: () => import('./list.tsx'),
    words: ['tasks', 'tables', 'people', 'households'],
    needs: 'listTasks',
  },
} satisfies Screens;
