-- When the person of a session last proved who they are, and who may enter a firm that requires a
-- second factor.

alter table sessions add column proved_at timestamptz not null default now();
set local role atrium_platform;
update sessions set proved_at = created_at;
reset role;

-- Refuses a caller who neither signed in nor proved themselves in the last ten minutes. It is called
-- after enter_tenant, and leaves the transaction in the tenant that was entered.
create function require_proof(tenant uuid, home uuid, session uuid) returns void
  language plpgsql as $$
declare
  is_recent boolean;
  done text;
begin
  done := pg_catalog.set_config('atrium.tenant', home::text, true);
  select s.proved_at > now() - interval '10 minutes' into is_recent
    from public.sessions s where s.tenant_uuid = home and s.session_uuid = session;
  if is_recent is distinct from true then
    raise exception 'PROOF_REQUIRED' using errcode = 'AT000';
  end if;
  done := pg_catalog.set_config('atrium.tenant', tenant::text, true);
end
$$;

-- Refuses a caller of another tenant who has no second factor where the tenant requires one. It is
-- called after enter_tenant, and leaves the transaction in that tenant.
create function require_factor_of_visitor(tenant uuid, home uuid, caller uuid) returns void
  language plpgsql as $$
declare
  has_factor boolean;
  done text;
begin
  if not exists (
    select from public.tenant_security p
     where p.tenant_uuid = tenant and p.second_factor = 'REQUIRED') then
    return;
  end if;
  done := pg_catalog.set_config('atrium.tenant', home::text, true);
  select exists (
           select from public.totp_secrets t
            where t.tenant_uuid = home and t.user_uuid = caller and t.secret is not null)
      or exists (select from public.passkeys k where k.tenant_uuid = home and k.user_uuid = caller)
    into has_factor;
  if not has_factor then
    raise exception 'SECOND_FACTOR_SETUP_REQUIRED' using errcode = 'AT000';
  end if;
  done := pg_catalog.set_config('atrium.tenant', tenant::text, true);
end
$$;
