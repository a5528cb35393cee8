import type { Screens } from '../screen.ts';

export default {
  importPeople: {
    load: () => import('./import.tsx'),
    words: ['problems', 'imports', 'people', 'fields', 'tables'],
    needs: 'importContacts',
    act: 'imports:title',
  },
} satisfies Screens;
