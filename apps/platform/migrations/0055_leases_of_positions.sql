-- The relay holds its position by a lease while analytics is asked, and not by the lock of a transaction.

alter table outbox_position
  add column lease_token uuid,
  add column lease_until timestamptz;
