import type { Screens } from '../screens.ts';

export default {
  brief: {
    load: () => import('./page.tsx'),
    words: ['brief', 'meetings'],
    needs: 'getMeetingSyncHistory',
  },
} satisfies Screens;
