import table from 'virtual:operations';
import type { OperationId } from './api.ts';
import type { User } from './session.ts';

/** Returns whether a person's role may call an operation, as its route declares. */
export function can(operationId: OperationId, user: Pick<User, 'roles'> | undefined): boolean {
  const roles = table[operationId]?.[2] ?? [];
  return roles.length === 0 || (user?.roles.some((role) => roles.includes(role)) ?? false);
}
