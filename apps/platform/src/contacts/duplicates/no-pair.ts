import type { Fragment } from '@atrium/kit/sql.ts';
import type { Tx } from '../../database/transaction.ts';

/**
 * Returns the condition that two rows of contacts are two people, whatever they share: they contradict
 * each other, or somebody said so.
 */
export const isNoPair = (tx: Tx, a: Fragment, b: Fragment): Fragment =>
  tx`(${contradict(tx, a, b)} or ${areDismissed(tx, a, b)})`;

/**
 * Returns the condition that two rows contradict each other: their numbers of one type and country differ;
 * or their birth dates do, and neither e-mail, phone nor number is the same.
 */
const contradict = (tx: Tx, a: Fragment, b: Fragment): Fragment => tx`(
  (${a}.identity_duplicate_key <> ${b}.identity_duplicate_key and ${a}.identity_type = ${b}.identity_type
    and ${countryOf(tx, a)} is not distinct from ${countryOf(tx, b)})
  or (${a}.date_of_birth <> ${b}.date_of_birth
    and (${a}.identity_duplicate_key = ${b}.identity_duplicate_key
         or ${shares(tx, a, b, emails)} or ${shares(tx, a, b, phones)}) is not true))`;

const areDismissed = (tx: Tx, a: Fragment, b: Fragment): Fragment => tx`exists (
  select from duplicate_dismissals d
   where d.tenant_uuid = ${a}.tenant_uuid
     and d.contact_uuid = least(${a}.contact_uuid, ${b}.contact_uuid)
     and d.other_uuid = greatest(${a}.contact_uuid, ${b}.contact_uuid))`;

const emails = ['preferred_email', 'primary_email'] as const;
const phones = ['preferred_phone', 'phone'] as const;

/** Returns the columns of a contact `c` by which it is compared with another. */
export const comparedColumns = (tx: Tx): Fragment => tx`
  c.tenant_uuid, c.contact_uuid, c.identity_duplicate_key, c.identity_type, c.identity_country,
  c.date_of_birth, c.preferred_email_duplicate_key, c.primary_email_duplicate_key,
  c.preferred_phone_duplicate_key, c.phone_duplicate_key, ${isDismissed(tx, tx`c`)} as is_dismissed`;

/** Returns the same condition over two rows of `comparedColumns`; dismissals are read only where both have any. */
export const areNoPair = (tx: Tx, a: Fragment, b: Fragment): Fragment => tx`(
  ${contradict(tx, a, b)}
  or (${a}.is_dismissed and ${b}.is_dismissed and ${areDismissed(tx, a, b)}))`;

const isDismissed = (tx: Tx, c: Fragment): Fragment => tx`exists (
  select from duplicate_dismissals d
   where d.tenant_uuid = ${c}.tenant_uuid and ${c}.contact_uuid in (d.contact_uuid, d.other_uuid))`;

/** Returns the condition that a row of contacts may be no pair with somebody; of all others nothing is compared. */
export const maySetApart = (tx: Tx, c: Fragment): Fragment => tx`(
  (${c}.identity_duplicate_key is not null and ${c}.identity_type is not null)
  or ${c}.date_of_birth is not null or ${isDismissed(tx, c)})`;

/** Returns the condition that among some contacts `c` there are two that are no pair. */
export const holdNoPair = (tx: Tx, where: Fragment): Fragment => tx`exists (
  with compared as materialized (
    select c.* from contacts c where ${where} and ${maySetApart(tx, tx`c`)})
  select from compared a join compared b on b.contact_uuid > a.contact_uuid
   where ${isNoPair(tx, tx`a`, tx`b`)})`;

/** A RUT is Chile's, stated or not. */
const countryOf = (tx: Tx, c: Fragment) =>
  tx`coalesce(${c}.identity_country, case when ${c}.identity_type = 'CHILE_RUT' then 'CHL' end)`;

/** Compares either of two values with either of the other's. */
function shares(tx: Tx, a: Fragment, b: Fragment, [one, two]: readonly [string, string]): Fragment {
  const [first, second] = [tx(`${one}_duplicate_key`), tx(`${two}_duplicate_key`)];
  return tx`(coalesce(${a}.${first} in (${b}.${first}, ${b}.${second}), false)
             or coalesce(${a}.${second} in (${b}.${first}, ${b}.${second}), false))`;
}
