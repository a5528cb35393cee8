-- A connection plans a list's statement once and keeps the plan, whoever asks next; and a statement that
-- enters its tenant by itself is planned before it has entered. So the planner must not tell tenants
-- apart: without statistics it takes each for a 200th of the table, and reads pages along an index.
alter table contacts alter column tenant_uuid set statistics 0;
alter table households alter column tenant_uuid set statistics 0;
select pg_clear_attribute_stats(current_schema()::text, tab, 'tenant_uuid', false)
  from unnest(array['contacts', 'households']) tab;
