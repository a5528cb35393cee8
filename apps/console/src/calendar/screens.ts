import type { Screens } from '../screens.ts';

export default {
  calendar: {
    load: () => import('./page.tsx'),
    words: ['calendar', 'meetings'],
    needs: 'checkAvailability',
  },
} satisfies Screens;
