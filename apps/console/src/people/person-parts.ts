import { type AnswerOf, call } from '../api.ts';
import { fill } from '../data.ts';
import { tasksOf, timelineOf } from '../records/record-parts.ts';
import { today } from '../time.ts';

const takesPart = (value: string) => ({ field: 'participantUuid', operator: 'EQUALS', value });

/** Returns what is asked of the latest meetings that a person takes part in. */
export const meetingsOf = (contactUuid: string) => ({
  body: {
    filters: [takesPart(contactUuid)],
    size: 4,
    sort: ['startDateTime,desc'],
  },
});

/** Returns what is asked of the next meetings of a person, those of today included. */
export const nextMeetingsOf = (contactUuid: string) => {
  const value = `${today()}T00:00`;
  const since = { field: 'endDateTime', operator: 'GREATER_THAN_OR_EQUAL', value };
  const filters = [takesPart(contactUuid), since];
  return { body: { filters, size: 4, sort: ['startDateTime,asc'] } };
};

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
