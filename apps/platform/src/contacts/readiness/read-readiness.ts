import type { Caller } from '@atrium/kit/auth/caller.ts';
import type { Tx } from '../../database/transaction.ts';
import { visibleTo } from '../contact-access.ts';
import { findAssessedContact } from '../queries.ts';
import { assessReadiness } from './assess-readiness.ts';
import { todayUtc } from './readiness-list.ts';

/** Returns how far the onboarding of a contact is; undefined of one that the caller does not see. */
export async function readReadiness(tx: Tx, caller: Caller, contactUuid: string) {
  const today = todayUtc();
  const contact = await findAssessedContact(tx, visibleTo(tx, caller), contactUuid, today);
  if (!contact) return undefined;
  const { readiness, documentExpiresOn } = contact;
  return { ...readiness, documentExpiresOn, ...assessReadiness(contact, today) };
}
