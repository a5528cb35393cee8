-- Whether a caller may enter is asked at every request. A session now says by itself whether its user
-- and its tenant are active, so that one look at one row answers; only who is not let in by it is
-- looked at more closely, for the reason. Each fact is written by the change of the one row it is
-- of, which is locked then; a new session holds both rows shared while it reads them.
alter table sessions
  add column user_stands boolean not null default false,
  add column tenant_stands boolean not null default false;
alter table sessions
  alter column user_stands drop default,
  alter column tenant_stands drop default;
set local role atrium_platform;
update sessions s
   set user_stands = a.is_active and a.deleted_at is null,
       tenant_stands = t.is_active and t.deleted_at is null
  from accounts a, tenants t
 where a.tenant_uuid = s.tenant_uuid and a.user_uuid = s.user_uuid and t.tenant_uuid = s.tenant_uuid;
reset role;

create function sessions_begin() returns trigger language plpgsql as $$
begin
  select t.is_active and t.deleted_at is null into new.tenant_stands
    from tenants t where t.tenant_uuid = new.tenant_uuid for share;
  select a.is_active and a.deleted_at is null into new.user_stands
    from accounts a where a.tenant_uuid = new.tenant_uuid and a.user_uuid = new.user_uuid for share;
  return new;
end
$$;
create trigger sessions_begin before insert on sessions
  for each row execute function sessions_begin();

create function sessions_follow_account() returns trigger language plpgsql as $$
begin
  update sessions set user_stands = new.is_active and new.deleted_at is null
   where tenant_uuid = new.tenant_uuid and user_uuid = new.user_uuid and revoked_at is null;
  return null;
end
$$;
create trigger sessions_follow_account after update of is_active, deleted_at on accounts
  for each row execute function sessions_follow_account();

create function sessions_follow_tenant() returns trigger language plpgsql as $$
begin
  update sessions set tenant_stands = new.is_active and new.deleted_at is null
   where tenant_uuid = new.tenant_uuid and revoked_at is null;
  return null;
end
$$;
create trigger sessions_follow_tenant after update of is_active, deleted_at on tenants
  for each row execute function sessions_follow_tenant();

-- Ends a statement with the reason why a caller may not enter; nothing when there is none, as for
-- the platform's own tokens, which have no session.
create function check_entry(home uuid, caller uuid, session uuid) returns void language plpgsql as $$
declare
  user_stands boolean;
  tenant_stands boolean;
  session_stands boolean;
begin
  select a.is_active and a.deleted_at is null,
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

-- The same check and answers as before. Settings are made by assignments, which plpgsql works out
-- without a query.
create or replace function enter_tenant(tenant uuid, home uuid, caller uuid, session uuid) returns uuid
  language plpgsql security definer as $$
declare
  stands boolean;
  done text;
begin
  if pg_catalog.current_setting('role') = 'none' then
    raise exception 'the connection has taken no role';
  end if;
  done := pg_catalog.set_config('atrium.tenant', home::text, true);
  select s.user_stands and s.tenant_stands and s.revoked_at is null into stands
    from public.sessions s
   where s.tenant_uuid = home and s.session_uuid = session and s.user_uuid = caller;
  if stands is distinct from true then
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
