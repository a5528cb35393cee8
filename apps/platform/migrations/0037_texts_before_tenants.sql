-- GIN goes through the conditions of a search in the order of the index's columns, and jumps in the
-- later ones to what the earlier ones have found. With the tenant first, each row of a large firm was
-- looked up among the texts' trigrams; with the text first, the few rows that have it are looked up
-- among the firm's. Of a small firm either order jumps from row to row of the firm.
drop index contacts_by_text;
create index contacts_by_text on contacts using gin (search_text gin_trgm_ops, tenant_uuid)
  with (gin_pending_list_limit = 8192) where deleted_at is null;
drop index households_by_text;
create index households_by_text on households using gin (name_key gin_trgm_ops, tenant_uuid)
  with (gin_pending_list_limit = 256) where deleted_at is null;
