import type { Screens } from '../screen.ts';

export default {
  pipeline: {
    load: () => import('./board.tsx'),
    words: ['pipeline', 'people'],
    needs: 'filterContacts',
  },
} satisfies Screens;
