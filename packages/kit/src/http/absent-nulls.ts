import type { Schema } from './validation-limits.ts';

/**
 * Takes null for absent where a field is optional, because clients with typed requests write what is
 * not set as null. Not where null means something by the schema, or is refused (`Kept`).
 * Answers whether it removed anything.
 */
export function dropAbsentNulls(schema: Schema, data: unknown): boolean {
  if (Array.isArray(data)) return dropInItems(schema.items, data);
  if (typeof data !== 'object' || data === null) return false;
  const fields = data as Record<string, unknown>;
  let dropped = false;
  for (const [name, each] of Object.entries(schema.properties ?? {})) {
    if (fields[name] !== null) dropped = dropAbsentNulls(each, fields[name]) || dropped;
    else if (!schema.required?.includes(name) && !refusesOrAdmitsNull(each)) {
      delete fields[name];
      dropped = true;
    }
  }
  return dropped;
}

function dropInItems(items: Schema | undefined, data: readonly unknown[]): boolean {
  if (!items?.properties && !items?.items) return false;
  let dropped = false;
  for (const each of data) dropped = dropAbsentNulls(items, each) || dropped;
  return dropped;
}

function refusesOrAdmitsNull(schema: Schema): boolean {
  return schema.nullable === false || admitsNull(schema);
}

function admitsNull({ type, enum: values, const: only, anyOf }: Schema): boolean {
  if (type !== undefined) return [type].flat().includes('null');
  if (values) return values.includes(null);
  if (anyOf) return anyOf.some(admitsNull);
  return only === undefined;
}
