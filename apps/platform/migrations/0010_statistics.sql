alter table contacts alter column tenant_uuid set statistics 0;
alter table households alter column tenant_uuid set statistics 0;
do $$
declare
  tab text;
  col text;
begin
  foreach tab in array array['contacts', 'events'] loop
    for col in
      select attname from pg_attribute
       where attrelid = tab::regclass and attnum > 0 and not attisdropped
         and attstattarget is distinct from 0
    loop
      if col = any (array['contact_compliance_uuid', 'firm_name', 'captured_by_type',
          'captured_by_entity_uuid', 'preferred_phone_number', 'phone_number', 'annual_income',
          'liquid_net_worth', 'total_net_worth', 'director_or_ten_percent_shareholder',
          'pep_entries', 'company_names', 'trading_symbols', 'identity_documents',
          'current_employment', 'employment_history', 'custom_fields', 'addresses',
          'household_uuids', 'search_text',
          'actor_id', 'entity_id', 'attributes', 'refused_reason']) then
        execute format('alter table %I alter column %I set statistics 0', tab, col);
      else
        execute format('alter table %I alter column %I set statistics 10', tab, col);
      end if;
    end loop;
  end loop;
end $$;
