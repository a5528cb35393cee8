import type { Screens } from '../screens.ts';

export default {
  importPeople: {
    load: () => import('./import.tsx'),
    words: ['problems', 'imports', 'people'],
    needs: 'importContacts',
    act: 'imports:title',
  },
} satisfies Screens;
