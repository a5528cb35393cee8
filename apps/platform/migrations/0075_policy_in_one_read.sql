-- What a session and the rules of its firm say of a caller is read at once, the end of its branch too.
-- check_branch stays for replicas that run the version before.
drop function check_policy(uuid, uuid, uuid, boolean, inet);

-- Holds a caller to the rules of the own firm: called after enter_tenant, and leaves the transaction
-- in the tenant that was entered. A session of a machine or of a person's token began with no sign-in.
create function check_policy(
  tenant uuid, home uuid, session uuid, branch uuid, by_network boolean, address inet
) returns void language plpgsql as $$
declare
  has_ended boolean;
  networks cidr[];
begin
  if tenant <> home then
    perform pg_catalog.set_config('atrium.tenant', home::text, true);
  end if;
  select branch = any(s.ended_branches)
         or (s.created_at <= now() - interval '1 hour' * coalesce(p.session_hours, 720)
             and not s.is_token and s.session_uuid <> s.user_uuid),
         p.allowed_networks
    into has_ended, networks
    from (values (home)) as h (tenant_uuid)
    left join public.sessions s on s.tenant_uuid = h.tenant_uuid and s.session_uuid = session
    left join public.tenant_security p on p.tenant_uuid = h.tenant_uuid;
  if has_ended then
    raise exception 'SESSION_ENDED' using errcode = 'AT000';
  end if;
  if by_network and cardinality(networks) > 0
     and (address <<= any(networks::inet[])) is distinct from true then
    raise exception 'NETWORK_NOT_ALLOWED' using errcode = 'AT000';
  end if;
  if tenant <> home then
    perform pg_catalog.set_config('atrium.tenant', tenant::text, true);
  end if;
end
$$;
