import type { Tx } from '../database/transaction.ts';
import { addStaffMember } from '../staff/create-staff-member.ts';
import { findHabits, type StaffHabits } from './person-queries.ts';
import type { ConnectionRow } from './queries.ts';
import type { SsoRole } from './schemas.ts';
import type { VerifiedPerson } from './verified-person.ts';

/** What is set of staff of whom neither a claim nor an administrator says more. */
const usual: StaffHabits = {
  timeZone: 'UTC',
  platformLanguage: 'SPANISH',
  legalResidence: 'CHL',
  commissionCurrency: 'USD',
};

/** Creates the staff member whom a provider has signed in, without a password. Fails with EMAIL_TAKEN. */
export async function createFromClaims(
  tx: Tx,
  { savedBy }: Pick<ConnectionRow, 'savedBy'>,
  { email, claims }: Pick<VerifiedPerson, 'email' | 'claims'>,
  roles: readonly SsoRole[],
): Promise<string> {
  const { tenantStaffUuid } = await addStaffMember(tx, {
    tenantUuid: tx.tenantUuid,
    userEmail: email,
    email,
    staffRole: 'ADVISOR',
    staffType: roles.includes('TENANT_ADMIN') ? 'ADMIN' : 'ADVISOR',
    ...usual,
    ...(await findHabits(tx, savedBy)),
    ...habitsOf(claims),
    ...namesOf(claims, email),
  });
  return tenantStaffUuid;
}

/** Returns what standard claims tell: the time zone and the language. */
function habitsOf({ zoneinfo, locale }: VerifiedPerson['claims']): Partial<StaffHabits> {
  const language = /^(es|en)\b/i.exec(String(locale ?? ''))?.[1]?.toLowerCase();
  return {
    ...(isZone(zoneinfo) ? { timeZone: zoneinfo } : {}),
    ...(language ? { platformLanguage: language === 'es' ? 'SPANISH' : 'ENGLISH' } : {}),
  };
}

function isZone(text: unknown): text is string {
  return typeof text === 'string' && Intl.supportedValuesOf('timeZone').includes(text);
}

/** Returns the names as claims tell them, of the whole name, else of the address. */
function namesOf({ given_name, family_name, name }: VerifiedPerson['claims'], email: string) {
  const whole = textOf(name) || (email.split('@')[0] ?? '').replace(/[._+-]+/g, ' ').trim();
  const [first = '', ...rest] = whole.split(/\s+/);
  const firstName = (textOf(given_name) || first).slice(0, 50);
  const last = textOf(family_name) || rest.join(' ') || first;
  // A first name has two characters at least, a last name one.
  return {
    firstName: firstName.length < 2 ? firstName.padEnd(2, '.') : firstName,
    paternalLastName: last.slice(0, 50) || email.slice(0, 50),
  };
}

/** Returns a text as one line without what a database cannot keep. */
const textOf = (claim: unknown): string =>
  typeof claim === 'string'
    ? claim
        .normalize('NFC')
        .replace(/\p{C}+/gu, ' ')
        .trim()
    : '';
