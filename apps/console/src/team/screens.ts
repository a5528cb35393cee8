import type { Screens } from '../screen.ts';

export default {
  team: {
    load: () => import('./list.tsx'),
    words: ['problems', 'team', 'tables', 'imports', 'people', 'fields'],
    needs: 'listStaffPage',
  },
  partners: {
    load: () => import('./partners.tsx'),
    words: ['team', 'tables'],
    needs: 'listPartners',
  },
} satisfies Screens;
