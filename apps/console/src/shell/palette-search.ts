import { can } from '../can.ts';
import { useRead } from '../data.ts';
import { pathTo } from '../paths.ts';
import { screens } from '../screens.ts';
import { usePerson } from './person.tsx';

export type Found = {
  kind: 'person' | 'household' | 'staff' | 'meeting' | 'page' | 'act';
  href: string;
  label: string;
  hint?: string;
};
export type FoundGroup = { name: string; items?: Found[]; failed?: boolean };

const size = 5;

/** Searches every source that the person may read; one that fails says so in its own group. */
export function useFound(term: string): { groups: FoundGroup[]; isSearching: boolean } {
  const user = usePerson();
  const isAsked = term.length >= 2;
  const options = (operation: Parameters<typeof can>[0], page: keyof typeof screens) => ({
    enabled: isAsked && can(operation, user) && screens[page] !== undefined,
    keepsOld: true,
  });
  const people = useRead(
    'listContacts',
    { query: { searchTerm: term, size } },
    options('listContacts', 'person'),
  );
  const households = useRead(
    'searchHouseholds',
    { query: { searchTerm: term } },
    options('searchHouseholds', 'household'),
  );
  const staff = useRead(
    'searchStaff',
    { query: { name: term, size } },
    options('searchStaff', 'team'),
  );
  const meetings = useRead(
    'filterMeetings',
    {
      body: {
        filters: [{ field: 'title', operator: 'CONTAINS', value: term }],
        size,
        sort: ['startDateTime,desc'],
      },
    },
    options('filterMeetings', 'meeting'),
  );
  if (!isAsked) return { groups: [], isSearching: false };
  const groups: FoundGroup[] = [
    {
      name: 'people',
      failed: people.isError,
      items: (people.data?.content ?? []).map((each) => ({
        kind: 'person',
        href: pathTo('person', { contactUuid: each.contactUuid }),
        label: each.displayName ?? `${each.firstName} ${each.paternalLastName}`,
        ...(each.primaryEmail ? { hint: each.primaryEmail } : {}),
      })),
    },
    {
      name: 'households',
      failed: households.isError,
      items: (households.data ?? []).slice(0, size).map((each) => ({
        kind: 'household',
        href: pathTo('household', { householdUuid: each.householdUuid }),
        label: each.name,
      })),
    },
    {
      name: 'staff',
      failed: staff.isError,
      items: (staff.data?.content ?? []).map((each) => ({
        kind: 'staff',
        href: pathTo('team', { member: each.tenantStaffUuid }),
        label: `${each.firstName} ${each.paternalLastName}`,
        hint: each.userEmail,
      })),
    },
    {
      name: 'meetings',
      failed: meetings.isError,
      items: (meetings.data?.content ?? []).map((each) => ({
        kind: 'meeting',
        href: pathTo('meeting', { meetingUuid: each.meetingUuid }),
        label: each.title ?? '',
      })),
    },
  ];
  const reads = [people, households, staff, meetings];
  return {
    groups: groups.filter(({ items, failed }) => failed || (items?.length ?? 0) > 0),
    isSearching: reads.some(({ isFetching }) => isFetching),
  };
}
