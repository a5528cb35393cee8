import type { Screens } from '../screen.ts';

export default {
  calendar: {
    load: () => import('./page.tsx'),
    words: ['calendar', 'meetings'],
    needs: 'checkAvailability',
  },
} satisfies Screens;
