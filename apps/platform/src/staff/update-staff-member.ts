import { fieldError, invalid } from '@atrium/kit/problem.ts';
import { refuseWeakPassword } from '../auth/check-new-password.ts';
import { endAllHeld, endSignIns } from '../auth/end-held.ts';
import { tellLoginChange } from '../auth/login-change-mail.ts';
import { hashPassword } from '../auth/passwords.ts';
import { isOf } from '../auth/person.ts';
import { setPasswordHash, updateAccount } from '../auth/queries.ts';
import { requirePerson } from '../auth/require-person.ts';
import { changedFields, changesOf } from '../changed-fields.ts';
import type { Tx } from '../database/transaction.ts';
import { recordEvent } from '../events.ts';
import type { IfMatch } from '../http/if-match.ts';
import { requireLivePartner } from '../partners/require-live-partner.ts';
import { checkPasswords } from './check-passwords.ts';
import { displayNameOf } from './create-staff-member.ts';
import { findManagedStaff, type Manager, refuseMachine, refuseMove } from './find-managed-staff.ts';
import { keepOneTenantAdmin } from './keep-one-tenant-admin.ts';
import { setStaffTypeWithoutGroups, updateStaffRow } from './queries.ts';
import type { StaffChanges, StaffRow } from './schemas.ts';
import { changeableFields, toColumns } from './staff-columns.ts';

/** Hashes the password of an update, if it states one, before the transaction. */
export async function prepareStaffUpdate(input: StaffChanges) {
  const { password } = input;
  return { input, passwordHash: password === undefined ? null : await hashPassword(password) };
}

type Prepared = Awaited<ReturnType<typeof prepareStaffUpdate>>;

/**
 * Changes a staff member and the login with it, or nothing if all is as stated. Fails with
 * EMAIL_TAKEN, PRECONDITION_FAILED, or for a machine with PERSON_REQUIRED.
 */
export async function updateStaffMember(
  tx: Tx,
  caller: Manager,
  staffUuid: string,
  { input, passwordHash }: Prepared,
  requireMatch: IfMatch,
): Promise<StaffRow> {
  const before = await findManagedStaff(tx, caller, staffUuid);
  requireMatch(before.version);
  if (input.tenantUuid && input.tenantUuid.toLowerCase() !== before.tenantUuid) {
    throw invalid(fieldError('tenantUuid', 'NOT_ALLOWED', 'cannot be changed'));
  }
  checkPasswords(input, input.userEmail ?? before.userEmail);
  if (input.password !== undefined) await refuseWeakPassword(tx, before.tenantUuid, input.password);
  refuseMove(caller, before, input.partnerUuid);
  if (passwordHash) requirePerson(tx.actor);
  if (input.partnerUuid !== before.partnerUuid) await requireLivePartner(tx, input.partnerUuid);
  const changes = toColumns(input);
  const changed = await updateStaffRow(tx, staffUuid, changes);
  if (!changed && !passwordHash) return before;
  const member = changed ?? before;
  refuseMachine(tx.actor, before, member);
  await keepOneTenantAdmin(tx, before, member);
  if (member.staffType !== before.staffType) await setStaffTypeWithoutGroups(tx, staffUuid, null);

  const person = { tenantUuid: member.tenantUuid, userUuid: staffUuid };
  const { userEmail: email, roles, partnerUuid, isActive, platformLanguage: language } = member;
  const renamed = email === before.userEmail ? {} : { email };
  await updateAccount(tx, person, {
    ...renamed,
    roles,
    partnerUuid,
    isActive,
    language,
    displayName: displayNameOf(member),
  });
  if (!isActive) await endAllHeld(tx, isOf(tx, person));
  else if (lostRights(before, member)) await endSignIns(tx, isOf(tx, person));
  if (passwordHash) {
    await setPasswordHash(tx, person, passwordHash);
    await tellLoginChange(tx, person, 'PASSWORD_SET', email);
  }

  const fieldChanges = changesOf(before, member, changeableFields);
  await recordEvent(tx, {
    eventType: 'staff.updated',
    entityType: 'STAFF',
    entityId: staffUuid,
    attributes: {
      fieldCount: String(Object.keys(changes).length),
      isActive: String(isActive),
      ...changedFields(fieldChanges.map(({ field }) => field)),
    },
    changes: fieldChanges,
  });
  if (passwordHash) await recordPasswordSet(tx, staffUuid);
  return member;
}

/** Tokens carry the roles and the partner, so those that say more than what is left have to end. */
function lostRights(before: StaffRow, after: StaffRow): boolean {
  const demoted = before.staffType === 'ADMIN' && after.staffType !== 'ADMIN';
  return demoted || before.partnerUuid !== after.partnerUuid;
}

/** Records that an administrator set somebody's password. */
export function recordPasswordSet(tx: Tx, staffUuid: string): Promise<void> {
  const attributes = { by: 'ADMIN' };
  return recordEvent(tx, {
    eventType: 'staff.password_set',
    entityType: 'STAFF',
    entityId: staffUuid,
    attributes,
  });
}
