-- The last use of what an identity provider keeps the staff by, to the minute. Those that are there show none.
alter table provisioning_tokens add column last_used_at timestamptz;
