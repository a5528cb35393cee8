import type { AnswerOf } from '../api.ts';

export type People = AnswerOf<'filterContacts'>;
export type Person = People['content'][number];

/** Returns a stage's column after somebody's move: first in it, or out of it, wherever they were before. */
export function columnAfter(page: People, stageName: string, person: Person): People {
  const others = page.content.filter(({ contactUuid }) => contactUuid !== person.contactUuid);
  const here = person.stageName === stageName ? [person] : [];
  const content = [...here, ...others];
  const totalElements = page.totalElements + content.length - page.content.length;
  return { ...page, content, totalElements };
}
