import type { Screens } from '../screens.ts';

export default {
  households: {
    load: () => import('./list.tsx'),
    words: ['households'],
    needs: 'filterHouseholds',
  },
} satisfies Screens;
