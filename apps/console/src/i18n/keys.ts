import type { TOptions } from 'i18next';

/** The words of each area, as its Spanish file has them; the English ones are the same (a test compares). */
type Files = {
  activity: typeof import('./es/activity.json');
  brand: typeof import('./es/brand.json');
  brief: typeof import('./es/brief.json');
  calendar: typeof import('./es/calendar.json');
  client: typeof import('./es/client.json');
  common: typeof import('./es/common.json');
  developers: typeof import('./es/developers.json');
  enums: typeof import('./es/enums.json') & typeof import('../../../platform/src/words/es.json');
  feed: typeof import('./es/feed.json');
  fields: typeof import('./es/fields.json');
  firm: typeof import('./es/firm.json');
  glance: typeof import('./es/glance.json');
  households: typeof import('./es/households.json');
  imports: typeof import('./es/imports.json');
  inbox: typeof import('./es/inbox.json');
  insights: typeof import('./es/insights.json');
  limits: typeof import('./es/limits.json');
  meetings: typeof import('./es/meetings.json');
  organisations: typeof import('./es/organisations.json');
  palette: typeof import('./es/palette.json');
  people: typeof import('./es/people.json');
  person: typeof import('./es/person.json');
  pipeline: typeof import('./es/pipeline.json');
  platform: typeof import('./es/platform.json');
  problems: typeof import('./es/problems.json');
  queue: typeof import('./es/queue.json');
  relationships: typeof import('./es/relationships.json');
  session: typeof import('./es/session.json');
  settings: typeof import('./es/settings.json');
  sso: typeof import('./es/sso.json');
  tables: typeof import('./es/tables.json');
  tasks: typeof import('./es/tasks.json');
  team: typeof import('./es/team.json');
  timeline: typeof import('./es/timeline.json');
  today: typeof import('./es/today.json');
  trash: typeof import('./es/trash.json');
};
export type Area = keyof Files;

type Plural = 'zero' | 'one' | 'two' | 'few' | 'many' | 'other';
/** The key as it is asked for: i18next takes the form for the number by itself. */
type Asked<K extends string> = K extends `${infer Beginning}_${Plural}` ? Beginning | K : K;
type KeysIn<T> = {
  [K in keyof T & string]: T[K] extends string ? Asked<K> : `${K}.${KeysIn<T[K]>}`;
}[keyof T & string];

/** A key of the words of an area. */
export type WordKey<A extends Area> = KeysIn<Files[A]>;

/** Whether a key is made of a value that only the running program knows. */
type IsMade<K extends string> = Record<never, never> extends Record<K, 1> ? true : false;
/** A key that is there; for one that is made of a value, some that begin as it does are. */
type Checked<A extends Area, K extends string> =
  K extends WordKey<A>
    ? K
    : IsMade<K> extends true
      ? [Extract<WordKey<A>, K>] extends [never]
        ? never
        : K
      : never;

/** A key with its area, `people:list.new`. */
export type WordPlace = { [A in Area]: `${A}:${WordKey<A>}` }[Area];

/** Returns the word of an area for a key, with its values put in. A key that is not there does not compile. */
export type Words<A extends Area> = <const K extends string>(
  key: K & Checked<A, K>,
  values?: TOptions | string,
) => string;
