import type { Screens } from '../screens.ts';

export default {
  meetings: { load: () => import('./list.tsx'), words: ['meetings'], needs: 'exportMeetings' },
  meeting: {
    load: () => import('./page.tsx'),
    words: ['meetings'],
    needs: 'getMeetingSyncHistory',
  },
} satisfies Screens;
