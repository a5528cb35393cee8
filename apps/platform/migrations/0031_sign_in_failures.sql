-- What failed sign-ins count, over all processes.

-- Failures of the present minute, by the keyed hash of an address or of an account's e-mail. Neither
-- need belong to a tenant, so that all rows are the platform's own.
create table sign_in_failures (
  tenant_uuid uuid not null references tenants,
  counted_hash bytea not null,
  failures int not null,
  ends_at timestamptz not null,
  primary key (tenant_uuid, counted_hash)
);
create index sign_in_failures_by_end on sign_in_failures (ends_at);
call protect('sign_in_failures');

-- Second factors of an account that were wrong in a row, and until when no other is taken.
create table second_factor_failures (
  tenant_uuid uuid not null,
  user_uuid uuid not null,
  in_a_row int not null,
  paused_until timestamptz not null default '-infinity',
  primary key (tenant_uuid, user_uuid),
  foreign key (tenant_uuid, user_uuid) references accounts on delete cascade on update cascade
);
call protect('second_factor_failures');
