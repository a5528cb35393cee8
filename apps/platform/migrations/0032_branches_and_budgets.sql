-- Branches of sessions that go on by a cookie, what people are told of by mail when their login
-- changed, and how many mails strangers can set off to one person.

-- A cookie that was used may come again within seconds: from then on the session has two branches, each
-- with refresh tokens of its own. The branch that a session began with has the session's own UUID,
-- also where none is stated.
alter table refresh_tokens add column branch_uuid uuid;
-- The branches that were ended while the session went on.
alter table sessions add column ended_branches uuid[] not null default '{}';

-- Ends the statement when the branch that a caller's token is of was ended. It leaves the transaction in
-- the caller's home tenant.
create function check_branch(home uuid, session uuid, branch uuid) returns void
  language plpgsql security definer as $$
declare
  done text;
begin
  done := pg_catalog.set_config('atrium.tenant', home::text, true);
  if exists (
    select from public.sessions s
     where s.tenant_uuid = home and s.session_uuid = session and branch = any(s.ended_branches)
  ) then
    raise exception 'SESSION_ENDED' using errcode = 'AT000';
  end if;
end
$$;
grant execute on function check_branch to atrium_tenant, atrium_platform;

-- What somebody has done to another person's login, or the person to the own one, until it is mailed.
-- `address` is where it is mailed to: that of a login which has changed is known here only.
create table login_changes (
  tenant_uuid uuid not null,
  change_uuid uuid not null,
  user_uuid uuid not null,
  kind text not null,
  address text not null,
  created_at timestamptz not null default now(),
  queued_at timestamptz,
  primary key (tenant_uuid, change_uuid),
  foreign key (tenant_uuid, user_uuid) references accounts on update cascade on delete cascade
);
create index login_changes_by_account on login_changes (tenant_uuid, user_uuid);
create index login_changes_to_queue on login_changes (created_at) where queued_at is null;
call protect('login_changes');

-- The mails of the last hour that a stranger may have set off, by the person they went to.
create table mail_budgets (
  tenant_uuid uuid not null,
  user_uuid uuid not null,
  mailed_at timestamptz[] not null,
  primary key (tenant_uuid, user_uuid),
  foreign key (tenant_uuid, user_uuid) references accounts on update cascade on delete cascade
);
call protect('mail_budgets');
