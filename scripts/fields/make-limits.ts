import { unused } from '../../apps/console/src/unused-operations.ts';

type Schema = {
  $ref?: string;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  maxItems?: number;
  properties?: Record<string, Schema>;
  items?: Schema;
};
type Operation = {
  operationId?: string;
  requestBody?: { content: { 'application/json'?: { schema: Schema } } };
};
export type Described = {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
};

/** The longest text, the least and the most of a number, or the longest list. */
type Limit = number | readonly [least: number | null, most: number | null] | { items: number };
type Limits = Record<string, Limit | undefined>;

/** Says which operations are filled in by no form: what is asked and not saved. */
const isQuestion = /^(filter|export|list|query|check|find|refresh)[A-Z]/;
/** Says which parts of a body nobody types: a browser makes passkeys. */
const isMade = /(^|\.)(passkey|response)\./;

function limitOf({ maxLength, minimum, maximum, maxItems }: Schema): Limit | undefined {
  if (maxItems) return { items: maxItems };
  if (minimum !== undefined || maximum !== undefined) return [minimum ?? null, maximum ?? null];
  return maxLength || undefined;
}

/** Returns the limits of the operations whose bodies the console fills in, by their paths, as a source of the console. */
export function makeLimits({ paths, components }: Described): string {
  function collect(schema: Schema, path: string, limits: Limits) {
    const named = schema.$ref && components.schemas[schema.$ref.split('/').at(-1) ?? ''];
    if (named) return collect(named, path, limits);
    const { anyOf = [], oneOf = [], allOf = [], properties = {}, items } = schema;
    for (const each of [...anyOf, ...oneOf, ...allOf]) collect(each, path, limits);
    if (isMade.test(path)) return;
    const limit = limitOf(schema);
    // Where the forms of a value differ in their limits, the server alone says which counts.
    const isOther = path in limits && JSON.stringify(limits[path]) !== JSON.stringify(limit);
    if (limit !== undefined) limits[path] = isOther ? undefined : limit;
    for (const [name, part] of Object.entries(properties))
      collect(part, path ? `${path}.${name}` : name, limits);
    if (items) collect(items, `${path}[]`, limits);
  }
  const left = new Set(Object.values(unused).flat());
  const found = Object.values(paths)
    .flatMap((methods) => Object.values(methods))
    .flatMap(({ operationId: id, requestBody }): [string, Limits][] => {
      const schema = requestBody?.content['application/json']?.schema;
      if (!id || !schema || left.has(id) || isQuestion.test(id)) return [];
      const limits: Limits = {};
      collect(schema, '', limits);
      return Object.keys(limits).length > 0 ? [[id, limits]] : [];
    })
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return `// Made by \`npm run gen\` from the OpenAPI document: the longest text, the range of a number or the longest list.\n\nexport const limits = ${JSON.stringify(Object.fromEntries(found))} as const;\n`;
}
