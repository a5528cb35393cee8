-- An erasure empties the record at once and then looks through the firm's texts in batches. What it
-- looks for is kept with it, sealed, until it is through, and no longer.
alter table contact_erasures
  add column finished_at timestamptz,
  add column search text,
  add column progress jsonb not null default '{}';

set local role atrium_platform;
update contact_erasures set finished_at = erased_at;
reset role;
