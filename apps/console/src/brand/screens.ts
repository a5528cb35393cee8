import type { Screens } from '../screen.ts';

export default {
  branding: {
    load: () => import('./page.tsx'),
    words: ['brand', 'session'],
    needs: 'getBranding',
  },
} satisfies Screens;
