-- How a tenant looks: colours and assets of its own, each of which the platform's default can stand
-- in for. An asset is kept as the address that its public URL ends in: versionHint/session/file.
create table brandings (
  tenant_uuid uuid primary key references tenants,
  version integer not null default 0,
  neutral_color text,
  primary_color text,
  sidebar_color text,
  default_neutral boolean not null default true,
  default_primary boolean not null default true,
  default_sidebar boolean not null default true,
  default_logo boolean not null default true,
  default_favicon boolean not null default true,
  logo text,
  favicon_png32 text,
  favicon_ico text,
  updated_at timestamptz,
  updated_by text
);
call protect('brandings');

-- A session of uploads: open until it is confirmed, canceled or replaced, or expires.
create table branding_sessions (
  tenant_uuid uuid not null references tenants,
  session_uuid uuid not null,
  version_hint integer not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  outcome text check (outcome in ('CONFIRMED', 'CANCELED', 'REPLACED')),
  primary key (tenant_uuid, session_uuid)
);
create unique index branding_sessions_pending on branding_sessions (tenant_uuid) where outcome is null;
call protect('branding_sessions');

-- What may be uploaded in a session: one file for each place an asset can have.
create table branding_tickets (
  tenant_uuid uuid not null,
  session_uuid uuid not null,
  place text not null,
  file_name text not null,
  primary key (tenant_uuid, session_uuid, place),
  foreign key (tenant_uuid, session_uuid) references branding_sessions on delete cascade
);
call protect('branding_tickets');
