-- From where somebody signed in, exported or entered a firm: beside the event, so that the chain, its
-- export, analytics and webhooks never have it, and so that it can be shortened after a month.
create table event_origins (
  tenant_uuid uuid not null,
  event_uuid uuid not null,
  address inet not null,
  user_agent text,
  recorded_at timestamptz not null default now(),
  is_short boolean not null default false,
  primary key (tenant_uuid, event_uuid)
);
create index event_origins_whole on event_origins (recorded_at) where not is_short;
call protect('event_origins');

-- The network of an address: of IPv4 the first 24 bits, of IPv6 the first 48.
create function network_of(address inet) returns inet language sql immutable as $$
  select network(set_masklen(address, case family(address) when 4 then 24 else 48 end))
$$;

-- The name of a browser or program, from the header User-Agent. Most browsers name older ones as well,
-- so the first that fits counts.
create function browser_name(user_agent text) returns text language sql immutable as $$
  select case
    when user_agent ~ 'Edg(A|iOS)?/' then 'Edge'
    when user_agent ~ 'OPR/' then 'Opera'
    when user_agent ~ 'SamsungBrowser/' then 'Samsung Internet'
    when user_agent ~ '(Firefox|FxiOS)/' then 'Firefox'
    when user_agent ~ '(Chrome|CriOS)/' then 'Chrome'
    when user_agent ~ 'Safari/' then 'Safari'
    else left(substring(user_agent from '^[A-Za-z][A-Za-z0-9._-]*'), 40)
  end
$$;
