import { _, type KeywordDefinition, Name } from 'ajv';

const stopName = 'x-stop-after-many';

export type Schema = {
  type?: unknown;
  format?: string;
  enum?: readonly unknown[];
  const?: unknown;
  nullable?: boolean;
  required?: readonly string[];
  maxItems?: number;
  maxProperties?: number;
  properties?: Record<string, Schema>;
  items?: Schema;
  anyOf?: readonly Schema[];
  [stopName]?: number;
};

/** The keywords that limit how many entries a list or an object has. */
export const entryKeywords: ReadonlySet<string> = new Set(['maxItems', 'maxProperties']);

/** Returns the part of a schema that limits the number of entries in its lists and objects, and nothing else. */
export function entryLimits(schema: Schema, inUnion = false): Schema {
  const { type, maxItems, maxProperties, properties, items, anyOf } = schema;
  return {
    // Without its types a union would accept every list by a branch for texts.
    ...(inUnion && type ? { type } : {}),
    ...(maxItems === undefined ? {} : { maxItems }),
    ...(maxProperties === undefined ? {} : { maxProperties }),
    ...(properties ? { properties: mapValues(properties, (each) => entryLimits(each)) } : {}),
    ...(items ? { items: entryLimits(items) } : {}),
    ...(anyOf ? { anyOf: anyOf.map((each) => entryLimits(each, true)) } : {}),
  };
}

/**
 * Makes a validator look at the number of faults after each entry of a list. Not inside unions,
 * where faults of one branch say nothing yet; there the entry limits keep them few.
 */
export function withStops(schema: Schema): Schema {
  const { properties, items } = schema;
  return {
    ...schema,
    ...(properties ? { properties: mapValues(properties, withStops) } : {}),
    ...(items ? { items: { ...withStops(items), [stopName]: 100 } } : {}),
  };
}

/** The keyword that `withStops` adds: it ends the validation once there are so many faults. */
export const stopKeyword: KeywordDefinition = {
  keyword: stopName,
  schemaType: 'number',
  code: ({ gen, it, schema }) => {
    const [errors, found] = [new Name('errors'), new Name('vErrors')];
    gen.if(_`${errors} >= ${schema}`, () =>
      gen.assign(_`${it.validateName}.errors`, found).return(false),
    );
  },
};

function mapValues<V>(record: Record<string, V>, change: (value: V) => V): Record<string, V> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value)]));
}
