import type { Schema } from './validation-limits.ts';

/**
 * Composes the texts of a request in place (NFC): those that the schema states as texts. What it leaves open
 * stays as it was sent, and so do passwords.
 */
export function composeTexts(schema: Schema, data: unknown): unknown {
  if (typeof data === 'string') return statesText(schema) ? data.normalize('NFC') : data;
  if (typeof data !== 'object' || data === null) return data;
  if (Array.isArray(data)) composeItems(schema, data);
  else composeFields(schema, data as Record<string, unknown>);
  return data;
}

function composeItems(schema: Schema, data: unknown[]): void {
  for (const each of branchesOf(schema)) {
    const { items } = each;
    if (!items) continue;
    for (const [at, item] of data.entries()) data[at] = composeTexts(items, item);
  }
}

function composeFields(schema: Schema, data: Record<string, unknown>): void {
  for (const { properties } of branchesOf(schema)) {
    for (const [name, each] of Object.entries(properties ?? {}))
      if (Object.hasOwn(data, name)) data[name] = composeTexts(each, data[name]);
  }
}

const branchesOf = (schema: Schema): readonly Schema[] => [schema, ...(schema.anyOf ?? [])];

const statesText = (schema: Schema): boolean =>
  schema.format !== 'password' &&
  branchesOf(schema).some(({ type }) => [type].flat().includes('string'));
