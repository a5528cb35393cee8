-- A tenant's life: it is prepared before it is active, comes back after a soft deletion, and is
-- removed for good in batches.

-- The login e-mails of tenants that are deleted softly. Others may have them meanwhile; they come
-- back with their tenant unless they are taken then.
create table freed_login_emails (
  tenant_uuid uuid not null,
  user_uuid uuid not null,
  email_folded text not null,
  primary key (tenant_uuid, user_uuid),
  foreign key (tenant_uuid, user_uuid) references accounts on delete cascade
);
create index freed_login_emails_by_email on freed_login_emails (email_folded);
call protect('freed_login_emails');

-- Jobs that wait until their tenant is active again, in no queue meanwhile.
create table held_jobs (
  tenant_uuid uuid not null,
  job_uuid uuid not null,
  queue text not null,
  data jsonb not null,
  held_at timestamptz not null default now(),
  primary key (tenant_uuid, job_uuid)
);
call protect('held_jobs');

-- One process at a time goes on with a removal; the lease of one that was killed runs out.
alter table tenant_purges
  add column lease_token uuid,
  add column lease_until timestamptz;

-- A system administrator may enter a tenant that is not active, to prepare it or look at it; its own
-- people are refused by their sessions and accounts.
create or replace function enter_tenant(
  tenant uuid, home uuid, caller uuid, session uuid, sets_up boolean default false
) returns uuid language plpgsql security definer as $$
declare
  may_enter boolean;
  factor_missing boolean;
  done text;
begin
  -- Behind a pooler that changes connections between transactions the role is not taken: a
  -- superuser would see every tenant.
  if pg_catalog.current_setting('role') = 'none' then
    raise exception 'the connection has taken no role';
  end if;
  done := pg_catalog.set_config('atrium.tenant', home::text, true);
  select s.user_active and s.tenant_active and s.revoked_at is null
         and case when s.by_cookie then not public.session_idle(home, s.used_at) else true end,
         s.lacks_factor and not sets_up
    into may_enter, factor_missing
    from public.sessions s
   where s.tenant_uuid = home and s.session_uuid = session and s.user_uuid = caller;
  if may_enter is distinct from true then
    perform public.check_entry(home, caller, session);
  end if;
  if factor_missing then
    raise exception 'SECOND_FACTOR_SETUP_REQUIRED' using errcode = 'AT000';
  end if;
  if tenant <> home then
    done := pg_catalog.set_config('atrium.tenant', tenant::text, true);
    if not exists (select from public.tenants t where t.tenant_uuid = tenant and t.deleted_at is null) then
      raise exception 'TENANT_INACTIVE' using errcode = 'AT000';
    end if;
  end if;
  return tenant;
end
$$;

-- What ends with a soft deletion, for the tenants that were deleted before.
set local role atrium_platform;
with freed as (
  delete from login_emails l using tenants t
   where t.tenant_uuid = l.tenant_uuid and t.deleted_at is not null
  returning l.tenant_uuid, l.user_uuid, l.email_folded)
insert into freed_login_emails select * from freed;
update sessions s set revoked_at = now() from tenants t
 where t.tenant_uuid = s.tenant_uuid and t.deleted_at is not null and s.revoked_at is null
   and s.session_uuid <> s.user_uuid;
update password_tokens p set used_at = now() from tenants t
 where t.tenant_uuid = p.tenant_uuid and t.deleted_at is not null and p.used_at is null;
delete from sign_in_challenges c using tenants t
 where t.tenant_uuid = c.tenant_uuid and t.deleted_at is not null;
delete from calendar_feeds f using tenants t
 where t.tenant_uuid = f.tenant_uuid and t.deleted_at is not null;
update webhook_endpoints e set active_until = now() from tenants t
 where t.tenant_uuid = e.tenant_uuid and t.deleted_at is not null and e.active_until is null;
reset role;
