import type { Caller } from '@atrium/kit/auth/caller.ts';
import type { Static } from 'typebox';
import type { Tx } from '../../database/transaction.ts';
import { contactNotFound, visibleTo } from '../contact-access.ts';
import { isNoPair } from './no-pair.ts';
import type { Duplicate } from './schemas.ts';

/**
 * Returns contacts that may be the same person, those with the most in common first, a hundred at
 * most: the same e-mail, phone (E.164), identity number or name, whatever the case, accents, dots
 * and dashes; without those who are no pair. Throws NOT_FOUND.
 */
export async function listDuplicates(
  tx: Tx,
  caller: Caller,
  contactUuid: string,
): Promise<Static<typeof Duplicate>[]> {
  const visible = visibleTo(tx, caller);
  // A contact without any is one row of nulls, an unknown one no row. Names that thousands bear are
  // read in the order of the answer and no further than it goes.
  const rows = await tx<(Static<typeof Duplicate> | { contactUuid: null })[]>`
    select alike.* from (
        select c.* from contacts c
         where c.contact_uuid = ${contactUuid} and num_nulls(c.deleted_at) = 1 and ${visible}
        offset 0) me
      left join lateral (
        (select ${duplicateColumns(tx)}, ${reasons(tx)} as reasons from contacts c
          where ${sharesDuplicateKey(tx)} and ${isOther(tx)} and num_nulls(c.deleted_at) = 1 and ${visible}
         offset 0)
        union all
        (select ${duplicateColumns(tx)}, array['SAME_NAME'] from contacts c
          where ${sharesName(tx)} and ${isOther(tx)} and c.deleted_at is null and ${visible}
            and (${sharesDuplicateKey(tx)}) is not true
          order by c.contact_uuid limit ${mostAnswered})) alike on true
     order by cardinality(alike.reasons) desc, alike."contactUuid" limit ${mostAnswered}`;
  if (rows.length === 0) throw await contactNotFound(tx, caller, contactUuid);
  return rows.filter((row) => row.contactUuid !== null);
}

const mostAnswered = 100;

/** Selects what is shown of a contact that may be a duplicate. */
export const duplicateColumns = (tx: Tx) => tx`
  c.contact_uuid as "contactUuid", c.first_name as "firstName",
  c.paternal_last_name as "paternalLastName", c.display_name as "displayName",
  c.contact_type as "contactType", c.status, c.contact_manager_entity_uuid as "contactManagerId",
  record_time(c.created_at) as "createdAt"`;

const isOther = (tx: Tx) => tx`
  c.tenant_uuid = me.tenant_uuid and c.contact_uuid <> me.contact_uuid
  and ${isNoPair(tx, tx`me`, tx`c`)} is not true`;

const sharesName = (tx: Tx) =>
  tx`c.last_name_key = me.last_name_key and c.first_name_key = me.first_name_key`;

const sharesEmail = (tx: Tx) => tx`
  c.preferred_email_duplicate_key = any(array[me.preferred_email_duplicate_key, me.primary_email_duplicate_key])
  or c.primary_email_duplicate_key = any(array[me.preferred_email_duplicate_key, me.primary_email_duplicate_key])`;

const sharesPhone = (tx: Tx) => tx`
  c.preferred_phone_duplicate_key = any(array[me.preferred_phone_duplicate_key, me.phone_duplicate_key])
  or c.phone_duplicate_key = any(array[me.preferred_phone_duplicate_key, me.phone_duplicate_key])`;

const sharesIdentity = (tx: Tx) => tx`c.identity_duplicate_key = me.identity_duplicate_key`;

/** Each of these columns has an index of its own, and the tenant is part of each number. */
const sharesDuplicateKey = (tx: Tx) =>
  tx`(${sharesEmail(tx)} or ${sharesPhone(tx)} or ${sharesIdentity(tx)})`;

const reasons = (tx: Tx) => tx`
  array_remove(array[
    case when ${sharesEmail(tx)} then 'SAME_EMAIL' end,
    case when ${sharesIdentity(tx)} then 'SAME_IDENTITY' end,
    case when ${sharesName(tx)} then 'SAME_NAME' end,
    case when ${sharesPhone(tx)} then 'SAME_PHONE' end], null)`;
