-- Contacts with a document that has expired or soon will, of which the first date is the earliest: queues and
-- the morning's news looked at all contacts of a firm for them.
create index contacts_by_document on contacts (tenant_uuid, (document_dates[1]))
  where deleted_at is null and document_dates[1] is not null;
