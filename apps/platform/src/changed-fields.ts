import { isDeepStrictEqual } from 'node:util';
import { canonicalJson } from '@atrium/kit/hash-chain.ts';

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

/** A field that changed, with its values as the API shows them. */
export type FieldChange = { field: string; before: unknown; after: unknown };

/** The same as it is kept: texts, or of a long one only that it changed. */
export type KeptChange = {
  field: string;
  before: string | null;
  after: string | null;
  isLong?: true;
};

type Values = Readonly<Record<string, unknown>>;

/** Returns those of the fields that differ, with their values. */
export function changesOf(
  before: Values,
  after: Values,
  names: readonly string[] = Object.keys(after),
): FieldChange[] {
  return differing(before, after, names).map((field) => ({
    field,
    before: before[field],
    after: after[field],
  }));
}

/** The most characters of a value that is kept. */
const longest = 1_000;

/** Returns changes as they are kept, sorted by field; what is the same as text is no change. */
export function keptChanges(changes: readonly FieldChange[]): KeptChange[] {
  return changes
    .map(({ field, before, after }) => ({ field, before: asText(before), after: asText(after) }))
    .filter(({ before, after }) => before !== after)
    .map(({ field, before, after }): KeptChange => {
      const isLong = [before, after].some((text) => [...(text ?? '')].length > longest);
      return isLong ? { field, before: null, after: null, isLong } : { field, before, after };
    })
    .toSorted((one, other) => (one.field < other.field ? -1 : 1));
}

function asText(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  if (typeof value === 'object') return canonicalJson(value);
  return String(value);
}
