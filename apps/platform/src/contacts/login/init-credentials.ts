import type { Caller } from '@atrium/kit/auth/caller.ts';
import type { Static } from 'typebox';
import { queueLinkMail } from '../../auth/link-mails.ts';
import { insertAccount } from '../../auth/queries.ts';
import { changesOf } from '../../changed-fields.ts';
import type { Tx } from '../../database/transaction.ts';
import { recordEvent } from '../../events.ts';
import { Problem } from '../../problems.ts';
import { findManagedContact } from '../contact-access.ts';
import { markCredentials } from '../queries.ts';
import type { Credentials } from '../schemas.ts';
import { nameOf } from './update-login.ts';

/**
 * Gives a contact a login with the primary e-mail and mails the link that sets the password.
 * Repeated, it mails a new link. Fails with PRIMARY_EMAIL_REQUIRED, CONTACT_INACTIVE or EMAIL_TAKEN.
 */
export async function initCredentials(
  tx: Tx,
  caller: Caller,
  contactUuid: string,
): Promise<Static<typeof Credentials>> {
  const contact = await findManagedContact(tx, caller, contactUuid);
  const { tenantUuid, primaryEmail: email, status, credentialsInitializedAt } = contact;
  if (!email) throw new Problem('PRIMARY_EMAIL_REQUIRED');
  if (status !== 'ACTIVE') throw new Problem('CONTACT_INACTIVE');
  const userUuid = contact.contactUuid;
  if (!credentialsInitializedAt) {
    await insertAccount(tx, {
      tenantUuid,
      userUuid,
      email,
      passwordHash: null,
      roles: ['CLIENT'],
      partnerUuid: null,
      displayName: nameOf(contact),
      language: contact.preferredContactLanguage,
    });
  }
  const initializedAt = await markCredentials(tx, userUuid);
  await queueLinkMail(tx, { tenantUuid, userUuid }, 'FIRST');
  await recordEvent(tx, {
    eventType: 'contact.credentials_initialized',
    entityType: 'CONTACT',
    entityId: userUuid,
    attributes: { repeated: String(credentialsInitializedAt !== null) },
    changes: changesOf({ credentialsInitializedAt }, { credentialsInitializedAt: initializedAt }),
  });
  return { contactUuid: userUuid, userUuid, email, credentialsInitializedAt: initializedAt };
}
