import type { Screens } from '../screen.ts';

export default {
  brief: {
    load: () => import('./page.tsx'),
    words: ['brief', 'meetings', 'people', 'households', 'relationships', 'fields'],
    needs: 'getMeetingSyncHistory',
  },
} satisfies Screens;
