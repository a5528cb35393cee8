import type { Caller, Role } from './caller.ts';

/** The facts that decide what somebody sees: a caller, or who asked for work done later. */
export type Viewer = Pick<Caller, 'roles' | 'partnerUuid'>;

const seeAll: readonly Role[] = ['SYSTEM_ADMIN', 'TENANT_ADMIN', 'TENANT_STAFF'];

/**
 * Returns the partner to whose records a viewer is bound, null for partner staff without a partner,
 * who see none; undefined for those who see the whole tenant.
 */
export function boundPartner({ roles, partnerUuid }: Viewer): string | null | undefined {
  return roles.some((role) => seeAll.includes(role)) ? undefined : partnerUuid;
}
