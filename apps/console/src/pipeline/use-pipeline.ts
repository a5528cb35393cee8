import { hashKey, type Query, type UseQueryOptions, useQueries } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { ApiError, call } from '../api.ts';
import { markOld, queryClient, refreshAfter, refreshTagged } from '../data.ts';
import { wordsOf } from '../i18n/words.ts';
import { nameOf } from '../records/person-name.ts';
import { toast } from '../ui/toast.tsx';
import { columnAfter, type People, type Person } from './column-after.ts';

/** A person whose move the server refused, and why. */
export type Refused = { person: Person; error: ApiError };
const size = 25;

const bodyOf = (stageName: string, manager: string | undefined) => ({
  filters: [
    { field: 'stageName', operator: 'EQUALS', value: stageName },
    ...(manager ? [{ field: 'contactManagerId', operator: 'EQUALS', value: manager }] : []),
  ],
  size,
  sort: ['updatedAt,desc'],
});

/** Returns the people of each stage, and a way to move one: at once on the page, back when refused. */
export function usePipeline(stages: readonly string[], manager: string | undefined) {
  const keyOf = (stage: string) => ['filterContacts', { body: bodyOf(stage, manager) }];
  const columns = useQueries({
    queries: stages.map(
      (stage): UseQueryOptions<People, ApiError> => ({
        queryKey: keyOf(stage),
        queryFn: () => call('filterContacts', { body: bodyOf(stage, manager) }),
      }),
    ),
  });
  const [refused, setRefused] = useState<Refused>();
  const put = (person: Person, stageName: string | null) => {
    for (const column of stages)
      queryClient.setQueryData<People>(
        keyOf(column),
        (page) => page && columnAfter(page, column, { ...person, stageName }),
      );
  };
  /** The columns that are on the screen: none once the page has gone, while a toast can still undo. */
  const board = hashKey([stages, manager]);
  const shown = useRef<string>(undefined);
  useEffect(() => {
    shown.current = board;
    return () => {
      shown.current = undefined;
    };
  }, [board]);
  const isShown = () => shown.current === board;
  // A person's moves are sent in their order; what is read anew waits for all that are under way.
  const moves = useRef({ last: new Map<string, Promise<unknown>>(), underWay: 0, isOld: false });
  useEffect(
    () =>
      queryClient.getQueryCache().subscribe((event) => {
        const isRead = event.type === 'updated' && event.action.type === 'fetch';
        // What is read while somebody moves may tell of the time before.
        if (isRead && moves.current.underWay > 0 && isOfPeople(event.query))
          moves.current.isOld = true;
      }),
    [],
  );
  /** Moves a person to a stage. Returns whether the server took it. */
  const move = async (person: Person, stageName: string | null): Promise<boolean> => {
    if (stageName === person.stageName) return false;
    const { contactUuid } = person;
    const all = moves.current;
    all.underWay += 1;
    setRefused(undefined);
    const before = all.last.get(contactUuid);
    const send = async () => {
      if (isShown()) {
        // What the cancelling stops is read anew afterwards: a column may not have been read at all.
        if (queryClient.isFetching({ predicate: isOfPeople }) > 0) all.isOld = true;
        await queryClient.cancelQueries({ predicate: isOfPeople });
        put(person, stageName);
      }
      await before?.catch(() => undefined);
      await call('updateContact', { path: { contactUuid }, body: { stageName } });
    };
    const sent = send();
    all.last.set(contactUuid, sent);
    try {
      await sent;
      return true;
    } catch (error) {
      const isLatest = all.last.get(contactUuid) === sent;
      if (isLatest && isShown()) put(person, person.stageName);
      all.isOld = true;
      // The stage may be one that the firm has retired.
      void refreshTagged(['platformconfigs']);
      if (!(error instanceof ApiError)) throw error;
      if (shown.current) setRefused({ person, error });
      else toast({ message: wordsOf('pipeline')('stays', { name: nameOf(person) }), isBad: true });
      return false;
    } finally {
      all.underWay -= 1;
      // Another page, or other columns, have not been put right.
      if (!isShown()) all.isOld = true;
      if (all.underWay === 0) settle(all);
    }
  };
  return { columns, move, refused };
}

const isOfPeople = ({ queryKey }: Query) => queryKey[0] === 'filterContacts';

/** Says what moves changed: what is shown is right already, unless one was refused or people were read meanwhile. */
function settle(moves: { isOld: boolean }) {
  if (moves.isOld) void refreshAfter(['updateContact']);
  else markOld(['updateContact']);
  moves.isOld = false;
}
