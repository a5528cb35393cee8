-- The brandings that a tenant published, of which an earlier one can be published again. What is shown now
-- is the first that is kept; pictures that wait to be made anew are published, and kept, when they are.
create table branding_versions (
  tenant_uuid uuid not null references tenants (tenant_uuid),
  version integer not null,
  neutral_color text,
  primary_color text,
  sidebar_color text,
  default_neutral boolean not null,
  default_primary boolean not null,
  default_sidebar boolean not null,
  default_logo boolean not null,
  default_favicon boolean not null,
  logo text,
  favicon_png32 text,
  favicon_ico text,
  mail_logo text,
  published_at timestamptz not null,
  published_by text,
  restored_version integer,
  primary key (tenant_uuid, version)
);
call protect('branding_versions');

set local role atrium_platform;
insert into branding_versions
select tenant_uuid, version, neutral_color, primary_color, sidebar_color, default_neutral, default_primary,
       default_sidebar, default_logo, default_favicon, logo, favicon_png32, favicon_ico, mail_logo,
       coalesce(updated_at, now()), updated_by, null
  from brandings where version > 0 and pictures_clean;
reset role;
