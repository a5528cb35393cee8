import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';
import { unused } from '../src/unused-operations.ts';

type Described = { operationId?: string; 'x-roles'?: string[] };
/** An operation as the console calls it: method, path with `{parameters}`, roles (empty: public). */
type Row = [method: string, path: string, roles: string[]];

const document = new URL('../../../packages/api-client/openapi.json', import.meta.url);
const id = 'virtual:operations';

/** Returns every operation of the OpenAPI document by its operation id. */
export function readOperations(): Record<string, Row> {
  const { paths } = JSON.parse(readFileSync(document, 'utf8')) as {
    paths: Record<string, Record<string, Described>>;
  };
  const rows = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, { operationId, 'x-roles': roles = [] }]) =>
      operationId
        ? [[operationId, [method.toUpperCase(), path, roles] satisfies Row] as const]
        : [],
    ),
  );
  return Object.fromEntries(rows.sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Returns the operations that the console calls: what no part of it calls is not sent to browsers. */
function calledOperations(): Record<string, Row> {
  const left = new Set(Object.values(unused).flat());
  return Object.fromEntries(Object.entries(readOperations()).filter(([name]) => !left.has(name)));
}

/** Gives the console `virtual:operations`, the table of operations that its caller and `can` read. */
export function operationTable(): Plugin {
  return {
    name: 'operation-table',
    resolveId: (source) => (source === id ? `\0${id}` : undefined),
    load: (source) =>
      source === `\0${id}` ? `export default ${JSON.stringify(calledOperations())}` : undefined,
  };
}
