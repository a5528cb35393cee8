import type { Screens } from '../screen.ts';

export default {
  today: {
    load: () => import('./page.tsx'),
    words: ['today', 'queue', 'meetings'],
  },
} satisfies Screens;
