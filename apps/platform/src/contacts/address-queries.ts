import { differs } from '../database/differs.ts';
import type { Tx } from '../database/transaction.ts';

type AddressSlice = 'SALES' | 'COMPLIANCE';

/** The part of a stored address that decides about primaries. */
export type StoredAddress = {
  addressUuid: string;
  contactAddressType: AddressSlice;
  isPrimary: boolean;
};

export type AddressColumns = Record<string, string | boolean | null>;

export function listStoredAddresses(tx: Tx, contactUuid: string) {
  return tx<StoredAddress[]>`
    select address_uuid, contact_address_type, is_primary from contact_addresses
     where contact_uuid = ${contactUuid}`;
}

/** Takes the primary mark from a contact's addresses of the given types, except for some. Returns whether any had it. */
export async function clearPrimaries(
  tx: Tx,
  contactUuid: string,
  { types, except }: { types: AddressSlice[]; except: string[] },
): Promise<boolean> {
  const { count } = await tx`
    update contact_addresses set is_primary = false
     where contact_uuid = ${contactUuid} and is_primary and contact_address_type = any(${types})
       and address_uuid <> all(${except}::uuid[])`;
  return count > 0;
}

export async function insertAddress(
  tx: Tx,
  contactUuid: string,
  addressUuid: string,
  values: AddressColumns,
): Promise<boolean> {
  await tx`
    insert into contact_addresses ${tx({ tenantUuid: tx.tenantUuid, contactUuid, addressUuid, ...values })}`;
  return true;
}

/** Changes an address. Returns whether anything of it was otherwise. */
export async function updateAddress(
  tx: Tx,
  addressUuid: string,
  changes: AddressColumns,
): Promise<boolean> {
  const { count } = await tx`
    update contact_addresses set ${tx(changes)}
     where address_uuid = ${addressUuid} and ${differs(tx, changes)}`;
  return count > 0;
}

/** Removes all addresses of a contact. Returns whether there were any. */
export async function deleteAddresses(tx: Tx, contactUuid: string): Promise<boolean> {
  const { count } = await tx`delete from contact_addresses where contact_uuid = ${contactUuid}`;
  return count > 0;
}

/** Writes a contact's addresses, the oldest first, where the contact is read. */
export async function carryAddresses(tx: Tx, contactUuid: string): Promise<void> {
  await tx`
    update contacts c set addresses = (
      select coalesce(jsonb_agg(jsonb_build_object(
               'addressUuid', a.address_uuid, 'streetNumber', a.street_number,
               'streetName', a.street_name, 'city', a.city, 'state', a.state,
               'zipCode', a.zip_code, 'country', a.country, 'apartment', a.apartment,
               'commune', a.commune, 'landmark', a.landmark, 'addressType', a.address_type,
               'contactAddressType', a.contact_address_type, 'isPrimary', a.is_primary)
               order by a.ordinal), '[]')
        from contact_addresses a
       where a.tenant_uuid = c.tenant_uuid and a.contact_uuid = c.contact_uuid)
     where c.contact_uuid = ${contactUuid}`;
}
