import { useQueries } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { type AnswerOf, ApiError, call } from '../api.ts';
import { markOld, queryClient, refreshAfter, refreshTagged } from '../data.ts';

type People = AnswerOf<'filterContacts'>;
export type Person = People['content'][number];
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
    queries: stages.map((stage) => ({
      queryKey: keyOf(stage),
      queryFn: () => call('filterContacts', { body: bodyOf(stage, manager) }),
    })),
  });
  const [refused, setRefused] = useState<Refused>();
  const change = (stage: string | null, edit: (page: People) => People) => {
    if (stage) queryClient.setQueryData<People>(keyOf(stage), (page) => (page ? edit(page) : page));
  };
  const put = (person: Person, stage: string | null) => {
    change(person.stageName, (page) => ({
      ...page,
      totalElements: page.totalElements - 1,
      content: page.content.filter(({ contactUuid }) => contactUuid !== person.contactUuid),
    }));
    change(stage, (page) => ({
      ...page,
      totalElements: page.totalElements + 1,
      content: [{ ...person, stageName: stage }, ...page.content],
    }));
  };
  // A person's moves are sent in their order; what is read anew waits for all that are under way.
  const moves = useRef({ last: new Map<string, Promise<unknown>>(), underWay: 0, isOld: false });
  /** Moves a person to a stage. Returns whether the server took it. */
  const move = async (person: Person, stageName: string | null): Promise<boolean> => {
    if (stageName === person.stageName) return false;
    const { contactUuid } = person;
    const all = moves.current;
    all.underWay += 1;
    setRefused(undefined);
    const before = all.last.get(contactUuid);
    const send = async () => {
      await queryClient.cancelQueries({ queryKey: ['filterContacts'] });
      put(person, stageName);
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
      if (isLatest) put({ ...person, stageName }, person.stageName);
      all.isOld = true;
      // The stage may be one that the firm has retired.
      void refreshTagged(['platformconfigs']);
      if (!(error instanceof ApiError)) throw error;
      setRefused({ person, error });
      return false;
    } finally {
      all.underWay -= 1;
      if (all.underWay === 0) settle(all.isOld);
      if (all.underWay === 0) all.isOld = false;
    }
  };
  return { columns, move, refused };
}

/** Says what moves changed: what is shown is right already, unless one was refused or something was read meanwhile. */
function settle(isOld: boolean) {
  const isReading = queryClient.isFetching({ queryKey: ['filterContacts'] }) > 0;
  if (isOld || isReading) void refreshAfter(['updateContact']);
  else markOld(['updateContact']);
}
