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

/** The actor that an account's deeds are recorded under. */
export function actorOf({
  roles,
  userUuid,
}: {
  roles: readonly string[];
  userUuid: string;
}): Actor {
  if (roles.includes('SYSTEM_ADMIN')) return { actorType: 'SYSTEM', actorId: userUuid };
  return { actorType: roles.includes('CLIENT') ? 'CONTACT' : 'TENANT_STAFF', actorId: userUuid };
}
