import { randomUUIDv7 } from 'node:crypto';
import { refuseShortPassword } from '../auth/check-new-password.ts';
import { hashPassword } from '../auth/passwords.ts';
import { insertAccount } from '../auth/queries.ts';
import type { Tx } from '../database/transaction.ts';
import { recordEvent } from '../events.ts';
import { requireLivePartner } from '../partners/require-live-partner.ts';
import { checkPasswords } from './check-passwords.ts';
import { insertStaffMember } from './queries.ts';
import type { NewStaff, StaffRow } from './schemas.ts';
import { toColumns } from './staff-columns.ts';

/** Prepares a new staff member: checks what the schema cannot, and hashes the password. */
export async function prepareStaffMember(input: NewStaff) {
  checkPasswords(input, input.userEmail);
  return { input, passwordHash: await hashPassword(input.password) };
}

type Prepared = Awaited<ReturnType<typeof prepareStaffMember>>;

/** Creates a staff member and the login. Fails with EMAIL_TAKEN. */
export async function createStaffMember(
  tx: Tx,
  { input, passwordHash }: Prepared,
): Promise<StaffRow> {
  await refuseShortPassword(tx, tx.tenantUuid, input.password);
  await requireLivePartner(tx, input.partnerUuid);
  const staffUuid = randomUUIDv7();
  const member = await insertStaffMember(tx, staffUuid, toColumns(input));
  await insertAccount(tx, {
    tenantUuid: tx.tenantUuid,
    userUuid: staffUuid,
    email: member.userEmail,
    passwordHash,
    roles: member.roles,
    partnerUuid: member.partnerUuid,
    displayName: displayNameOf(member),
    language: member.platformLanguage,
    isActive: member.isActive,
  });
  await recordEvent(tx, {
    eventType: 'staff.created',
    entityType: 'STAFF',
    entityId: staffUuid,
    attributes: { staffType: member.staffType, category: member.category },
  });
  return member;
}

/** Returns the name by which a staff member is addressed. */
export function displayNameOf({ firstName, paternalLastName }: StaffRow): string {
  return `${firstName} ${paternalLastName}`;
}
