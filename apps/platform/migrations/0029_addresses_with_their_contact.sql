-- A contact is read far more often than its addresses change: the row carries them as they are
-- answered, and whoever changes the addresses writes them anew.
alter table contacts add column addresses jsonb not null default '[]';
-- That is no change of the contact: its time of change stays.
alter table contacts disable trigger contacts_touch;
set local role atrium_platform;
update contacts c set addresses = a.addresses
  from (select tenant_uuid, contact_uuid, jsonb_agg(jsonb_build_object(
                 'addressUuid', address_uuid, 'streetNumber', street_number,
                 'streetName', street_name, 'city', city, 'state', state, 'zipCode', zip_code,
                 'country', country, 'apartment', apartment, 'commune', commune,
                 'landmark', landmark, 'addressType', address_type,
                 'contactAddressType', contact_address_type, 'isPrimary', is_primary)
                 order by ordinal) as addresses
          from contact_addresses group by tenant_uuid, contact_uuid) a
 where c.tenant_uuid = a.tenant_uuid and c.contact_uuid = a.contact_uuid;
reset role;
alter table contacts enable trigger contacts_touch;
