import type { Screens } from '../screens.ts';

export default {
  people: { load: () => import('./list.tsx'), words: ['people'], needs: 'filterContacts' },
} satisfies Screens;
