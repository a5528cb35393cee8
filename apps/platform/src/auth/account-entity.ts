import type { PlatformEvent } from '../events.ts';

/** Returns the entity by which the audit trail names the owner of an account. */
export function accountEntity({
  roles,
}: {
  roles: readonly string[];
}): PlatformEvent['entityType'] {
  if (roles.includes('SYSTEM_ADMIN')) return 'PLATFORM_ADMIN';
  return roles.includes('CLIENT') ? 'CONTACT' : 'STAFF';
}
