import { hasRole } from '@atrium/kit/auth/caller.ts';
import type { FastifyRequest } from 'fastify';
import type { Tx } from '../database/transaction.ts';
import { notFound, Problem } from '../problems.ts';

type Work<T> = (tx: Tx) => Promise<T>;

/**
 * Runs work in the tenant that a path names: the caller's own, or for a SYSTEM_ADMIN any that is not
 * deleted, active or not.
 * Throws FORBIDDEN or NOT_FOUND.
 */
export function inNamedTenant<T>(request: FastifyRequest, named: string, work: Work<T>) {
  return enter(request, named, (tenantUuid) => request.inTenant(work, tenantUuid));
}

/** Returns the same for work that only reads. */
export function readNamedTenant<T>(request: FastifyRequest, named: string, work: Work<T>) {
  return enter(request, named, (tenantUuid) => request.readTenant(work, tenantUuid));
}

async function enter<T>(
  { caller }: FastifyRequest,
  named: string,
  run: (tenantUuid: string) => Promise<T>,
): Promise<T> {
  const tenantUuid = named.toLowerCase();
  if (!hasRole(caller, 'SYSTEM_ADMIN') && tenantUuid !== caller.tenantUuid)
    throw new Problem('FORBIDDEN', 'This is another tenant');
  return run(tenantUuid).catch((error) => {
    const unknown = tenantUuid !== caller.homeTenantUuid && isTenantInactive(error);
    throw unknown ? notFound('tenant') : error;
  });
}

/** Returns whether a tenant was not entered: it is not there, or the caller's own is not active. */
export function isTenantInactive(error: unknown): boolean {
  return error instanceof Problem && error.code === 'TENANT_INACTIVE';
}
