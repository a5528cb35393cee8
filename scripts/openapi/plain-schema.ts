import type { OpenApi, Schema } from './document.ts';

/** Returns what a schema refers to; itself where it refers to nothing. */
export function resolve(schema: Schema, { components }: OpenApi): Schema {
  if (typeof schema.$ref !== 'string') return schema;
  const { $ref, ...beside } = schema;
  const names = $ref.split('/').slice(2);
  const found = names.reduce<unknown>(
    (at, name) => (at as Record<string, unknown> | undefined)?.[unescaped(name)],
    components,
  );
  const named = (found ?? {}) as Schema;
  return Object.keys(beside).some((key) => !words.includes(key)) ? { ...named, ...beside } : named;
}

const words = ['description', 'summary', 'title', 'example', 'examples'];
const unescaped = (name: string) => name.replaceAll('~1', '/').replaceAll('~0', '~');

/** Returns a schema in one piece: its parts joined, and what is one form or null as that form, or null. */
export function plain(schema: Schema, document: OpenApi): Schema {
  const { allOf = [], ...whole } = resolve(schema, document) as Schema & { allOf?: Schema[] };
  const forms = formsOf(whole);
  const [only] = notNull(forms);
  const isOne = only !== undefined && notNull(forms).length === 1;
  const { anyOf, oneOf, ...rest } = whole;
  const own: Schema = isOne ? rest : whole;
  const parts = [...allOf, ...(isOne ? [only] : [])].map((each) => plain(each, document));
  const joined = parts.reduce(join, own);
  const isNullable = isOne && forms.length > 1;
  const types = [joined.type ?? []].flat();
  return isNullable && types.length > 0 ? { ...joined, type: [...types, 'null'] } : joined;
}

function join(one: Schema, other: Schema): Schema {
  const required = [...asList(one.required), ...asList(other.required)];
  return {
    ...other,
    ...one,
    properties: { ...one.properties, ...other.properties },
    ...(required.length > 0 ? { required } : {}),
  };
}

const asList = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
const formsOf = (schema: Schema): Schema[] =>
  schema.anyOf ?? (schema.oneOf as Schema[] | undefined) ?? [];
const notNull = (forms: Schema[]) => forms.filter(({ type }) => type !== 'null');

/** Returns the forms of a value that has several; none where it has one. */
export function branchesOf(schema: Schema): Schema[] {
  const forms = notNull(formsOf(schema));
  return forms.length > 1 ? forms : [];
}

/** Returns the types that a plain schema's values may have; none where they may have any. */
export function typesOf(schema: Schema, document: OpenApi): Set<string> {
  const own = [schema.type ?? []].flat();
  const forms = formsOf(schema).map((each) => typesOf(plain(each, document), document));
  const isOpen = own.length === 0 && forms.some((each) => each.size === 0);
  if (isOpen) return new Set();
  const inForms = forms.flatMap((each) => [...each]);
  const found = own.length > 0 ? own : inForms;
  const inValues = found.length === 0 ? (valuesOf(schema) ?? []).map(typeOf) : [];
  const nullable = schema.nullable === true && found.length > 0 ? ['null'] : [];
  return new Set([...found, ...inValues, ...nullable]);
}

const typeOf = (value: unknown): string => (value === null ? 'null' : typeof value);

/** Returns the values that a schema lists; undefined where it lists none. */
export function valuesOf(schema: Schema): unknown[] | undefined {
  if (schema.const !== undefined) return [schema.const];
  return Array.isArray(schema.enum) ? schema.enum : undefined;
}

/** Returns the named fields of an object, and the names of those that are always there. */
export function fieldsOf({ properties = {}, required }: Schema) {
  return { properties, required: new Set(asList(required).map(String)) };
}

/** Returns the schema of what an object holds beside its named fields; undefined where none is stated. */
export function mapOf({ additionalProperties }: Schema): Schema | undefined {
  return typeof additionalProperties === 'object' && additionalProperties !== null
    ? (additionalProperties as Schema)
    : undefined;
}
