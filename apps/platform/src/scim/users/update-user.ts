import type { Caller } from '@atrium/kit/auth/caller.ts';
import { fieldError, invalid } from '@atrium/kit/problem.ts';
import { plainEmail } from '@atrium/kit/texts/plain-forms.ts';
import { changedFields, differing } from '../../changed-fields.ts';
import type { Tx } from '../../database/transaction.ts';
import { recordEvent } from '../../events.ts';
import { anyVersion } from '../../http/if-match.ts';
import { orNotFound } from '../../problems.ts';
import type { StaffRow } from '../../staff/schemas.ts';
import { updateStaffMember } from '../../staff/update-staff-member.ts';
import { isProvedDomain, requireNoBreakGlass } from '../connection.ts';
import { checkStaff } from './check-staff.ts';
import { findUser, lockUser, setDeprovisioned, setExternalId, type UserRow } from './queries.ts';
import type { WantedUser } from './read-user.ts';

/**
 * Changes what a provider says otherwise of a person; the rest stays. Whoever is switched off is out at
 * once. Throws NOT_FOUND, VALIDATION_FAILED, BREAK_GLASS, LAST_TENANT_ADMIN. Fails with EMAIL_TAKEN.
 */
export async function updateUser(
  tx: Tx,
  caller: Caller,
  staffUuid: string,
  wantedOf: (before: UserRow) => WantedUser,
): Promise<UserRow> {
  const before = await orNotFound(lockUser(tx, staffUuid), 'user');
  const { staff, externalId = before.externalId } = wantedOf(before);
  const names = differing(before, staff, Object.keys(staff) as (keyof typeof staff)[]);
  const changes = Object.fromEntries(names.map((name) => [name, staff[name]])) as typeof staff;
  const isRenumbered = externalId !== before.externalId;
  if (names.length === 0 && !isRenumbered) return before;

  await requireNoBreakGlass(tx, before.tenantStaffUuid);
  checkStaff(changes, { isNew: false });
  if (changes.userEmail) await requireProvedDomain(tx, before, changes.userEmail);
  if (names.length > 0)
    await updateStaffMember(
      tx,
      caller,
      staffUuid,
      { input: changes, passwordHash: null },
      anyVersion,
    );
  if (changes.isActive !== undefined) await setDeprovisioned(tx, staffUuid, !changes.isActive);
  if (isRenumbered) await renumber(tx, staffUuid, externalId);
  return orNotFound(findUser(tx, staffUuid), 'user');
}

/** Throws VALIDATION_FAILED where a login would move to an address that the firm has not proved to be its own. */
async function requireProvedDomain(tx: Tx, before: StaffRow, to: string): Promise<void> {
  const email = plainEmail(to);
  if (email === plainEmail(before.userEmail)) return;
  if (!(await isProvedDomain(tx, email.slice(email.lastIndexOf('@') + 1))))
    throw invalid(fieldError('userName', 'NOT_ALLOWED', 'changes to proved e-mail domains only'));
}

async function renumber(tx: Tx, staffUuid: string, externalId: string | null): Promise<void> {
  await setExternalId(tx, staffUuid, externalId);
  await recordEvent(tx, {
    eventType: 'staff.updated',
    entityType: 'STAFF',
    entityId: staffUuid,
    attributes: changedFields(['externalId']),
  });
}
