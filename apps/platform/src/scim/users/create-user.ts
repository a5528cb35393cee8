import { fieldError, invalid } from '@atrium/kit/problem.ts';
import type { Tx } from '../../database/transaction.ts';
import { orNotFound } from '../../problems.ts';
import { findConnection } from '../../sso/queries.ts';
import { addStaffMember, type StaffWithoutPassword } from '../../staff/create-staff-member.ts';
import { type Attributes, textOf } from '../attributes.ts';
import { checkStaff } from './check-staff.ts';
import { findHabits, findUser, setExternalId, type UserRow } from './queries.ts';
import { readUser } from './read-user.ts';

/** What is set of staff of whom nobody said more. */
const usual = {
  legalResidence: 'CHL',
  timeZone: 'UTC',
  platformLanguage: 'SPANISH',
  commissionCurrency: 'USD',
} as const;

/**
 * Creates the staff member whom a provider names, with a login that has no password: nobody is mailed. Throws
 * VALIDATION_FAILED. Fails with EMAIL_TAKEN.
 */
export async function createUser(tx: Tx, resource: Attributes): Promise<UserRow> {
  const { staff, externalId } = readUser(resource);
  const { userEmail } = staff;
  if (!userEmail) throw invalid(fieldError('userName', 'REQUIRED', 'is required'));
  const { savedBy, defaultRoles } = await findConnection(tx);
  const input = {
    tenantUuid: tx.tenantUuid,
    email: userEmail,
    staffRole: 'ADVISOR',
    staffType: defaultRoles.includes('TENANT_ADMIN') ? 'ADMIN' : 'ADVISOR',
    ...usual,
    ...(await findHabits(tx, savedBy)),
    ...namesOf(resource, userEmail),
    ...staff,
    userEmail,
  } satisfies StaffWithoutPassword;
  checkStaff(input, { isNew: true });
  const { tenantStaffUuid } = await addStaffMember(tx, input);
  if (externalId) await setExternalId(tx, tenantStaffUuid, externalId);
  return orNotFound(findUser(tx, tenantStaffUuid), 'user');
}

/** Returns the names of somebody whose parts are not told: of the whole name, else of the address. */
function namesOf(resource: Attributes, userEmail: string) {
  const whole = textOf(resource, 'name', 'formatted') || textOf(resource, 'displayName');
  const [first = '', ...rest] = (whole || userEmail.split('@')[0]?.replace(/[._-]+/g, ' ') || '')
    .split(/\s+/)
    .filter(Boolean);
  return { firstName: first, paternalLastName: rest.join(' ') || first };
}
