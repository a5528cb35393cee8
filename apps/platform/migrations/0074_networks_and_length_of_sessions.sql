-- What more a firm may decide: from where its staff work, how long a session and a token last, which
-- passwords are refused, whether assistants read, and whether the platform's administrators may enter.

alter table tenant_security
  add column allowed_networks cidr[] not null default '{}',
  add column session_hours integer not null default 720 check (session_hours between 1 and 720),
  add column token_days integer not null default 90 check (token_days between 1 and 90),
  add column refuse_common_passwords boolean not null default false,
  add column assistants text not null default 'OFF' check (assistants in ('OFF', 'READ')),
  add column vendor_access text not null default 'TOLD' check (vendor_access in ('OPEN', 'TOLD', 'APPROVED'));

-- Until when a firm that approves visits lets the platform's administrators in.
create table vendor_approvals (
  tenant_uuid uuid primary key references tenants,
  until timestamptz not null,
  reason text,
  approved_by uuid not null,
  approved_at timestamptz not null default change_time()
);
call protect('vendor_approvals');

-- Whether a firm's staff may work from an address. Null is an address that nobody can read.
create function network_allowed(tenant uuid, address inet) returns boolean language sql stable as $$
  select coalesce((
    select cardinality(p.allowed_networks) = 0
        or coalesce(address <<= any(p.allowed_networks::inet[]), false)
      from public.tenant_security p where p.tenant_uuid = tenant), true)
$$;

-- Whether a sign-in is so long ago that its session is over, however it was used since.
create function session_over(tenant uuid, created_at timestamptz) returns boolean language sql stable as $$
  select created_at <= now() - interval '1 hour' * coalesce((
    select p.session_hours from public.tenant_security p where p.tenant_uuid = tenant), 720)
$$;

-- Holds a caller to the rules of the own firm: called after enter_tenant, and leaves the transaction
-- in the tenant that was entered. A session of a machine or of a person's token began with no sign-in.
create function check_policy(tenant uuid, home uuid, session uuid, by_network boolean, address inet)
  returns void language plpgsql as $$
declare
  over boolean;
  done text;
begin
  done := pg_catalog.set_config('atrium.tenant', home::text, true);
  select public.session_over(home, s.created_at) into over
    from public.sessions s
   where s.tenant_uuid = home and s.session_uuid = session
     and not s.is_token and s.session_uuid <> s.user_uuid;
  if over then
    raise exception 'SESSION_ENDED' using errcode = 'AT000';
  end if;
  if by_network and not public.network_allowed(home, address) then
    raise exception 'NETWORK_NOT_ALLOWED' using errcode = 'AT000';
  end if;
  done := pg_catalog.set_config('atrium.tenant', tenant::text, true);
end
$$;

-- Whether a firm lets the platform's administrators in only for the time that it approved.
create function access_not_approved(tenant uuid) returns boolean language sql stable as $$
  select exists (
           select from public.tenant_security p
            where p.tenant_uuid = tenant and p.vendor_access = 'APPROVED')
     and not exists (
           select from public.vendor_approvals v where v.tenant_uuid = tenant and v.until > now())
$$;

-- Refuses a caller of another tenant whom the firm has not approved. It is called in that firm.
create function require_approval_of_visitor(tenant uuid) returns void language plpgsql as $$
begin
  if public.access_not_approved(tenant) then
    raise exception 'ACCESS_NOT_APPROVED' using errcode = 'AT000';
  end if;
end
$$;
