import type { AnswerOf, OperationId } from '../api.ts';
import { can } from '../can.ts';
import { useRead } from '../data.ts';
import { useWords } from '../i18n/words.ts';
import { type PathName, pathTo } from '../paths.ts';
import type { User } from '../session.ts';
import { usePerson } from './person.tsx';
import { isOpenTo } from './places.ts';
import { recentVisits } from './visits.ts';

export type Found = {
  kind: 'person' | 'household' | 'staff' | 'meeting' | 'page' | 'act' | 'key';
  /** The address it leads to; a key's act has none. */
  href?: string;
  run?: () => void;
  label: string;
  hint?: string;
};
export type FoundGroup = { name: string; items?: Found[]; failed?: boolean };

/** Returns whether a person may search a source, and open what it finds. */
const isSeen = (page: PathName, operation: OperationId, user: User | undefined) =>
  user !== undefined && can(operation, user) && isOpenTo(page, user);

const size = 5;
/** People found first who are offered a meeting with. */
const meetable = 2;

/** Returns the records looked at last, filled up with the people changed last. */
export function useRecent(isShown: boolean): { items: Found[]; isLoading: boolean } {
  const user = usePerson();
  const visits: readonly Found[] = recentVisits();
  const people = useRead(
    'listContacts',
    { query: { size, sort: ['updatedAt,desc'] } },
    {
      enabled: isShown && visits.length < size && isSeen('people', 'listContacts', user),
      staleTime: 60_000,
    },
  );
  const others = people.isError ? [] : (people.data?.content ?? []).map(personOf);
  const isNew = ({ href }: Found) => visits.every((visit) => visit.href !== href);
  return {
    items: [...visits, ...others.filter(isNew)].slice(0, Math.max(size, visits.length)),
    isLoading: people.isLoading,
  };
}

/** Searches every source that the person may read; one that fails says so in its own group. */
export function useFound(term: string): { groups: FoundGroup[]; isSearching: boolean } {
  const t = useWords('common');
  const user = usePerson();
  const isAsked = term.length >= 2;
  const options = (operation: Parameters<typeof can>[0], page: PathName) => ({
    enabled: isAsked && isSeen(page, operation, user),
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
      items: (people.data?.content ?? []).map(personOf),
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
  if (can('createMeeting', user))
    groups.push({
      name: 'acts',
      items: (people.data?.content ?? []).slice(0, meetable).map((each) => ({
        kind: 'act',
        href: pathTo('newMeeting', { contact: each.contactUuid }),
        label: t('found.meet', { name: nameOf(each) }),
      })),
    });
  const reads = [people, households, staff, meetings];
  return {
    groups: groups.filter(({ items, failed }) => failed || (items?.length ?? 0) > 0),
    isSearching: reads.some(({ isFetching }) => isFetching),
  };
}

type Contact = AnswerOf<'listContacts'>['content'][number];

const nameOf = ({ displayName, firstName, paternalLastName }: Contact) =>
  displayName ?? `${firstName} ${paternalLastName}`;

function personOf(contact: Contact): Found {
  return {
    kind: 'person',
    href: pathTo('person', { contactUuid: contact.contactUuid }),
    label: nameOf(contact),
    ...(contact.primaryEmail ? { hint: contact.primaryEmail } : {}),
  };
}
