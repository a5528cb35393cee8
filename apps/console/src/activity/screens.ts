import type { Screens } from '../screen.ts';

export default {
  activity: {
    load: () => import('./page.tsx'),
    words: ['activity', 'brief', 'insights', 'timeline', 'people', 'fields'],
    needs: 'getTimeline',
  },
} satisfies Screens;
