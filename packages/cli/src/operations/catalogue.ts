import { type Row, tableOf } from '../../../client/src/table.ts';

/** An option of an operation, as `--contact-uuid`, and the parameter behind it. */
export type Option = {
  option: string;
  name: string;
  in: 'path' | 'query' | 'header';
  isMany: boolean;
  isRequired: boolean;
  text: string;
};

/** An operation as the command line offers it: what the client knows of it, and the document's words. */
export type Operation = {
  row: Row;
  summary: string;
  description: string;
  options: Option[];
  needsBody: boolean;
  /** True where the answer is a list without a cursor: whole, or a part by number where it takes `page`. */
  isArray?: true;
  /** The names of the body's properties, those that are required first. */
  bodyFields: string[];
};

/** The operations by area and name, both in kebab case. */
export type Catalogue = Record<string, Record<string, Operation>>;

type Schema = {
  $ref?: string;
  type?: string;
  enum?: unknown[];
  properties?: object;
  required?: string[];
};
type Parameter = {
  $ref?: string;
  name: string;
  in: string;
  required?: boolean;
  description?: string;
  schema?: Schema;
};
type Described = {
  operationId: string;
  summary?: string;
  description?: string;
  parameters?: Parameter[];
  requestBody?: { required?: boolean; content: Content };
  responses?: Record<string, { content?: Content }>;
};
type Content = Record<string, { schema?: Schema }>;
type Document = {
  paths: Record<string, Record<string, Described>>;
  components: { parameters?: Record<string, Parameter>; schemas: Record<string, Schema> };
};

/** Returns a name as options have it: `contactUuid` is `contact-uuid`. */
export const kebab = (name: string): string =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1-$2')
    .replaceAll('_', '-')
    .toLowerCase();

/** Returns what the command line offers of a document: the operations of the client's table. */
export function catalogueOf(document: Document): Catalogue {
  const described = new Map(
    Object.values(document.paths).flatMap((methods) =>
      Object.values(methods).map((each) => [each.operationId, each] as const),
    ),
  );
  const catalogue: Catalogue = {};
  for (const [area, rows] of Object.entries(tableOf(document as never)))
    catalogue[kebab(area)] = Object.fromEntries(
      Object.entries(rows).map(([id, row]) => [
        kebab(id),
        operationOf(row, described.get(id), document),
      ]),
    );
  return catalogue;
}

function operationOf(row: Row, described: Described | undefined, document: Document): Operation {
  const { components } = document;
  const parameters = (described?.parameters ?? []).flatMap((each) => {
    const found = each.$ref ? components.parameters?.[last(each.$ref)] : each;
    // The client itself says who asks.
    return found && !/^(x-|cookie)/i.test(found.name) ? [found] : [];
  });
  const body = described?.requestBody;
  const whole = (stated: Schema | undefined) =>
    stated?.$ref ? components.schemas[last(stated.$ref)] : stated;
  const schema = whole(body?.content[row.takes ?? '']?.schema);
  const answer = whole(described?.responses?.['200']?.content?.['application/json']?.schema);
  const required = schema?.required ?? [];
  const names = Object.keys(schema?.properties ?? {});
  return {
    row,
    summary: described?.summary ?? '',
    description: described?.description ?? '',
    options: parameters.map(optionOf),
    needsBody: body?.required ?? false,
    ...(answer?.type === 'array' && { isArray: true }),
    bodyFields: [...required, ...names.filter((name) => !required.includes(name))],
  };
}

function optionOf({ name, in: place, required, description, schema }: Parameter): Option {
  const values = schema?.enum?.join(', ');
  return {
    option: kebab(name),
    name,
    in: place as Option['in'],
    isMany: schema?.type === 'array',
    isRequired: place === 'path' || required === true,
    text: [description, values].filter(Boolean).join(': '),
  };
}

const last = (ref: string): string => ref.split('/').at(-1) ?? '';
