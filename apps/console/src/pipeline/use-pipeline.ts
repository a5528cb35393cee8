import { useQueries } from '@tanstack/react-query';
import { useState } from 'react';
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
  /** Moves a person to a stage. Returns whether the server took it. */
  const move = async (person: Person, stageName: string | null): Promise<boolean> => {
    if (stageName === person.stageName) return false;
    setRefused(undefined);
    await queryClient.cancelQueries({ queryKey: ['filterContacts'] });
    put(person, stageName);
    const { contactUuid } = person;
    try {
      await call('updateContact', { path: { contactUuid }, body: { stageName } });
      markOld(['updateContact']);
      return true;
    } catch (error) {
      put({ ...person, stageName }, person.stageName);
      void refreshAfter(['updateContact']);
      // The stage may be one that the firm has retired.
      void refreshTagged(['platformconfigs']);
      if (!(error instanceof ApiError)) throw error;
      setRefused({ person, error });
      return false;
    }
  };
  return { columns, move, refused };
}
