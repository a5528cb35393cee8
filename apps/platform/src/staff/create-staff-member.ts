import { randomUUIDv7 } from 'node:crypto';
import { refuseWeakPassword } from '../auth/check-new-password.ts';
import { queueLinkMail } from '../auth/link-mails.ts';
import { hashPassword } from '../auth/passwords.ts';
import { insertAccount } from '../auth/queries.ts';
import { isMachine } from '../auth/require-person.ts';
import type { Tx } from '../database/transaction.ts';
import { recordEvent } from '../events.ts';
import { requireLivePartner } from '../partners/require-live-partner.ts';
import { checkPasswords } from './check-passwords.ts';
import { refuseMachine } from './find-managed-staff.ts';
import { insertStaffMember } from './queries.ts';
import type { NewStaff, StaffRow } from './schemas.ts';
import { toColumns } from './staff-columns.ts';

/** Prepares a new staff member: checks what the schema cannot, and hashes the password. */
export async function prepareStaffMember(input: NewStaff) {
  checkPasswords(input, input.userEmail);
  return { input, passwordHash: await hashPassword(input.password) };
}

type Prepared = Awaited<ReturnType<typeof prepareStaffMember>>;

/**
 * Creates a staff member and the login. One that a machine makes signs in by the first link only:
 * the password is not kept. Fails with EMAIL_TAKEN, or PERSON_REQUIRED for an administrator.
 */
export async function createStaffMember(
  tx: Tx,
  { input, passwordHash }: Prepared,
): Promise<StaffRow> {
  const { tenantUuid, actor } = tx;
  refuseMachine(actor, input);
  await refuseWeakPassword(tx, tenantUuid, input.password);
  await requireLivePartner(tx, input.partnerUuid);
  const member = await addStaffMember(tx, input, isMachine(actor) ? null : passwordHash);
  const person = { tenantUuid, userUuid: member.tenantStaffUuid };
  if (isMachine(actor)) await queueLinkMail(tx, person, 'FIRST');
  return member;
}

/** A staff member before the login has a password. */
export type StaffWithoutPassword = Omit<NewStaff, 'password' | 'confirmPassword'>;

/** Inserts a staff member and the login, with a password or none, and records it. Fails with EMAIL_TAKEN. */
export async function addStaffMember(
  tx: Tx,
  input: StaffWithoutPassword,
  passwordHash: string | null = null,
): Promise<StaffRow> {
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
