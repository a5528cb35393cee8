import type { Screens } from '../screen.ts';

export default {
  meetings: {
    load: () => import('./list.tsx'),
    words: ['meetings', 'tables'],
    needs: 'exportMeetings',
  },
  meeting: {
    load: () => import('./page.tsx'),
    words: ['meetings', 'people', 'timeline', 'fields'],
    needs: 'getMeetingSyncHistory',
  },
  newMeeting: {
    load: () => import('./new.tsx'),
    words: ['meetings', 'fields'],
    needs: 'createMeeting',
    act: 'meetings:form.new',
  },
  editMeeting: {
    load: () => import('./edit.tsx'),
    words: ['meetings', 'fields'],
    needs: 'updateMeeting',
  },
} satisfies Screens;
