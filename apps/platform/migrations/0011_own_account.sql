-- What signed-in people keep of themselves, how their sessions are told apart, and a tenant's rules
-- for signing in.

-- The zone and the phone are those of accounts without a staff member or contact that has them.
alter table accounts
  add column time_zone text,
  add column phone_country_code text,
  add column phone_number text,
  add column preferences json not null default '{}',
  -- The names of a system administrator.
  add column first_name text,
  add column last_name text,
  add column first_login_at timestamptz,
  add constraint accounts_phone_whole check ((phone_country_code is null) = (phone_number is null));

set local role atrium_platform;
update accounts set first_name = 'System', last_name = 'administrator'
 where 'SYSTEM_ADMIN' = any(roles) and display_name = 'System administrator';
update accounts set first_name = display_name, last_name = ''
 where 'SYSTEM_ADMIN' = any(roles) and first_name is null;
update accounts a set first_login_at = e.first_at
  from (select tenant_uuid, actor_id, min(occurred_at) as first_at from events
         where event_type = 'login.success' group by tenant_uuid, actor_id) e
 where e.tenant_uuid = a.tenant_uuid and e.actor_id = a.user_uuid;
reset role;

alter table sessions
  -- Whether the sign-in asked for its refresh token as a cookie: such a session ends when it is not used.
  add column by_cookie boolean not null default false,
  -- The last request of the person, as of some seconds ago.
  add column used_at timestamptz not null default now(),
  add column user_agent text,
  add column address text;

-- A tenant's rules for signing in; a tenant without a row has the defaults.
create table tenant_security (
  tenant_uuid uuid primary key references tenants,
  second_factor text not null default 'OPTIONAL',
  idle_minutes int not null default 30,
  password_min_length int not null default 8,
  record_views boolean not null default false
);
call protect('tenant_security');

-- When a system administrator last was recorded as having entered a tenant.
create table tenant_entries (
  tenant_uuid uuid not null references tenants,
  user_uuid uuid not null,
  entered_at timestamptz not null default now(),
  primary key (tenant_uuid, user_uuid)
);
create index tenant_entries_by_age on tenant_entries (entered_at);
call protect('tenant_entries');

-- Whether a session that began with a cookie was left alone for as long as its tenant allows.
create function session_idle(tenant uuid, used_at timestamptz) returns boolean
  language sql stable as $$
  select used_at <= now() - interval '1 minute' * coalesce((
    select p.idle_minutes from public.tenant_security p where p.tenant_uuid = tenant), 30)
$$;

create or replace function check_entry(home uuid, caller uuid, session uuid) returns void language plpgsql as $$
declare
  user_active boolean;
  tenant_active boolean;
  session_active boolean;
begin
  select a.is_active and a.deleted_at is null and public.partner_active(a.tenant_uuid, a.partner_uuid),
         t.is_active and t.deleted_at is null,
         session is null or exists (
           select from public.sessions s
           where s.tenant_uuid = home and s.session_uuid = session and s.user_uuid = caller
             and s.revoked_at is null
             and case when s.by_cookie then not public.session_idle(home, s.used_at) else true end
         )
    into user_active, tenant_active, session_active
    from public.accounts a join public.tenants t on t.tenant_uuid = a.tenant_uuid
   where a.tenant_uuid = home and a.user_uuid = caller;
  if user_active is null then
    raise exception 'SESSION_ENDED' using errcode = 'AT000';
  elsif not tenant_active then
    raise exception 'TENANT_INACTIVE' using errcode = 'AT000';
  elsif not user_active then
    raise exception 'USER_INACTIVE' using errcode = 'AT000';
  elsif not session_active then
    raise exception 'SESSION_ENDED' using errcode = 'AT000';
  end if;
end
$$;

create or replace function enter_tenant(tenant uuid, home uuid, caller uuid, session uuid) returns uuid
  language plpgsql security definer as $$
declare
  may_enter boolean;
  done text;
begin
  -- Behind a pooler that changes connections between transactions the role is not taken: a
  -- superuser would see every tenant.
  if pg_catalog.current_setting('role') = 'none' then
    raise exception 'the connection has taken no role';
  end if;
  done := pg_catalog.set_config('atrium.tenant', home::text, true);
  select s.user_active and s.tenant_active and s.revoked_at is null
         and case when s.by_cookie then not public.session_idle(home, s.used_at) else true end
    into may_enter
    from public.sessions s
   where s.tenant_uuid = home and s.session_uuid = session and s.user_uuid = caller;
  if may_enter is distinct from true then
    perform public.check_entry(home, caller, session);
  end if;
  if tenant <> home then
    done := pg_catalog.set_config('atrium.tenant', tenant::text, true);
    if not exists (select from public.tenants t where t.tenant_uuid = tenant and t.is_active and t.deleted_at is null) then
      raise exception 'TENANT_INACTIVE' using errcode = 'AT000';
    end if;
  end if;
  return tenant;
end
$$;
