import type { Screens } from '../screens.ts';

export default {
  branding: {
    load: () => import('./page.tsx'),
    words: ['brand', 'session'],
    needs: 'getBranding',
  },
} satisfies Screens;
