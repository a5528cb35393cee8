import { type AnswerOf, call } from '../api.ts';
import { fill } from '../data.ts';

type Of<Kind extends string> = { entityType: Kind; entityUuid: string };

/** Returns what is asked of the latest meetings that a person takes part in. */
export const meetingsOf = (contactUuid: string) => ({
  body: {
    filters: [{ field: 'participantUuid', operator: 'EQUALS', value: contactUuid }],
    size: 4,
    sort: ['startDateTime,desc'],
  },
});

/** Returns what is asked of the tasks about a record. */
export const tasksOf = (record: Of<'CONTACT' | 'HOUSEHOLD'>, status: 'OPEN' | 'DONE') => ({
  query: { ...record, size: 20, status },
});

/** Returns what is asked of the history of a record. */
export const timelineOf = (record: Of<'CONTACT' | 'HOUSEHOLD' | 'MEETING'>) => ({
  query: { ...record, size: 20 },
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
