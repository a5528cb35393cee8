import type { Actor } from '../database/principal.ts';

type Account = {
  roles: readonly string[];
  userUuid: string;
  isMachine?: boolean;
  isToken?: boolean;
};

/** Returns the actor that an account's changes are recorded under. */
export function actorOf({ roles, userUuid, isMachine, isToken }: Account): Actor {
  if (isMachine) return { actorType: 'SYSTEM', actorId: userUuid, via: 'CREDENTIAL' };
  const via = isToken ? ({ via: 'TOKEN' } as const) : {};
  if (roles.includes('SYSTEM_ADMIN')) return { actorType: 'SYSTEM', actorId: userUuid, ...via };
  const actorType = roles.includes('CLIENT') ? 'CONTACT' : 'TENANT_STAFF';
  return { actorType, actorId: userUuid, ...via };
}
