import type { Screens } from '../screen.ts';

export default {
  brief: {
    load: () => import('./page.tsx'),
    words: ['brief', 'meetings', 'people', 'households', 'relationships'],
    needs: 'getMeetingSyncHistory',
  },
} satisfies Screens;
