import document from '@atrium/api-client/openapi.json' with { type: 'json' };
import type { Role } from '@atrium/kit/auth/caller.ts';
import type { Server } from '@atrium/kit/server.ts';

/** The part of JSON Schema that the OpenAPI document uses. */
export type Schema = {
  type?: string | string[];
  format?: string;
  pattern?: string;
  enum?: readonly unknown[];
  const?: unknown;
  default?: unknown;
  example?: unknown;
  examples?: readonly unknown[];
  properties?: Record<string, Schema>;
  required?: readonly string[];
  items?: Schema;
  anyOf?: readonly Schema[];
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
  maxProperties?: number;
  additionalProperties?: unknown;
};

export type Parameter = {
  name: string;
  in: 'path' | 'query' | 'header';
  required?: boolean;
  schema: Schema;
};

/** One operation of the API as its own document describes it. */
export type Operation = {
  /** `PUT /api/contacts/{contactUuid}` */
  name: string;
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  path: string;
  operationId: string;
  /** The roles that may call it; null when it is public. */
  roles: readonly Role[] | null;
  parameters: readonly Parameter[];
  /** The schema of its JSON body. */
  body: Schema | undefined;
  /** True when machines are refused: a person is meant. */
  isForPersons: boolean;
  /** True when people are refused: an identity provider is meant. */
  isForMachines: boolean;
  /** Says whether a proof of the last ten minutes is asked for. */
  needsProof: boolean | 'WITH_PASSWORD';
  /** The scope that opens it to programs. */
  scope: string | undefined;
  /** Statuses it declares. */
  statuses: readonly number[];
};

type Described = {
  operationId: string;
  security?: unknown[];
  'x-roles'?: Role[];
  'x-scope'?: string;
  'x-person-only'?: boolean;
  'x-machine-only'?: boolean;
  'x-needs-proof'?: true | 'WITH_PASSWORD';
  parameters?: Parameter[];
  requestBody?: { content: Record<string, { schema: Schema }> };
  responses?: object;
};
type Paths = Record<string, Record<string, Described>>;

/**
 * Every operation behind the one port: the platform's from the routes of the running server, so
 * that a new one is in it at once, and those of analytics from the published document.
 */
export function operationsOf(app: Server): Operation[] {
  const own = app.swagger().paths as unknown as Paths;
  const published = inlined(document.paths) as Paths;
  const isAnalytics = ([path]: [string, unknown]) => path.startsWith('/api/analytics/');
  const paths = [
    ...Object.entries(own).filter((each) => !isAnalytics(each)),
    ...Object.entries(published).filter(isAnalytics),
  ];
  return paths.flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]) => toOperation(path, method, described)),
  );
}

/** Returns a part of the published document with what it refers to in place of the references. */
function inlined(part: unknown): unknown {
  if (typeof part !== 'object' || part === null) return part;
  if (Array.isArray(part)) return part.map(inlined);
  if ('$ref' in part) {
    const names = String(part.$ref).split('/').slice(1);
    const found = names.reduce<unknown>(
      (at, name) => (at as Record<string, unknown>)[name],
      document,
    );
    return inlined(found);
  }
  return Object.fromEntries(Object.entries(part).map(([name, each]) => [name, inlined(each)]));
}

function toOperation(path: string, method: string, described: Described): Operation {
  const upper = method.toUpperCase() as Operation['method'];
  return {
    name: `${upper} ${path}`,
    method: upper,
    path,
    operationId: described.operationId,
    roles: described['x-roles'] ?? null,
    parameters: described.parameters ?? [],
    body: described.requestBody?.content['application/json']?.schema,
    scope: described['x-scope'],
    isForPersons: described['x-person-only'] ?? false,
    isForMachines: described['x-machine-only'] ?? false,
    needsProof: described['x-needs-proof'] ?? false,
    statuses: Object.keys(described.responses ?? {}).map(Number),
  };
}

/** The address of an operation with its path parameters filled in. */
export function fillPath(
  { path }: Pick<Operation, 'path'>,
  values: Readonly<Record<string, string>>,
): string {
  return path.replace(/\{(\w+)\}/g, (_whole, name: string) =>
    encodeURIComponent(values[name] ?? ''),
  );
}
