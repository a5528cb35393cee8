-- The colours, logos and favicons of tenants, and their uploads.

-- A tenant's colours and assets; default_… says that the platform's default is used instead. An asset
-- is kept as the end of its public URL: versionHint/session/file.
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

-- A session of uploads is open until it is confirmed, canceled, replaced or expired.
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

-- The files that may be uploaded in a session: one for each place (logo, favicon).
create table branding_tickets (
  tenant_uuid uuid not null,
  session_uuid uuid not null,
  place text not null,
  file_name text not null,
  primary key (tenant_uuid, session_uuid, place),
  foreign key (tenant_uuid, session_uuid) references branding_sessions on delete cascade
);
call protect('branding_tickets');
