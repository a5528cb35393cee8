-- Who was there at the end of a month: the live by `contacts_live`, and these of the others.
create index contacts_deleted on contacts (tenant_uuid, deleted_at) include (created_at)
  where deleted_at is not null;
