/** What the client knows of an operation, as short as the package needs it. */
export type Row = {
  method: string;
  path: string;
  /** The names of the query parameters. */
  query: string[];
  /** The media type of the body; absent where there is none. */
  takes?: string;
  /** Where the cursor of a list belongs. */
  cursor?: 'query' | 'body';
  /** The names of the headers that are its own, as if-match. */
  headers?: string[];
  /** The media types of a successful answer, '' of one without a body; absent where it is JSON. */
  gives?: string[];
  /** True where sending it twice does no more than sending it once. */
  isSafe?: true;
  /** True where an Idempotency-Key makes a repeat answer what the first one did. */
  takesKey?: true;
  /** True where nobody needs to be signed in. */
  isPublic?: true;
};

/** The operations by area and id. */
export type Table = Readonly<Record<string, Readonly<Record<string, Row>>>>;

type Parameter = { name: string; in: string };
type Referring = { $ref?: string };
type Schema = Referring & { properties?: Record<string, unknown> };
type Operation = {
  operationId: string;
  tags: string[];
  parameters?: (Parameter & Referring)[];
  requestBody?: { content: Record<string, { schema?: Schema }> };
  responses: Record<string, { content?: object }>;
  security?: object[];
  'x-scope'?: string;
};
type Document = {
  paths: Record<string, Record<string, Operation>>;
  components: { parameters?: Record<string, Parameter>; schemas: Record<string, Schema> };
};

/** Returns the operations of a document, by the name of their tag in camel case. */
export function tableOf(document: Document): Table {
  const table: Record<string, Record<string, Row>> = {};
  for (const [path, methods] of Object.entries(document.paths))
    for (const [method, operation] of Object.entries(methods)) {
      const area = camelCase(operation.tags[0] ?? 'other');
      table[area] = {
        ...table[area],
        [operation.operationId]: rowOf(method, path, operation, document),
      };
    }
  return table;
}

function rowOf(method: string, path: string, operation: Operation, document: Document): Row {
  const { components } = document;
  const parameters = (operation.parameters ?? []).map((each) =>
    each.$ref ? components.parameters?.[last(each.$ref)] : each,
  );
  const named = (place: string) =>
    parameters.flatMap((each) => (each?.in === place ? [each.name] : []));
  const types = Object.keys(operation.requestBody?.content ?? {});
  const takes = types.find((type) => type === 'application/json') ?? types[0];
  const schema = takes ? operation.requestBody?.content[takes]?.schema : undefined;
  const whole = schema?.$ref ? components.schemas[last(schema.$ref)] : schema;
  const query = named('query');
  const inBody = whole?.properties && 'cursor' in whole.properties;
  const cursor = query.includes('cursor') ? 'query' : inBody ? 'body' : undefined;
  const { security = [] } = operation;
  const headers = named('header').filter((name) => !sentAnyway.test(name));
  const gives = Object.entries(operation.responses)
    .filter(([status]) => status.startsWith('2'))
    .flatMap(([, { content = {} }]) => nonEmpty(Object.keys(content)));
  const isJson = gives.every((type) => type === 'application/json');
  const isSafe = method === 'get' || operation['x-scope']?.endsWith(':read');
  return {
    method: method.toUpperCase(),
    path,
    query,
    ...(takes ? { takes } : {}),
    ...(cursor ? { cursor } : {}),
    ...(headers.length > 0 ? { headers } : {}),
    ...(isJson ? {} : { gives: [...new Set(gives)] }),
    ...(isSafe ? { isSafe } : {}),
    ...(named('header').includes('idempotency-key') ? { takesKey: true } : {}),
    ...(security.every((each) => !('bearer' in each)) ? { isPublic: true } : {}),
  };
}

/** The headers that say who calls, and the key that is an option of each call. */
const sentAnyway = /^(x-user-\w+|x-tenant-(uuid|code)|x-partner-uuid|idempotency-key)$/;
const nonEmpty = (types: string[]) => (types.length > 0 ? types : ['']);
const last = (ref: string) => ref.split('/').at(-1) ?? '';

/** Returns the name of a tag as programs write it: `Audit trail` is `auditTrail`. */
export function camelCase(words: string): string {
  return words
    .toLowerCase()
    .replace(/[^a-z0-9]+(\w)/g, (_, letter: string) => letter.toUpperCase());
}
