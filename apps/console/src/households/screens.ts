import type { Screens } from '../screen.ts';

export default {
  households: {
    load: () => import('./list.tsx'),
    words: ['households', 'tables'],
    needs: 'filterHouseholds',
  },
  newHousehold: {
    load: () => import('./new.tsx'),
    words: ['households', 'relationships', 'tables', 'fields'],
    needs: 'createHousehold',
    act: 'households:new',
  },
  splitHousehold: {
    load: () => import('./restructure.tsx'),
    words: ['households', 'relationships'],
    needs: 'splitHousehold',
  },
  household: {
    load: () => import('./page.tsx'),
    words: ['households', 'relationships', 'people', 'person', 'tables', 'timeline', 'fields'],
    needs: 'getHouseholdDetail',
  },
} satisfies Screens;
