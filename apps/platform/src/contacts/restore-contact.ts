import type { Caller } from '@atrium/kit/auth/caller.ts';
import { removeEndedAccount } from '../auth/queries.ts';
import type { Tx } from '../database/transaction.ts';
import { recordEvent } from '../events.ts';
import { checkDeleted, type NotRestored } from '../http/deleted-records.ts';
import { orNotFound } from '../problems.ts';
import { contactNotFound } from './contact-access.ts';
import { findContact, lockAnyContact, undeleteContact } from './queries.ts';
import type { ContactRow } from './schemas.ts';

/** Restores a contact and then its memberships; households hand it in. */
export type ReturnToHouseholds = (
  tx: Tx,
  contact: { contactUuid: string },
  restore: () => Promise<void>,
) => Promise<{ count: number; notRestored: NotRestored[] }>;

type Restored = ContactRow & { notRestored: NotRestored[] };

/**
 * Brings a deleted contact back, into the households that are there. The login is to be initialised
 * anew. Fails with NOT_DELETED, and with NOT_FOUND when it was merged into another or erased.
 */
export async function restoreContact(
  tx: Tx,
  returnToHouseholds: ReturnToHouseholds,
  caller: Caller,
  contactUuid: string,
): Promise<Restored> {
  const withoutLogin: NotRestored[] = [];
  const { count, notRestored } = await returnToHouseholds(tx, { contactUuid }, async () => {
    const found = await lockAnyContact(tx, contactUuid);
    if (found?.isGone) throw await contactNotFound(tx, caller, contactUuid);
    checkDeleted(found, 'contact');
    await undeleteContact(tx, contactUuid);
    await removeEndedAccount(tx, contactUuid);
    if (found?.hadLogin) withoutLogin.push({ ...noLogin, contactUuid });
  });
  await recordEvent(tx, {
    eventType: 'contact.restored',
    entityType: 'CONTACT',
    entityId: contactUuid,
    attributes: { householdCount: String(count) },
  });
  const contact = await orNotFound(findContact(tx, tx`true`, contactUuid), 'contact');
  return { ...contact, notRestored: [...withoutLogin, ...notRestored] };
}

const noLogin = {
  kind: 'LOGIN',
  reason: 'INITIALIZE_ANEW',
  householdUuid: null,
  organisationUuid: null,
} as const;
