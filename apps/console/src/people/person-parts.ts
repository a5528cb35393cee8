import { type AnswerOf, call } from '../api.ts';
import { fill } from '../data.ts';
import { tasksOf, timelineOf } from '../records/record-parts.ts';

/** Returns what is asked of the latest meetings that a person takes part in. */
export const meetingsOf = (contactUuid: string) => ({
  body: {
    filters: [{ field: 'participantUuid', operator: 'EQUALS', value: contactUuid }],
    size: 4,
    sort: ['startDateTime,desc'],
  },
});

/** Reads a person with all that their page shows, and keeps the answers of its parts. */
export async function readPerson(contactUuid: string): Promise<AnswerOf<'getContact'>> {
  const path = { contactUuid };
  const record = { entityType: 'CONTACT', entityUuid: contactUuid } as const;
  const overview = await call('getContactOverview', { path });
  fill('getContactReadiness', { path }, overview.readiness);
  fill('listContactDuplicates', { path }, overview.duplicates);
  for (const household of overview.households)
    fill('getHouseholdDetail', { path: { householdUuid: household.householdUuid } }, household);
  fill('filterMeetings', meetingsOf(contactUuid), overview.meetings);
  fill('listTasks', tasksOf(record, 'OPEN'), overview.tasks);
  fill('getTimeline', timelineOf(record), overview.timeline);
  return overview.contact;
}
