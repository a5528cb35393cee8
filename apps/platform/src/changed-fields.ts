import { isDeepStrictEqual } from 'node:util';

/** Returns of a request the named fields that it states; null is stated too. */
export function pickStated<T extends object, Name extends keyof T>(
  input: T,
  names: readonly Name[],
): Partial<Pick<T, Name>> {
  const stated = names.filter((name) => input[name] !== undefined);
  return Object.fromEntries(stated.map((name) => [name, input[name]])) as Partial<Pick<T, Name>>;
}

/** Returns those of the names whose fields differ. */
export function differing<Name extends string>(
  before: Readonly<Partial<Record<Name, unknown>>>,
  after: Readonly<Partial<Record<Name, unknown>>>,
  names: readonly Name[],
): Name[] {
  return names.filter((name) => !isDeepStrictEqual(before[name], after[name]));
}

/**
 * Returns the attribute `changedFields` of an event that tells of a change: the names of the fields,
 * sorted, with commas between them, and never their values.
 */
export function changedFields(names: readonly string[]): { changedFields: string } {
  return { changedFields: names.toSorted().join() };
}
