import type { Screens } from '../screen.ts';

export default {
  trash: {
    load: () => import('./list.tsx'),
    words: ['trash', 'tables'],
    needs: 'restoreContact',
  },
} satisfies Screens;
