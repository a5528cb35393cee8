import { carryAddresses } from '../contacts/address-queries.ts';
import type { Tx } from '../database/transaction.ts';

/** Two records of one person, by their UUIDs: the one that goes and the one that stays. */
export type Pair = { from: string; into: string };

/** Moves addresses; of two primary ones of a type that of the record that stays remains primary. */
export async function moveAddresses(tx: Tx, { from, into }: Pair): Promise<number> {
  await tx`
    update contact_addresses a set is_primary = false
     where a.contact_uuid = ${from} and a.is_primary and exists (
       select from contact_addresses own
        where own.tenant_uuid = a.tenant_uuid and own.contact_uuid = ${into} and own.is_primary
          and own.contact_address_type = a.contact_address_type)`;
  const { count } = await tx`
    update contact_addresses set contact_uuid = ${into} where contact_uuid = ${from}`;
  await carryAddresses(tx, into);
  await carryAddresses(tx, from);
  return count;
}

/** Moves notes or tasks, deleted ones too. */
export async function moveAll(
  tx: Tx,
  table: 'notes' | 'tasks',
  { from, into }: Pair,
): Promise<number> {
  const { count } = await tx`
    update ${tx(table)} set contact_uuid = ${into} where contact_uuid = ${from}`;
  return count;
}

/** Lets saved views that ask for the one record ask for the other. */
export async function redirectViews(tx: Tx, { from, into }: Pair): Promise<void> {
  await tx`
    update saved_views
       set filters = replace(filters::text, ${from}, ${into})::jsonb,
           question = replace(question::text, ${from}, ${into})::jsonb
     where filters::text like ${`%${from}%`} or question::text like ${`%${from}%`}`;
}

/** Deletes a record as part of another one, which then stands for all that were merged into it. */
export async function markMerged(tx: Tx, { from, into }: Pair): Promise<void> {
  await tx`update contacts set merged_into = ${into} where merged_into = ${from}`;
  await tx`
    update contacts
       set deleted_at = change_time(), merged_into = ${into}, household_uuids = '{}',
           credentials_initialized_at = null
     where contact_uuid = ${from}`;
}
