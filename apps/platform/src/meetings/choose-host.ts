import { boundPartner } from '@atrium/kit/auth/bound-partner.ts';
import { type Caller, hasRole } from '@atrium/kit/auth/caller.ts';
import { fieldError, invalid } from '@atrium/kit/problem.ts';
import { findCallerName } from '../auth/find-caller-name.ts';
import type { Tx } from '../database/transaction.ts';
import { findStaffHost } from './queries.ts';
import type { NewMeeting } from './schemas.ts';

type Hosting = Record<'hostUuid' | 'hostType' | 'hostName' | 'hostEmail', string> &
  Record<'createdByUuid' | 'createdByType', string>;

/**
 * Returns who hosts a new meeting and who created it: the caller both, unless another host is named;
 * a machine has to name one. Throws VALIDATION_FAILED.
 */
export async function chooseHost(
  tx: Tx,
  caller: Caller,
  { hostUuid }: Pick<NewMeeting, 'hostUuid'>,
): Promise<Hosting> {
  const { userUuid, isMachine } = caller;
  if (isMachine && !hostUuid)
    throw invalid(fieldError('hostUuid', 'REQUIRED', 'A machine has to name the host'));
  const type = isMachine ? 'SYSTEM' : hostType(caller);
  const creator = { createdByUuid: userUuid, createdByType: type };
  if (hostUuid && (isMachine || hostUuid.toLowerCase() !== userUuid)) {
    const { partnerUuid: _, ...host } = await requireHost(tx, caller, hostUuid);
    return { ...host, ...creator };
  }
  const { name, email } = await findCallerName(tx, caller);
  return { hostUuid: userUuid, hostType: type, hostName: name, hostEmail: email, ...creator };
}

/**
 * Returns an active staff member who can host a meeting of the caller's: of partner staff one of their
 * own partner. Throws VALIDATION_FAILED naming `hostUuid`.
 */
export async function requireHost(tx: Tx, caller: Caller, hostUuid: string) {
  const host = await findStaffHost(tx, hostUuid);
  const partner = boundPartner(caller);
  if (host && (partner === undefined || host.partnerUuid === partner)) return host;
  throw invalid(fieldError('hostUuid', 'UNKNOWN', 'is no active staff member'));
}

/** Returns the type of a host: of the tenant, of a partner, or of the platform. */
function hostType(caller: Caller): string {
  if (hasRole(caller, 'SYSTEM_ADMIN')) return 'SYSTEM_ADMIN';
  const partner = hasRole(caller, 'PARTNER_ADMIN', 'PARTNER_STAFF');
  return partner ? 'PARTNER_STAFF' : 'TENANT_STAFF';
}
