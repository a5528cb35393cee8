import { type FieldError, fieldError, invalid } from '@atrium/kit/problem.ts';

/** A resource, or a part of one, as a provider sends it. */
export type Attributes = Record<string, unknown>;

export const isAttributes = (value: unknown): value is Attributes =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns the name by which a resource has an attribute: case does not count (RFC 7643, section 2.1). */
export function nameIn(resource: Attributes, name: string): string {
  if (Object.hasOwn(resource, name)) return name;
  const wanted = name.toLowerCase();
  return Object.keys(resource).find((each) => each.toLowerCase() === wanted) ?? name;
}

/** Returns the value of an attribute; undefined where there is none. */
export function partOf(resource: unknown, ...path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (at, name) => (isAttributes(at) ? own(at, nameIn(at, name)) : undefined),
    resource,
  );
}

const own = (resource: Attributes, name: string): unknown =>
  Object.hasOwn(resource, name) ? resource[name] : undefined;

/**
 * Returns a text; null where the attribute is cleared, undefined where it is not stated. Entra may send a
 * list of one `{value}` in place of a text. Throws VALIDATION_FAILED for anything else.
 */
export function textOf(
  resource: Attributes,
  ...path: readonly string[]
): string | null | undefined {
  const value = unwrapped(partOf(resource, ...path));
  if (value === undefined || value === null) return value;
  if (typeof value !== 'string') throw invalid(wrongType(path.join('.'), 'a text'));
  return value.normalize('NFC').trim();
}

/** Returns a flag, which Entra may send as "True" or "False". Throws VALIDATION_FAILED for anything else. */
export function flagOf(resource: Attributes, name: string): boolean | undefined {
  const value = unwrapped(partOf(resource, name));
  if (value === undefined || value === null) return undefined;
  const word = String(value).toLowerCase();
  if (typeof value === 'object' || (word !== 'true' && word !== 'false'))
    throw invalid(wrongType(name, 'true or false'));
  return word === 'true';
}

/** Returns the entries of an attribute of several values, a single one too. Throws VALIDATION_FAILED. */
export function entriesOf(resource: Attributes, name: string): Attributes[] | undefined {
  const value = partOf(resource, name);
  if (value === undefined) return undefined;
  const entries = value === null ? [] : [value].flat();
  if (!entries.every(isAttributes)) throw invalid(wrongType(name, 'a list of objects'));
  return entries;
}

const wrongType = (field: string, wanted: string): FieldError =>
  fieldError(field, 'WRONG_TYPE', `must be ${wanted}`);

function unwrapped(value: unknown): unknown {
  const [first, ...more] = Array.isArray(value) ? value : [];
  return isAttributes(first) && more.length === 0 ? partOf(first, 'value') : value;
}
