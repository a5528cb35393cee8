import type { Screens } from '../screen.ts';

export default {
  settings: { load: () => import('./account.tsx'), words: ['settings'], needs: 'getMe' },
  calendarSettings: {
    load: () => import('./calendar.tsx'),
    words: ['settings', 'feed'],
    needs: 'getCalendarConnection',
  },
} satisfies Screens;
