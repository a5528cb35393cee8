import table from 'virtual:operations';
import type { OperationId } from './api.ts';
import type { User } from './session.ts';

/** Returns the roles that may call an operation, as its route declares; none where everybody may. */
export const rolesFor = (operationId: OperationId): readonly string[] =>
  table[operationId]?.[2] ?? [];

/** Returns whether a person's role may call an operation, as its route declares. */
export function can(operationId: OperationId, user: Pick<User, 'roles'> | undefined): boolean {
  const roles = rolesFor(operationId);
  return roles.length === 0 || (user?.roles.some((role) => roles.includes(role)) ?? false);
}

/** Returns whether a person administers the firm, or all of them: who does may change what is a colleague's. */
export const isAdministrator = (user: Pick<User, 'roles'> | undefined): boolean =>
  user?.roles.some((role) => role === 'TENANT_ADMIN' || role === 'SYSTEM_ADMIN') ?? false;
