import type { Screens } from '../screen.ts';

export default {
  organisations: {
    load: () => import('./list.tsx'),
    words: ['organisations', 'relationships', 'tables'],
    needs: 'listOrganisations',
  },
} satisfies Screens;
