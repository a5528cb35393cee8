import { type Caller, hasRole } from '@atrium/kit/auth/caller.ts';

/** The partner to which the caller's view is bound; undefined for those who see the whole tenant. */
export function boundPartner(caller: Caller): string | null | undefined {
  return hasRole(caller, 'SYSTEM_ADMIN', 'TENANT_ADMIN', 'TENANT_STAFF')
    ? undefined
    : caller.partnerUuid;
}
