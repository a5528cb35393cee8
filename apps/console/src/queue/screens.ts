import type { Screens } from '../screen.ts';

export default {
  queue: {
    load: () => import('./page.tsx'),
    words: ['queue', 'today', 'meetings', 'fields'],
    needs: 'filterContacts',
  },
} satisfies Screens;
