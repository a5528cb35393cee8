import type { Screens } from '../screen.ts';

export default {
  insights: {
    load: () => import('./page.tsx'),
    words: ['insights', 'activity', 'people'],
    needs: 'queryAnalytics',
  },
} satisfies Screens;
