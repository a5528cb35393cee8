import type { FastifyContextConfig, FastifySchema, RouteOptions } from 'fastify';
import { scopeOf } from '../auth/bearer.ts';
import { problems } from '../schema.ts';
import { headersOf } from './declared-headers.ts';
import { securityOf } from './security-schemes.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The fields that the request's filters may name, and its sort where it takes one. */
    listFields?: ListedFields;
  }
}

/** The fields of a list by name; one of several values, such as an element of an array, is not sorted by. */
type ListedFields = Readonly<Record<string, { type: string; among?: string }>>;

type Route = Pick<RouteOptions, 'config' | 'method'>;
type Part = { properties?: object & { sort?: unknown } };

/** Returns the schema of a route as the document states it: its own, and what every route of its kind has. */
export function describeRoute(schema: FastifySchema, route: Route): FastifySchema {
  const { config } = route;
  return {
    ...schema,
    security: securityOf(route),
    ...(config?.public
      ? {}
      : {
          headers: headersOf(schema, route),
          'x-roles': config?.roles,
          ...statedProof(config),
          ...statedScope(route),
        }),
    ...((config as { versioned?: unknown } | undefined)?.versioned ? { 'x-versioned': true } : {}),
    ...(config?.heavy ? { 'x-heavy': true } : {}),
    ...(config?.listFields ? statedFields(config.listFields, schema) : {}),
    response: { ...statedFailures(schema, route), ...(schema.response as object | undefined) },
  };
}

/** Returns what a route asks of its caller besides a role. */
function statedProof(config: FastifyContextConfig | undefined) {
  const { needsProof } = (config ?? {}) as { needsProof?: unknown };
  return {
    ...((config?.personOnly ?? config?.bearerOnly) ? { 'x-person-only': true } : {}),
    ...(config?.provisions ? { 'x-machine-only': true } : {}),
    ...(needsProof ? { 'x-needs-proof': needsProof } : {}),
  };
}

/** Returns the scope by which programs may call a route. */
function statedScope({ config, method }: Route) {
  const scope = config && scopeOf(config, method);
  return scope === undefined ? {} : { 'x-scope': scope };
}

/** Returns the fields that a list is filtered and sorted by. */
function statedFields(fields: ListedFields, { body }: FastifySchema) {
  const all = Object.entries(fields);
  const isSorted = (body as Part | undefined)?.properties?.sort !== undefined;
  const sortable = all.filter(([, { among }]) => !among).map(([name]) => name);
  return {
    'x-filterable': all.map(([field, { type }]) => ({ field, type })),
    ...(isSorted ? { 'x-sortable': sortable } : {}),
  };
}

/** Returns the failures that a route can answer because of what it takes and who may call it. */
function statedFailures({ params }: FastifySchema, { config, method }: Route) {
  const reads = ['GET', 'HEAD'].includes(String(method));
  const creates = (config as { creates?: unknown } | undefined)?.creates;
  return problems(
    400,
    ...(config?.public ? [] : [401, 403]),
    ...(params ? [404] : []),
    ...(creates ? [409, 422] : []),
    // A body that is not wanted is still refused when it cannot be read.
    ...(reads ? [] : [413, 415]),
    ...(config?.rateLimit === false && config.public ? [] : [429]),
    ...(config?.alwaysServed ? [] : [503]),
    'default',
  );
}
