import type { Screens } from '../screens.ts';

export default {
  today: { load: () => import('./page.tsx'), words: ['today', 'queue', 'meetings'] },
} satisfies Screens;
