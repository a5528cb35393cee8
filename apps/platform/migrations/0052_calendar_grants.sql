-- When the grant behind a disconnected calendar's tokens is to be ended at the provider (again);
-- then the tokens are deleted.
alter table calendar_tokens add column revoke_at timestamptz;
create index calendar_tokens_to_revoke on calendar_tokens (revoke_at) where revoke_at is not null;
