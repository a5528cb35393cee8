import type { BodyOf, OperationId } from '../api.ts';

/** The names that are told, of an object that takes others besides. */
type Own<T> = keyof { [Name in keyof T as string extends Name ? never : Name]: true } & string;

/** The paths of the fields within a value, `currentEmployment.city`; a list is one field. */
export type PathIn<T> = T extends readonly unknown[]
  ? never
  : T extends object
    ? { [Name in Own<T>]: Name | `${Name}.${PathIn<NonNullable<T[Name & keyof T]>>}` }[Own<T>]
    : never;

/** The paths of what an operation takes: another does not compile. */
export type FieldOf<Id extends OperationId> = PathIn<NonNullable<BodyOf<Id>>>;

type Loose = Record<string, unknown>;
const isPart = (value: unknown): value is Loose =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns the value at a path such as `currentEmployment.city`. */
export function valueAt(record: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>((value, name) => (value as Loose | null | undefined)?.[name], record);
}

/** Returns a copy of a value with another one at a path. */
export function withValueAt<T>(record: T, path: string, value: unknown): T {
  const [name = '', ...rest] = path.split('.');
  const next =
    rest.length > 0 ? withValueAt((record as Loose)?.[name], rest.join('.'), value) : value;
  return { ...(record as Loose), [name]: next } as T;
}

/** Returns the paths at which two values differ; a list is compared as a whole. */
export function pathsThatDiffer(one: unknown, other: unknown, before = ''): string[] {
  if (!isPart(one) && !isPart(other))
    return JSON.stringify(one) === JSON.stringify(other) ? [] : [before];
  const names = new Set([one, other].flatMap((each) => (isPart(each) ? Object.keys(each) : [])));
  return [...names].flatMap((name) =>
    pathsThatDiffer(valueAt(one, name), valueAt(other, name), before ? `${before}.${name}` : name),
  );
}

/** Returns a value with what changed between two others. */
export const withChanges = <T>(onto: T, from: unknown, to: unknown): T =>
  pathsThatDiffer(from, to).reduce((all, path) => withValueAt(all, path, valueAt(to, path)), onto);

/** Returns whether nothing is stated: an object of which nothing is stated is none. */
export const isNothing = (value: unknown): boolean =>
  value === null || value === undefined || (isPart(value) && Object.values(value).every(isNothing));

/**
 * Returns what changes a record to what is stated at paths. A part of a whole that is kept as one, as of
 * an employment, comes with the rest of that whole; one of which nothing is left becomes null.
 */
export function changesOf(record: unknown, stated: ReadonlyMap<string, unknown>): Loose {
  let body: Loose = {};
  for (const [path, value] of stated) {
    const [root = ''] = path.split('.');
    if (path !== root && !(root in body)) body[root] = valueAt(record, root) ?? {};
    body = withValueAt(body, path, value);
  }
  for (const [name, value] of Object.entries(body)) if (isNothing(value)) body[name] = null;
  return body;
}
