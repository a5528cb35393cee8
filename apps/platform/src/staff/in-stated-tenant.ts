import { type Caller, hasRole } from '@atrium/kit/auth/caller.ts';
import { fieldError, invalid } from '@atrium/kit/problem.ts';
import { Problem } from '../problems.ts';
import { isTenantInactive } from '../tenants/in-named-tenant.ts';

/**
 * Runs what makes staff in the tenant that a request states: the caller's own, or for a SYSTEM_ADMIN any
 * live one. Throws FORBIDDEN or VALIDATION_FAILED.
 */
export async function inStatedTenant<T>(
  caller: Caller,
  stated: string,
  run: (tenantUuid: string) => Promise<T>,
): Promise<T> {
  const tenantUuid = stated.toLowerCase();
  if (tenantUuid !== caller.tenantUuid && !hasRole(caller, 'SYSTEM_ADMIN')) {
    throw new Problem('FORBIDDEN', 'Staff is created in the own tenant only');
  }
  return run(tenantUuid).catch((error) => {
    const elsewhere = tenantUuid !== caller.homeTenantUuid && isTenantInactive(error);
    throw elsewhere ? invalid(fieldError('tenantUuid', 'UNKNOWN', 'is not a live tenant')) : error;
  });
}
