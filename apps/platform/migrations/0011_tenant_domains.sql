-- The domain a tenant is reached under, lower-cased and in punycode. One that is not proven yet
-- (where proof is asked for) neither shows the tenant nor keeps the domain from its owner.
create table tenant_domains (
  tenant_uuid uuid primary key references tenants,
  domain text not null,
  active boolean not null,
  challenge text not null,
  proven_at timestamptz,
  created_at timestamptz not null default change_time(),
  updated_at timestamptz not null default change_time()
);
create unique index tenant_domains_taken on tenant_domains (domain) where proven_at is not null;
create trigger tenant_domains_touch before update on tenant_domains for each row execute function touch();
call protect('tenant_domains');
