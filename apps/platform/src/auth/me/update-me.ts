import type { Caller } from '@atrium/kit/auth/caller.ts';
import { fieldError, invalid } from '@atrium/kit/problem.ts';
import type { Columns } from '@atrium/kit/sql.ts';
import { changesOf, type FieldChange } from '../../changed-fields.ts';
import type { Tx } from '../../database/transaction.ts';
import { recordEvent } from '../../events.ts';
import { phoneColumns } from '../../http/person-fields.ts';
import { orNotFound } from '../../problems.ts';
import { accountEntity } from '../account-entity.ts';
import { findProfile, type Keeper, updateKeeper } from './queries.ts';
import type { MeChanges } from './schemas.ts';

const mostBytes = 16_384;
const recorded = ['contactPhone', 'platformLanguage', 'timeZone'] as const;

/** Changes what a person keeps of themselves. Throws VALIDATION_FAILED for preferences that are too large. */
export async function updateMe(tx: Tx, caller: Caller, changes: MeChanges): Promise<void> {
  const { userUuid } = caller;
  checkPreferences(changes.preferences);
  const before = await orNotFound(findProfile(tx, userUuid), 'user');
  await updateKeeper(tx, before.keeper, userUuid, ownColumns(before.keeper, changes));
  await updateKeeper(tx, 'ACCOUNT', userUuid, accountColumns(tx, before.keeper, changes));
  const after = await findProfile(tx, userUuid);
  const asText = (value: unknown) => JSON.stringify(value);
  const changed = recorded.filter((name) => asText(before[name]) !== asText(after?.[name]));
  if (changed.length === 0) return;
  await recordEvent(tx, {
    eventType: 'auth.profile_updated',
    entityType: accountEntity(caller),
    entityId: userUuid,
    attributes: { changedFields: changed.join() },
    changes: changesOf(before, after ?? before, changed).flatMap(ofRecord(before.keeper)),
  });
}

/** The fields by which contacts know what people keep of themselves. */
const fieldsOfContacts: Partial<Record<string, string>> = {
  contactPhone: 'preferredPhoneNumber',
  platformLanguage: 'preferredContactLanguage',
};

/** Returns of a change what it is of the record of the person, if it is in that at all. */
const ofRecord = (keeper: Keeper) => (change: FieldChange) => {
  if (keeper === 'STAFF') return [change];
  const field = keeper === 'CONTACT' ? fieldsOfContacts[change.field] : undefined;
  return field ? [{ ...change, field }] : [];
};

/** Returns the columns of the staff member or contact; all of an account's are the account's. */
function ownColumns(keeper: Keeper, changes: MeChanges): Columns {
  const { timeZone, platformLanguage, contactPhone } = changes;
  if (keeper === 'STAFF')
    return stated({ timeZone, platformLanguage, ...phoneColumns(contactPhone) });
  if (keeper === 'ACCOUNT') return {};
  const preferredPhoneNumber = contactPhone && phoneColumns(contactPhone);
  return stated({ preferredContactLanguage: platformLanguage, preferredPhoneNumber });
}

/** Returns what the account itself keeps: mails are in its language. */
function accountColumns(tx: Tx, keeper: Keeper, changes: MeChanges): Columns {
  const { timeZone, platformLanguage: language, contactPhone, preferences } = changes;
  return stated({
    language,
    preferences: preferences && tx.json(preferences),
    ...(keeper === 'STAFF' ? {} : { timeZone }),
    ...(keeper === 'ACCOUNT' ? phoneColumns(contactPhone) : {}),
  });
}

function stated(columns: Record<string, unknown>): Columns {
  return Object.fromEntries(
    Object.entries(columns).filter(([, value]) => value !== undefined),
  ) as Columns;
}

function checkPreferences(preferences: MeChanges['preferences']): void {
  if (!preferences || Buffer.byteLength(JSON.stringify(preferences)) <= mostBytes) return;
  const message = `must take at most ${mostBytes} bytes as JSON`;
  throw invalid(fieldError('preferences', 'TOO_LARGE', message));
}
