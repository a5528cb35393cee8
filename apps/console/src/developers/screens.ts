import type { Screens } from '../screen.ts';

export default {
  developers: {
    load: () => import('./page.tsx'),
    words: ['developers', 'settings', 'activity'],
    needs: 'listCredentials',
  },
} satisfies Screens;
