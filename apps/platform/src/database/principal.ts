/** Who acts: what audit rows and events say of a change. */
export type Actor = {
  actorType: 'TENANT_STAFF' | 'CONTACT' | 'SYSTEM';
  actorId: string | null;
};

export const system: Actor = { actorType: 'SYSTEM', actorId: null };

/** Who calls, as the token says; the database checks that the session, user and tenants still stand. */
export type Principal = Actor & {
  tenantUuid: string;
  homeTenantUuid: string;
  userUuid: string;
  sessionUuid: string | null;
};
