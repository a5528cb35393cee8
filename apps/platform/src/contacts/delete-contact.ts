import type { Caller } from '@atrium/kit/auth/caller.ts';
import { endAccount } from '../auth/queries.ts';
import type { Tx } from '../database/transaction.ts';
import { recordEvent } from '../events.ts';
import { findManagedContact } from './contact-access.ts';
import { softDeleteContact } from './queries.ts';

/** Deletes a contact by `remove` and ends every membership of it; households hand it in. */
export type LeaveHouseholds = (
  tx: Tx,
  contact: { contactUuid: string },
  remove: () => Promise<void>,
) => Promise<void>;

/** Deletes a contact softly; it leaves its households, and a login ends with it. */
export async function deleteContact(
  tx: Tx,
  leaveHouseholds: LeaveHouseholds,
  caller: Caller,
  contactUuid: string,
): Promise<void> {
  await leaveHouseholds(tx, { contactUuid }, async () => {
    const { credentialsInitializedAt } = await findManagedContact(tx, caller, contactUuid);
    await softDeleteContact(tx, contactUuid);
    if (credentialsInitializedAt)
      await endAccount(tx, { tenantUuid: tx.tenantUuid, userUuid: contactUuid });
  });
  await recordEvent(tx, {
    eventType: 'contact.deleted',
    entityType: 'CONTACT',
    entityId: contactUuid,
  });
}
