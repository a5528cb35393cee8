import { randomUUID } from 'node:crypto';
import type { Role } from '@atrium/kit/auth/caller.ts';
import type { Answer, Client } from '../test-support/client.ts';
import { fillPath, type Operation } from './operations.ts';
import {
  csvType,
  importAddress,
  importCsv,
  staffCsv,
  staffImportAddress,
  type Values,
} from './record-makers.ts';

/** Makes a request of an operation; what its query requires is there. */
export async function call(
  client: Client,
  operation: Operation,
  path: Values,
  body?: object,
): Promise<Answer> {
  const query = new URLSearchParams(requiredQuery(operation)).toString();
  const url = `${fillPath(operation, path)}${query ? `?${query}` : ''}`;
  if (operation.operationId === 'importContacts')
    return client.post(importAddress, importCsv('Rojas'), csvType);
  if (operation.operationId === 'importStaff')
    return client.post(staffImportAddress, staffCsv('Rojas'), csvType);
  switch (operation.method) {
    case 'GET':
      return client.get(url);
    case 'DELETE':
      return client.delete(url, body);
    case 'POST':
      return client.post(url, body);
    case 'PATCH':
      return client.patch(url, body);
    default:
      return client.put(url, body);
  }
}

/** Returns the query parameters that the operation requires. */
export function requiredQuery({ parameters }: Operation): Record<string, string> {
  const required = parameters.filter((each) => each.in === 'query' && each.required);
  return Object.fromEntries(
    required.map(({ name, schema }) => [
      name,
      String(
        schema.examples?.[0] ?? schema.enum?.[0] ?? (schema.format === 'uuid' ? randomUUID() : 'a'),
      ),
    ]),
  );
}

/** The most that a tenant's own people may be; a system administrator only where nobody else may. */
export function highest({ roles: declared }: Operation): Role {
  const order = [
    'TENANT_ADMIN',
    'TENANT_STAFF',
    'PARTNER_ADMIN',
    'CLIENT',
    'SYSTEM_ADMIN',
  ] as const;
  return order.find((role) => declared?.includes(role)) ?? 'SYSTEM_ADMIN';
}
