import { useRead } from '../data.ts';
import { today } from '../time.ts';

/** Returns how many people and households somebody leads, and the meetings ahead that they host. */
export function useLoad(staffUuid: string) {
  const of = (field: string, ...more: { field: string; operator: string; value: string }[]) => ({
    body: { filters: [{ field, operator: 'EQUALS', value: staffUuid }, ...more], size: 1 },
  });
  const people = useRead('filterContacts', of('contactManagerId'));
  const households = useRead('filterHouseholds', of('relationshipManagerUuid'));
  const meetings = useRead(
    'filterMeetings',
    of(
      'hostUuid',
      { field: 'status', operator: 'EQUALS', value: 'ACTIVE' },
      { field: 'startDateTime', operator: 'GREATER_THAN', value: `${today()}T00:00:00` },
    ),
  );
  return {
    people: people.data?.totalElements,
    households: households.data?.totalElements,
    meetings: meetings.data?.totalElements,
  };
}
