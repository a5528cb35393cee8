import { askFor } from '../data.ts';
import type { Asks } from '../screen.ts';

export default {
  brief: ({ params: { meetingUuid } }) => askFor('getMeetingBrief', { path: { meetingUuid } }),
} satisfies Asks;
