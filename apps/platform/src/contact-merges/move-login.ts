import { endAllHeld } from '../auth/end-held.ts';
import { isOf } from '../auth/person.ts';
import { moveAccount, removeEndedAccount, updateAccount } from '../auth/queries.ts';
import { nameOf } from '../contacts/login/update-login.ts';
import type { ContactRow } from '../contacts/schemas.ts';
import type { Tx } from '../database/transaction.ts';

/**
 * Gives the login of one contact to another that has none, with its password, its second factors and
 * its address. The sessions end.
 */
export async function moveLogin(tx: Tx, from: ContactRow, into: ContactRow): Promise<void> {
  const { tenantUuid } = tx;
  const { contactUuid: userUuid, preferredContactLanguage: language } = into;
  await endAllHeld(tx, isOf(tx, { tenantUuid, userUuid: from.contactUuid }));
  await removeEndedAccount(tx, userUuid);
  await moveAccount(tx, from.contactUuid, userUuid);
  await updateAccount(
    tx,
    { tenantUuid, userUuid },
    { displayName: nameOf(into), language, isActive: into.status === 'ACTIVE' },
  );
  await tx`
    update contacts c set credentials_initialized_at = other.credentials_initialized_at
      from contacts other
     where c.contact_uuid = ${userUuid} and other.tenant_uuid = c.tenant_uuid
       and other.contact_uuid = ${from.contactUuid}`;
}
