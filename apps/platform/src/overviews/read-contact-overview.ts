import { type Caller, readsArea } from '@atrium/kit/auth/caller.ts';
import { seenHouseholdsOf } from '../auth/visible-households.ts';
import { contactNotFound, visibleTo } from '../contacts/contact-access.ts';
import { listDuplicates } from '../contacts/duplicates/list-duplicates.ts';
import { findContact } from '../contacts/queries.ts';
import { readReadiness } from '../contacts/readiness/read-readiness.ts';
import type { Tx } from '../database/transaction.ts';
import { findDetail } from '../households/find-detail.ts';
import { asked } from '../meetings/meeting-filter.ts';
import { listMeetings } from '../meetings/queries.ts';
import { readTasks } from '../tasks/read-tasks.ts';
import { readTimeline } from '../timeline/read-timeline.ts';
import type { ContactOverviewAnswer } from './schemas.ts';

const [mostHouseholds, mostMeetings, mostTasks] = [12, 4, 20];

/** Returns what is asked of the list of meetings: those of a contact, the latest first. */
export const meetingsAsked = (contactUuid: string) => ({
  filters: [{ field: 'participantUuid', operator: 'EQUALS', value: contactUuid }],
  sort: ['startDateTime,desc'],
});

/**
 * Returns a contact with all that its page shows, by the same queries as each part's own read and as far
 * as the caller sees it. Throws NOT_FOUND.
 */
export async function readContactOverview(
  tx: Tx,
  caller: Caller,
  contactUuid: string,
): Promise<ContactOverviewAnswer> {
  const record = { entityType: 'CONTACT', entityUuid: contactUuid } as const;
  const households = seenHouseholdsOf(tx, caller);
  const contact = await findContact(tx, visibleTo(tx, caller), contactUuid, households);
  const readiness = contact && (await readReadiness(tx, caller, contactUuid));
  if (!readiness) throw await contactNotFound(tx, caller, contactUuid);
  const shown = readsArea(caller, 'households')
    ? contact.householdUuids.slice(0, mostHouseholds)
    : [];
  const { filters, sort } = meetingsAsked(contactUuid);
  const [duplicates, details, meetings, tasks, timeline] = await Promise.all([
    listDuplicates(tx, caller, contactUuid),
    Promise.all(shown.map((householdUuid) => findDetail(tx, caller, householdUuid))),
    readsArea(caller, 'meetings')
      ? listMeetings(tx, caller, asked(tx, caller, { filters }), { size: mostMeetings, sort })
      : undefined,
    readsArea(caller, 'tasks')
      ? readTasks(tx, caller, { ...record, status: 'OPEN', size: mostTasks })
      : undefined,
    readTimeline(tx, caller, record),
  ]);
  return {
    contact,
    readiness,
    duplicates,
    households: details,
    timeline,
    ...(meetings && { meetings }),
    ...(tasks && { tasks }),
  };
}
