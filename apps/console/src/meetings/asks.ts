import { askFor } from '../data.ts';
import type { Asks } from '../screen.ts';

export default {
  meeting: ({ params: { meetingUuid } }) => askFor('getMeeting', { path: { meetingUuid } }),
} satisfies Asks;
