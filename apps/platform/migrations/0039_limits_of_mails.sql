-- How many invitations and first links went out on behalf of a firm on a day (UTC). Beyond the limit
-- they wait for the next day, and the administrators are told once.
create table mail_days (
  tenant_uuid uuid not null references tenants,
  day date not null,
  taken integer not null,
  told_at timestamptz,
  primary key (tenant_uuid, day)
);
call protect('mail_days');

-- From when on a mail may go that waits for another day; its tries are counted from then on.
alter table invitation_mails add column due_at timestamptz;
