import type { Screens } from '../screens.ts';

export default {
  households: {
    load: () => import('./list.tsx'),
    words: ['households'],
    needs: 'filterHouseholds',
  },
  household: {
    load: () => import('./page.tsx'),
    words: ['households', 'relationships'],
    needs: 'getHouseholdDetail',
  },
} satisfies Screens;
