import type { Screens } from '../screens.ts';

export default {
  insights: {
    load: () => import('./page.tsx'),
    words: ['insights', 'activity'],
    needs: 'queryAnalytics',
  },
} satisfies Screens;
