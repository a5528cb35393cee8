-- Whoever asks a provider for new tokens, or to end a grant, holds a lease of the tokens meanwhile, and
-- not the lock of a transaction.

alter table calendar_tokens
  add column lease_token uuid,
  add column lease_until timestamptz;
