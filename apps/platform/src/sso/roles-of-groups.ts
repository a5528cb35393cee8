import type { Tx } from '../database/transaction.ts';
import { anyVersion } from '../http/if-match.ts';
import type { Manager } from '../staff/find-managed-staff.ts';
import { countOtherTenantAdmins, findStaffMember } from '../staff/queries.ts';
import { updateStaffMember } from '../staff/update-staff-member.ts';
import type { ConnectionRow } from './queries.ts';
import type { SsoRole } from './schemas.ts';

type Claims = Record<string, unknown>;
type Mapping = Pick<ConnectionRow, 'groupRoles' | 'groupsClaim' | 'defaultRoles'>;

/**
 * Returns the roles of a person by the groups that the provider tells; undefined where it tells none,
 * as Entra does not when there are too many, or where no group is mapped.
 */
export function rolesOfGroups(
  { groupRoles, groupsClaim, defaultRoles }: Mapping,
  claims: Claims,
): readonly SsoRole[] | undefined {
  const told = groupsClaim === null ? undefined : claims[groupsClaim];
  if (groupRoles.length === 0 || !(typeof told === 'string' || Array.isArray(told)))
    return undefined;
  const groups = [told].flat().map(String);
  const given = groupRoles.flatMap(({ group, roles }) => (groups.includes(group) ? roles : []));
  return given.length > 0 ? given : defaultRoles;
}

/** Whose right to change staff the provider acts by. */
const provider: Manager = {
  roles: ['TENANT_ADMIN'],
  partnerUuid: null,
};

/**
 * Gives a staff member the roles of the groups. The last administrator stays one, and so do those who
 * come in without the provider.
 */
export async function applyRoles(
  tx: Tx,
  { breakGlass }: Pick<ConnectionRow, 'breakGlass'>,
  staffUuid: string,
  roles: readonly SsoRole[],
): Promise<void> {
  if (breakGlass.includes(staffUuid)) return;
  const member = await findStaffMember(tx, staffUuid);
  const [is, becomes] = [member?.staffType === 'ADMIN', roles.includes('TENANT_ADMIN')];
  if (!member || is === becomes) return;
  if (is && (await countOtherTenantAdmins(tx, staffUuid)) === 0) return;
  const input = { staffType: becomes ? ('ADMIN' as const) : ('ADVISOR' as const) };
  await updateStaffMember(tx, provider, staffUuid, { input, passwordHash: null }, anyVersion);
}
