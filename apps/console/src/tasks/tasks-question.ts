import type { Search } from '../search.ts';
import { today } from '../time.ts';

/** Says how many days a filter looks ahead, with the last day. */
export const daysAhead = { LATE: 0, TODAY: 1, WEEK: 7 } as const;

/** Returns which tasks an address shows to somebody: one's own, unless it says the team's. */
export function tasksOf(search: Search<'tasks'>, userUuid: string | undefined) {
  const whose = search.of === 'team' ? search.assignee : userUuid;
  const days = daysAhead[search.due as keyof typeof daysAhead];
  return {
    ...(search.q ? { searchTerm: search.q } : {}),
    ...(whose ? { assigneeUuid: whose } : {}),
    ...(days === undefined ? {} : { dueBefore: today().add({ days }).toString() }),
    status: search.status === 'DONE' ? ('DONE' as const) : ('OPEN' as const),
  };
}
