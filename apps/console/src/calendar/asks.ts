import { askFor } from '../data.ts';
import type { Asks } from '../screen.ts';
import { rightOf } from '../search.ts';
import { isPhone } from '../ui/phone-width.ts';
import { shownPeriod } from './shown-period.ts';

export default {
  calendar: ({ search }) =>
    askFor('listMeetings', { query: shownPeriod(rightOf(search), isPhone()).query }),
} satisfies Asks;
