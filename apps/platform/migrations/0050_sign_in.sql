-- Where an account was signed in from, as a keyed hash: limits on failures never stop such an address.
create table known_addresses (
  tenant_uuid uuid not null,
  user_uuid uuid not null,
  address_hash bytea not null,
  signed_in_at timestamptz not null default now(),
  primary key (tenant_uuid, user_uuid, address_hash),
  foreign key (tenant_uuid, user_uuid) references accounts on delete cascade
);
create index known_addresses_by_age on known_addresses (signed_in_at);
call protect('known_addresses');

-- Whether the partner that somebody works for is active; true for those who work for none.
create function partner_stands(tenant uuid, partner uuid) returns boolean language sql stable as $$
  select coalesce((
    select p.is_active and p.deleted_at is null from public.partners p
     where p.tenant_uuid = tenant and p.partner_uuid = partner), true)
$$;

-- A session's user stands while the account and its partner do. Whoever reads the partner here
-- holds its row shared, so that a change of it is seen before or follows after.
create or replace function sessions_begin() returns trigger language plpgsql as $$
declare
  partner uuid;
begin
  select t.is_active and t.deleted_at is null into new.tenant_stands
    from tenants t where t.tenant_uuid = new.tenant_uuid for share;
  select a.is_active and a.deleted_at is null, a.partner_uuid into new.user_stands, partner
    from accounts a where a.tenant_uuid = new.tenant_uuid and a.user_uuid = new.user_uuid for share;
  if partner is not null then
    perform from partners p
      where p.tenant_uuid = new.tenant_uuid and p.partner_uuid = partner for share;
    new.user_stands := new.user_stands and partner_stands(new.tenant_uuid, partner);
  end if;
  return new;
end
$$;

create or replace function sessions_follow_account() returns trigger language plpgsql as $$
begin
  if new.partner_uuid is not null then
    perform from partners p
      where p.tenant_uuid = new.tenant_uuid and p.partner_uuid = new.partner_uuid for share;
  end if;
  update sessions
     set user_stands = new.is_active and new.deleted_at is null
                       and partner_stands(new.tenant_uuid, new.partner_uuid)
   where tenant_uuid = new.tenant_uuid and user_uuid = new.user_uuid and revoked_at is null;
  return null;
end
$$;
drop trigger sessions_follow_account on accounts;
create trigger sessions_follow_account after update of is_active, deleted_at, partner_uuid on accounts
  for each row execute function sessions_follow_account();

-- The sessions of a partner's staff end with it, for good. One that began while the partner was not
-- active may be used once it is again.
create function sessions_follow_partner() returns trigger language plpgsql as $$
begin
  update sessions s
     set user_stands = new.is_active and new.deleted_at is null and a.is_active and a.deleted_at is null,
         revoked_at = case when new.is_active and new.deleted_at is null then null else now() end
    from accounts a
   where a.tenant_uuid = new.tenant_uuid and a.partner_uuid = new.partner_uuid
     and s.tenant_uuid = a.tenant_uuid and s.user_uuid = a.user_uuid and s.revoked_at is null;
  return null;
end
$$;
create trigger sessions_follow_partner after update of is_active, deleted_at on partners
  for each row execute function sessions_follow_partner();

create or replace function check_entry(home uuid, caller uuid, session uuid) returns void language plpgsql as $$
declare
  user_stands boolean;
  tenant_stands boolean;
  session_stands boolean;
begin
  select a.is_active and a.deleted_at is null and public.partner_stands(a.tenant_uuid, a.partner_uuid),
         t.is_active and t.deleted_at is null,
         session is null or exists (
           select from public.sessions s
           where s.tenant_uuid = home and s.session_uuid = session and s.user_uuid = caller
             and s.revoked_at is null
         )
    into user_stands, tenant_stands, session_stands
    from public.accounts a join public.tenants t on t.tenant_uuid = a.tenant_uuid
   where a.tenant_uuid = home and a.user_uuid = caller;
  if user_stands is null then
    raise exception 'SESSION_ENDED' using errcode = 'AT000';
  elsif not tenant_stands then
    raise exception 'TENANT_INACTIVE' using errcode = 'AT000';
  elsif not user_stands then
    raise exception 'USER_INACTIVE' using errcode = 'AT000';
  elsif not session_stands then
    raise exception 'SESSION_ENDED' using errcode = 'AT000';
  end if;
end
$$;

set local role atrium_platform;
update sessions s set user_stands = false, revoked_at = now()
  from accounts a
 where s.tenant_uuid = a.tenant_uuid and s.user_uuid = a.user_uuid and s.revoked_at is null
   and not partner_stands(a.tenant_uuid, a.partner_uuid);
reset role;
