import type { Actor } from '../database/principal.ts';

type Account = { roles: readonly string[]; userUuid: string; isMachine?: boolean };

/** Returns the actor that an account's changes are recorded under. */
export function actorOf({ roles, userUuid, isMachine }: Account): Actor {
  if (isMachine) return { actorType: 'SYSTEM', actorId: userUuid, via: 'CREDENTIAL' };
  if (roles.includes('SYSTEM_ADMIN')) return { actorType: 'SYSTEM', actorId: userUuid };
  return { actorType: roles.includes('CLIENT') ? 'CONTACT' : 'TENANT_STAFF', actorId: userUuid };
}
