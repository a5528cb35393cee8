import { hasRole } from '@atrium/kit/auth/caller.ts';
import type { FastifyRequest } from 'fastify';
import type { Tx } from '../db.ts';
import { notFound, Problem } from '../problems.ts';

/**
 * Runs work in the tenant that a path names: the caller's own, or for a SYSTEM_ADMIN any live one.
 * Throws FORBIDDEN or NOT_FOUND.
 */
export async function inNamedTenant<T>(
  request: FastifyRequest,
  named: string,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  const tenantUuid = named.toLowerCase();
  const { caller } = request;
  const isSystemAdmin = hasRole(caller, 'SYSTEM_ADMIN');
  if (!isSystemAdmin && tenantUuid !== caller.tenantUuid)
    throw new Problem('FORBIDDEN', 'This is another tenant');
  return request.inTenant(work, tenantUuid).catch((error) => {
    const unknown = tenantUuid !== caller.homeTenantUuid && isTenantInactive(error);
    throw unknown ? notFound('tenant') : error;
  });
}

function isTenantInactive(error: unknown): boolean {
  return error instanceof Problem && error.code === 'TENANT_INACTIVE';
}
