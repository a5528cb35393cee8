-- What lists count is read from an index alone: active households, and clients by stage.
drop index households_live;
create index households_live on households (tenant_uuid, created_at, household_uuid)
  include (is_active, relationship_manager_type, relationship_manager_uuid)
  where deleted_at is null;
create index contacts_by_stage on contacts (tenant_uuid, stage_name, created_at, contact_uuid)
  where deleted_at is null and stage_name is not null;
