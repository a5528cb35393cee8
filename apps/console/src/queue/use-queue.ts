import type { UseQueryResult } from '@tanstack/react-query';
import type { ApiError } from '../api.ts';
import { can } from '../can.ts';
import { useRead } from '../data.ts';
import { getSession } from '../session.ts';
import { today } from '../time.ts';
import {
  type Connection,
  expiring,
  type Item,
  ofCalendar,
  ofGroup,
  ofMeeting,
  ofTask,
  paper,
  type Source,
  unmailed,
} from './item.ts';
import type { Kind } from './kinds.ts';

const expiresWithinDays = 90;
const pollEvery = 30_000;
type Options = {
  /** Only what is the caller's own: people they manage, meetings they host, tasks of theirs. */
  isMine: boolean;
  size: number;
  isOpen?: boolean;
};

const is = (field: string, value: unknown) => ({ field, operator: 'EQUALS', value });

/** Reads everything that waits to be mended, each kind with the oldest first. */
export function useQueue({ isMine, size, isOpen = false }: Options): Source[] {
  const user = getSession()?.user;
  const me = user?.userUuid ?? '';
  const every = isOpen ? pollEvery : (false as const);
  const mine = (field: string) => (isMine ? [is(field, me)] : []);
  const limit = today().add({ days: expiresWithinDays }).toString();
  const papers = useRead(
    'filterContacts',
    {
      body: {
        filters: [
          { field: 'readinessMissing', operator: 'GREATER_THAN', value: 0 },
          ...mine('contactManagerId'),
        ],
        sort: ['createdAt,asc'],
        size,
      },
    },
    { every },
  );
  const documents = useRead(
    'filterContacts',
    {
      body: {
        filters: [
          { field: 'documentExpiresOn', operator: 'LESS_THAN', value: limit },
          ...mine('contactManagerId'),
        ],
        sort: ['documentExpiresOn,asc'],
        size,
      },
    },
    { every },
  );
  const mail = useRead(
    'filterContacts',
    {
      body: {
        filters: [is('lastMailState', 'REFUSED'), ...mine('contactManagerId')],
        sort: ['updatedAt,asc'],
        size,
      },
    },
    { every },
  );
  const active = [is('status', 'ACTIVE'), ...mine('hostUuid')];
  const sync = useRead(
    'filterMeetings',
    {
      body: {
        filters: [is('externalSyncStatus', 'FAILED'), ...mine('hostUuid')],
        sort: ['updatedAt,asc'],
        size,
      },
    },
    { every },
  );
  const answers = useRead(
    'filterMeetings',
    {
      body: {
        filters: [
          is('rsvpStatus', 'UNKNOWN'),
          { field: 'startDateTime', operator: 'GREATER_THAN', value: `${today()}T00:00:00` },
          ...active,
        ],
        sort: ['createdAt,asc'],
        size,
      },
    },
    { every },
  );
  const invitations = useRead(
    'filterMeetings',
    {
      body: {
        filters: [
          is('lastMailState', 'REFUSED'),
          { field: 'endDateTime', operator: 'GREATER_THAN', value: `${today()}T00:00:00` },
          ...active,
        ],
        sort: ['updatedAt,asc'],
        size,
      },
    },
    { every },
  );
  const tasks = useRead(
    'listTasks',
    { query: { status: 'OPEN', ...(isMine ? { assigneeUuid: me } : {}), size } },
    { every },
  );
  const duplicates = useRead('listDuplicateGroups', { query: { size } }, { every });
  const calendars = useCalendars(isMine, every);
  return [
    source('sync', sync, ofMeeting('sync')),
    calendars,
    source('documents', documents, expiring),
    together(source('mail', mail, unmailed), source('mail', invitations, ofMeeting('mail'))),
    source('answers', answers, ofMeeting('answers')),
    source('duplicates', duplicates, ofGroup),
    source('papers', papers, paper),
    source('tasks', tasks, ofTask),
  ];
}

type Page<Row> = { content: readonly Row[]; totalElements: number };

function source<Row>(
  kind: Kind,
  { data, error, isPending, refetch }: UseQueryResult<Page<Row>, ApiError>,
  toItem: (row: Row) => Item,
): Source {
  return {
    kind,
    items: data?.content.map(toItem) ?? [],
    total: data?.totalElements ?? 0,
    error: data ? null : error,
    isLoading: isPending,
    retry: () => void refetch(),
  };
}

/** Puts two reads of a kind into one. */
function together(a: Source, b: Source): Source {
  return {
    kind: a.kind,
    items: [...a.items, ...b.items],
    total: a.total + b.total,
    error: a.error ?? b.error,
    isLoading: a.isLoading || b.isLoading,
    retry: () => {
      a.retry();
      b.retry();
    },
  };
}

/** Calendars that have stopped: of the firm for administrators, else the own. */
function useCalendars(isMine: boolean, every: number | false): Source {
  const user = getSession()?.user;
  const isFirm = !isMine && can('listCalendarConnections', user);
  const firm = useRead(
    'listCalendarConnections',
    { query: { size: 200 } },
    { every, enabled: isFirm },
  );
  const own = useRead('getCalendarConnection', {}, { every, enabled: !isFirm });
  const ofOwn: Connection[] =
    own.data && user
      ? [{ ...own.data, staffUuid: user.userUuid, displayName: user.displayName }]
      : [];
  const items = (firm.data?.content ?? ofOwn)
    .filter(({ status, lastError }) => status !== 'NONE' && lastError !== null)
    .map(ofCalendar);
  const read = isFirm ? firm : own;
  return {
    kind: 'calendars',
    items,
    total: items.length,
    error: read.data ? null : read.error,
    isLoading: read.isPending,
    retry: () => void read.refetch(),
  };
}

/** Returns the items of all kinds, the oldest first. A task about another item stands with that item. */
export function oldestFirst(sources: readonly Source[]): Item[] {
  const all = sources.flatMap(({ items }) => items);
  const records = new Set(all.flatMap(({ record }) => (record ? [record.entityUuid] : [])));
  return all
    .filter((item) => item.kind !== 'tasks' || !records.has(item.task.entityUuid ?? ''))
    .sort((a, b) => (a.since < b.since ? -1 : 1));
}

/** Returns who has taken an item: whose open task is about its record. */
export function takerOf(item: Item, sources: readonly Source[]): string | undefined {
  if (!item.record) return undefined;
  const { entityUuid } = item.record;
  const tasks = sources.flatMap(({ items }) => items).filter((each) => each.kind === 'tasks');
  return tasks.find(({ task }) => task.entityUuid === entityUuid)?.task.assigneeName ?? undefined;
}
