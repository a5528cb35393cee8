import type { Tx } from '../database/transaction.ts';
import type { Pair } from '../kind.ts';
import { carryAddresses } from './address-queries.ts';

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
