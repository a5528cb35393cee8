import type { Tx } from '../db.ts';

/** The addresses of `contacts c` as one JSON array, the oldest first. */
export const addressesOf = (tx: Tx) => tx`(
  select coalesce(json_agg(json_build_object(
           'addressUuid', a.address_uuid, 'streetNumber', a.street_number,
           'streetName', a.street_name, 'city', a.city, 'state', a.state, 'zipCode', a.zip_code,
           'country', a.country, 'apartment', a.apartment, 'commune', a.commune,
           'landmark', a.landmark, 'addressType', a.address_type,
           'contactAddressType', a.contact_address_type, 'isPrimary', a.is_primary)
           order by a.ordinal), '[]')
    from contact_addresses a
   where a.tenant_uuid = c.tenant_uuid and a.contact_uuid = c.contact_uuid)`;

export type AddressSlice = 'SALES' | 'COMPLIANCE';

/** What deciding about primaries needs of a stored address. */
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

/** Takes the primary mark from a contact's addresses of the given types. */
export async function clearPrimaries(
  tx: Tx,
  contactUuid: string,
  types: AddressSlice[],
): Promise<void> {
  await tx`
    update contact_addresses set is_primary = false
     where contact_uuid = ${contactUuid} and is_primary and contact_address_type = any(${types})`;
}

export async function insertAddress(
  tx: Tx,
  contactUuid: string,
  addressUuid: string,
  values: AddressColumns,
): Promise<void> {
  await tx`
    insert into contact_addresses ${tx({ tenantUuid: tx.tenantUuid, contactUuid, addressUuid, ...values })}`;
}

export async function updateAddress(
  tx: Tx,
  addressUuid: string,
  changes: AddressColumns,
): Promise<void> {
  await tx`update contact_addresses set ${tx(changes)} where address_uuid = ${addressUuid}`;
}

export async function deleteAddresses(tx: Tx, contactUuid: string): Promise<void> {
  await tx`delete from contact_addresses where contact_uuid = ${contactUuid}`;
}
