import { endAllHeld } from '../../auth/end-held.ts';
import { isOf } from '../../auth/person.ts';
import { updateAccount } from '../../auth/queries.ts';
import type { Tx } from '../../database/transaction.ts';
import { Problem } from '../../problems.ts';
import type { ContactChanges, ContactRow } from '../schemas.ts';

/**
 * Carries a change of a contact over to the login, if there is one: the e-mail moves with
 * primaryEmail, and an inactive contact is shut out. Fails with EMAIL_TAKEN or LOGIN_NEEDS_EMAIL.
 */
export async function updateLogin(
  tx: Tx,
  before: ContactRow,
  input: ContactChanges,
): Promise<void> {
  if (!before.credentialsInitializedAt) return;
  const { primaryEmail, preferredContactLanguage: language, status } = input;
  if (primaryEmail === null) throw new Problem('LOGIN_NEEDS_EMAIL');
  const person = { tenantUuid: tx.tenantUuid, userUuid: before.contactUuid };
  await updateAccount(tx, person, {
    ...(primaryEmail === undefined || primaryEmail === before.primaryEmail
      ? {}
      : { email: primaryEmail }),
    ...(language === undefined ? {} : { language }),
    ...(status === undefined ? {} : { isActive: status === 'ACTIVE' }),
    displayName: nameOf({ ...before, ...input }),
  });
  if (status === 'INACTIVE') await endAllHeld(tx, isOf(tx, person));
}

type Named = { displayName?: string | null; firstName?: string; paternalLastName?: string };

/** Returns the name by which a contact is addressed. */
export function nameOf({ displayName, firstName, paternalLastName }: Named): string {
  return displayName || `${firstName} ${paternalLastName}`;
}
