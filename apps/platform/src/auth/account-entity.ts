import type { PlatformEvent } from '../events.ts';

/** Returns what the owner of an account is to the audit trail. */
export function accountEntity({
  roles,
}: {
  roles: readonly string[];
}): PlatformEvent['entityType'] {
  if (roles.includes('SYSTEM_ADMIN')) return 'PLATFORM_ADMIN';
  return roles.includes('CLIENT') ? 'CONTACT' : 'STAFF';
}
