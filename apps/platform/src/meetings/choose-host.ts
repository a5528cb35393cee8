import { type Caller, hasRole } from '@atrium/kit/auth/caller.ts';
import { fieldError, invalid } from '@atrium/kit/problem.ts';
import type { Tx } from '../database/transaction.ts';
import { findHost, findStaffHost } from './queries.ts';
import type { NewMeeting } from './schemas.ts';

type Hosting = Record<'hostUuid' | 'hostType' | 'hostName' | 'hostEmail', string> &
  Record<'createdByUuid' | 'createdByType', string>;

/**
 * Returns who hosts a new meeting and who created it: the caller both, but for a machine, which
 * names an active staff member as host. Throws VALIDATION_FAILED when it does not.
 */
export async function chooseHost(
  tx: Tx,
  caller: Caller,
  { hostUuid }: Pick<NewMeeting, 'hostUuid'>,
): Promise<Hosting> {
  const { userUuid } = caller;
  if (!caller.isMachine) {
    const [{ name, email }, type] = [await findHost(tx, caller), hostType(caller)];
    const host = { hostUuid: userUuid, hostType: type, hostName: name, hostEmail: email };
    return { ...host, createdByUuid: userUuid, createdByType: type };
  }
  if (!hostUuid)
    throw invalid(fieldError('hostUuid', 'REQUIRED', 'A machine has to name the host'));
  const host = await findStaffHost(tx, hostUuid);
  if (!host) throw invalid(fieldError('hostUuid', 'UNKNOWN', 'is no active staff member'));
  return { ...host, createdByUuid: userUuid, createdByType: 'SYSTEM' };
}

/** Returns the type of a host: of the tenant, of a partner, or of the platform. */
function hostType(caller: Caller): string {
  if (hasRole(caller, 'SYSTEM_ADMIN')) return 'SYSTEM_ADMIN';
  const partner = hasRole(caller, 'PARTNER_ADMIN', 'PARTNER_STAFF');
  return partner ? 'PARTNER_STAFF' : 'TENANT_STAFF';
}
