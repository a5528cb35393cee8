import type { Screens } from '../screens.ts';

export default {
  developers: {
    load: () => import('./page.tsx'),
    words: ['developers', 'settings', 'activity'],
    needs: 'listCredentials',
  },
} satisfies Screens;
