import type { Schema } from './validation-limits.ts';

/** Returns a value with its texts composed, in place where it is a list or an object. */
export type Composer = (data: unknown) => unknown;

/**
 * Returns what composes the texts of a request in place (NFC): those that the schema states as texts. What it
 * leaves open stays as it was sent, and so do passwords. Nothing, where the schema states no text.
 */
export function textComposer(schema: Schema): Composer | undefined {
  const branches = [schema, ...(schema.anyOf ?? [])];
  const isText =
    schema.format !== 'password' && branches.some(({ type }) => [type].flat().includes('string'));
  const inLists = branches.flatMap(({ items, maxItems = Number.POSITIVE_INFINITY }) => {
    const compose = items && textComposer(items);
    return compose ? [{ compose, maxItems }] : [];
  });
  const inFields = branches.flatMap(({ properties }) =>
    Object.entries(properties ?? {}).flatMap(([name, each]) => {
      const compose = textComposer(each);
      return compose ? [{ name, compose }] : [];
    }),
  );
  if (!isText && inLists.length === 0 && inFields.length === 0) return undefined;
  return (data) => {
    if (typeof data === 'string') return isText ? data.normalize('NFC') : data;
    if (typeof data !== 'object' || data === null) return data;
    if (Array.isArray(data)) {
      // A longer list is refused as it is.
      for (const { compose, maxItems } of inLists)
        if (data.length <= maxItems) composeAll(data, compose);
    } else composeFields(data as Record<string, unknown>, inFields);
    return data;
  };
}

function composeAll(data: unknown[], compose: Composer): void {
  for (const [at, item] of data.entries()) data[at] = compose(item);
}

type InField = { name: string; compose: Composer };

function composeFields(data: Record<string, unknown>, fields: readonly InField[]): void {
  for (const { name, compose } of fields)
    if (Object.hasOwn(data, name)) data[name] = compose(data[name]);
}
