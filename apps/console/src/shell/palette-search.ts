import type { AnswerOf, OperationId } from '../api.ts';
import { can } from '../can.ts';
import { useRead } from '../data.ts';
import { useWords } from '../i18n/words.ts';
import { showDay } from '../meeting-time.ts';
import { type PathName, pathTo } from '../paths.ts';
import { usePerson } from '../person.ts';
import { nameOf } from '../records/person-name.ts';
import { recordHref } from '../records/record-href.ts';
import type { User } from '../session.ts';
import { showDate } from '../time.ts';
import { recentVisits } from '../visits.ts';
import { type Asked, askedOf } from './asked.ts';
import type { Found, FoundGroup } from './found.ts';
import { useFirmFound } from './palette-firm.ts';
import { isOpenTo } from './places.ts';

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
export function useFound(text: string): {
  groups: FoundGroup[];
  isSearching: boolean;
  /** True while rows of an older text stand there, or some are still to come. */
  isOld: boolean;
  /** The acts that begin with the text where nobody is found; they stand last. */
  last: Found[];
} {
  const user = usePerson();
  const ask = askedOf(text);
  const term = wordsFor(ask, text);
  const isAsked = term.length >= 2;
  const options = (operation: OperationId, page: PathName, isForAsk = false) => ({
    enabled: isAsked && (ask === undefined || isForAsk) && isSeen(page, operation, user),
    keepsOld: true,
  });
  const query = { searchTerm: term, size };
  const people = useRead('listContacts', { query }, options('listContacts', 'person', true));
  const households = useRead(
    'searchHouseholds',
    { query: { searchTerm: term } },
    options('searchHouseholds', 'household'),
  );
  const organisations = useRead(
    'listOrganisations',
    { query },
    options('listOrganisations', 'organisations'),
  );
  const staff = useRead(
    'searchStaff',
    { query: { name: term, size } },
    options('searchStaff', 'team'),
  );
  const filters = [{ field: 'title', operator: 'CONTAINS' as const, value: term }];
  const meetings = useRead(
    'filterMeetings',
    { body: { filters, size, sort: ['startDateTime,desc'] } },
    options('filterMeetings', 'meeting'),
  );
  const tasks = useRead('listTasks', { query }, options('listTasks', 'tasks'));
  const notes = useRead('listNotes', { query }, options('listNotes', 'person'));
  const acts = useActs(ask, people.data?.content ?? []);
  const firm = useFirmFound(term, isAsked && ask === undefined);
  const isUnknown = people.isSuccess && !people.isPlaceholderData && ask === undefined;
  const last = useNewPerson(isUnknown && people.data.totalElements === 0 ? term : '');
  if (!isAsked) return { groups: [], isSearching: false, isOld: false, last: [] };
  const groupOf = <Row>(
    name: string,
    read: { isError: boolean; isEnabled: boolean },
    rows: readonly Row[] | undefined,
    show: (row: Row) => Found,
  ): FoundGroup[] =>
    read.isEnabled
      ? [{ name, failed: read.isError, items: (rows ?? []).slice(0, size).map(show) }]
      : [];
  const records = [
    ...groupOf('people', people, people.data?.content, personOf),
    ...groupOf('households', households, households.data, (each) => ({
      kind: 'household',
      href: pathTo('household', { householdUuid: each.householdUuid }),
      label: each.name,
    })),
    ...groupOf('organisations', organisations, organisations.data?.content, (each) => ({
      kind: 'organisation',
      href: pathTo('organisations', { open: each.organisationUuid }),
      label: each.name,
      ...(each.taxId ? { hint: each.taxId } : {}),
    })),
    ...groupOf('staff', staff, staff.data?.content, (each) => ({
      kind: 'staff',
      href: pathTo('team', { member: each.tenantStaffUuid }),
      label: nameOf(each),
      hint: each.userEmail,
    })),
    ...groupOf('meetings', meetings, meetings.data?.content, (each) => ({
      kind: 'meeting',
      href: pathTo('meeting', { meetingUuid: each.meetingUuid }),
      label: [each.contactNames[0], each.title].filter(Boolean).join(' · '),
      hint: showDate(each.startDateTime.slice(0, 10)),
    })),
    ...groupOf('tasks', tasks, tasks.data?.content, (each) => ({
      kind: 'task',
      href: pathTo('tasks', { open: each.taskUuid, of: 'team' }),
      label: [each.recordName, each.title].filter(Boolean).join(' · '),
      ...(each.dueDate ? { hint: showDate(each.dueDate) } : {}),
    })),
    ...groupOf('notes', notes, notes.data?.content, (each) => ({
      kind: 'note',
      href: recordHref(each.entityType, each.entityUuid),
      label: each.text.trim().split('\n', 1)[0]?.slice(0, 120) ?? '',
      ...(each.authorName ? { hint: each.authorName } : {}),
    })),
  ];
  // What was asked for in so many words comes first.
  records.push(...firm.groups);
  const groups = ask ? [acts, ...records] : [...records, acts];
  const reads = [people, households, organisations, staff, meetings, tasks, notes];
  return {
    groups: groups.filter(({ items, failed }) => failed || (items?.length ?? 0) > 0),
    isSearching: firm.isSearching || reads.some(({ isFetching }) => isFetching),
    last,
    isOld:
      firm.isSearching ||
      reads.some((read) => read.isEnabled && (read.isPlaceholderData || read.isLoading)),
  };
}

/** Returns what is searched for: of an ask the person whom it names. */
function wordsFor(ask: Asked | undefined, text: string): string {
  if (ask?.kind === 'MEETING') return ask.who;
  return ask?.kind === 'PERSON' ? ask.phone : text;
}

/** Returns what can be begun with what was typed: a meeting with somebody found, or a new person. */
function useActs(ask: Asked | undefined, people: readonly Contact[]): FoundGroup {
  const t = useWords('common');
  const user = usePerson();
  const items: Found[] = [];
  if (ask?.kind === 'PERSON' && isSeen('newPerson', 'createContact', user))
    items.push({
      kind: 'act',
      href: pathTo('newPerson', { name: ask.name, phone: ask.phone }),
      label: t('found.create', { name: ask.name, phone: ask.phone }),
    });
  if (ask?.kind !== 'PERSON' && can('createMeeting', user)) {
    const { date, start } = ask ?? {};
    const day = date && showDay(Temporal.PlainDate.from(date), true);
    const when = [day, start].filter(Boolean).join(', ');
    for (const each of people.slice(0, ask ? size : meetable))
      items.push({
        kind: 'act',
        href: pathTo('newMeeting', { contact: each.contactUuid, date, start }),
        label: when
          ? t('found.meetOn', { name: nameOf(each), when })
          : t('found.meet', { name: nameOf(each) }),
      });
  }
  return { name: 'acts', items };
}

/** Returns the way to a new person of a name: letters alone, as nobody's identifier or address. */
function useNewPerson(name: string): Found[] {
  const t = useWords('common');
  const user = usePerson();
  if (!/^\p{L}[\p{L}\p{M}'’. -]+$/u.test(name) || !isSeen('newPerson', 'createContact', user))
    return [];
  return [
    { kind: 'act', href: pathTo('newPerson', { name }), label: t('found.createNamed', { name }) },
  ];
}

type Contact = AnswerOf<'listContacts'>['content'][number];

function personOf(contact: Contact): Found {
  return {
    kind: 'person',
    href: pathTo('person', { contactUuid: contact.contactUuid }),
    label: nameOf(contact),
    ...(contact.primaryEmail ? { hint: contact.primaryEmail } : {}),
  };
}
