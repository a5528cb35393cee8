-- What the migrations lead to. Made by `npm run gen`; do not edit.

table accounts (
  tenant_uuid uuid not null,
  user_uuid uuid not null,
  email text not null,
  password_hash text,
  roles text[] not null,
  partner_uuid uuid,
  display_name text not null,
  language text not null default 'SPANISH'::text,
  is_active boolean not null default true,
  created_at timestamp with time zone not null default change_time(),
  updated_at timestamp with time zone not null default change_time(),
  deleted_at timestamp with time zone,
  time_zone text,
  phone_country_code text,
  phone_number text,
  preferences json not null default '{}'::json,
  first_name text,
  last_name text,
  first_login_at timestamp with time zone,
  constraint accounts_pkey PRIMARY KEY (tenant_uuid, user_uuid),
  constraint accounts_tenant_uuid_fkey FOREIGN KEY (tenant_uuid) REFERENCES tenants(tenant_uuid),
  constraint accounts_phone_whole CHECK (((phone_country_code IS NULL) = (phone_number IS NULL)))
)
  policy platform to atrium_platform using (true) with check (true)
  policy tenant to atrium, atrium_tenant using ((tenant_uuid = current_tenant())) with check ((tenant_uuid = current_tenant()))

table audit_archive_ids (
  tenant_uuid uuid not null,
  id uuid not null,
  first_sequence bigint not null,
  made_by uuid,
  constraint audit_archive_ids_pkey PRIMARY KEY (tenant_uuid, id, first_sequence),
  constraint audit_archive_ids_part FOREIGN KEY (tenant_uuid, first_sequence) REFERENCES audit_archives(tenant_uuid, first_sequence)
)
  policy platform to atrium_platform using (true) with check (true)
  policy tenant to atrium, atrium_tenant using ((tenant_uuid = current_tenant())) with check ((tenant_uuid = current_tenant()))

table audit_archives (
  tenant_uuid uuid not null,
  first_sequence bigint not null,
  last_sequence bigint not null,
  previous_hash bytea not null,
  hash bytea not null,
  first_at timestamp with time zone not null,
  last_at timestamp with time zone not null,
  last_acted_at timestamp with time zone,
  event_types text[] not null,
  event_counts jsonb not null,
  object_key text not null,
  sha256 bytea not null,
  signed_head text not null,
  deliver_again boolean not null default false,
  archived_at timestamp with time zone not null default now(),
  constraint audit_archives_pkey PRIMARY KEY (tenant_uuid, first_sequence),
  constraint audit_archives_in_order CHECK (((first_sequence >= 1) AND (first_sequence <= last_sequence)))
)
  policy platform to atrium_platform using (true) with check (true)
  policy tenant to atrium, atrium_tenant using ((tenant_uuid = current_tenant())) with check ((tenant_uuid = current_tenant()))

table audit_chain (
  tenant_uuid uuid not null,
  sequence bigint not null,
  event_uuid uuid not null,
  occurred_at timestamp with time zone not null,
  hash bytea not null,
  constraint audit_chain_pkey PRIMARY KEY (tenant_uuid, sequence)
)
  policy platform to atrium_platform using (true) with check (true)
  policy tenant to atrium, atrium_tenant using ((tenant_uuid = current_tenant())) with check ((tenant_uuid = current_tenant()))

table audit_checks (
  tenant_uuid uuid not null,
  checked_at timestamp with time zone not null default now(),
  sequence bigint not null,
  hash bytea not null,
  broken_at bigint,
  is_whole boolean not null default true,
  constraint audit_checks_pkey PRIMARY KEY (tenant_uuid, checked_at)
)
  policy platform to atrium_platform using (true) with check (true)
  policy tenant to atrium, atrium_tenant using ((tenant_uuid = current_tenant())) with check ((tenant_uuid = current_tenant()))

table audit_heads (
  tenant_uuid uuid not null,
  sequence bigint not null,
  hash bytea not null,
  sealed_at timestamp with time zone not null,
  constraint audit_heads_pkey PRIMARY KEY (tenant_uuid)
)
  policy platform to atrium_platform using (true) with check (true)
  policy tenant to atrium, atrium_tenant using ((tenant_uuid = current_tenant())) with check ((tenant_uuid = current_tenant()))

table audit_position (
  tenant_uuid uuid not null,
  delivered pg_snapshot not null,
  reading pg_snapshot,
  last_in xid8 not null,
  last_uuid uuid not null,
  renumbering_since timestamp with time zone,
  constraint audit_position_pkey PRIMARY KEY (tenant_uuid)
)
  policy platform to atrium_platform using (true) with check (true)
  policy tenant to atrium, atrium_tenant using ((tenant_uuid = current_tenant())) with check ((tenant_uuid = current_tenant()))

table audit_walks (
  tenant_uuid uuid not null,
  begun_at timestamp with time zone not null default now(),
  sequence bigint not null,
  hash bytea not null,
  occurred_at timestamp with time zone not null,
  event_uuid uuid not null,
  constraint audit_walks_pkey PRIMARY KEY (tenant_uuid)
)
  policy platform to atrium_platform using (true) with check (true)
  policy tenant to atrium, atrium_tenant using ((tenant_uuid = current_tenant())) with check ((tenant_uuid = current_tenant()))

table authorization_codes (
  tenant_uuid uuid not null,
  code_hash bytea not null,
  session_uuid uuid not null,
  challenge bytea not null,
  redirect_hash bytea not null,
  begun_session_uuid uuid,
  expires_at timestamp with time zone not null default (now() + '00:01:00'::interval),
  constraint authorization_codes_pkey PRIMARY KEY (tenant_uuid, code_hash),
  constraint authorization_codes_tenant_uuid_session_uuid_fkey FOREIGN KEY (tenant_uuid, session_uuid) REFERENCES sessions(tenant_uuid, session_uuid) ON DELETE CASCADE
)
  policy platform to atrium_platform using (true) with check (true)
  policy tenant to atrium, atrium_tenant using ((tenant_uuid = current_tenant())) with check ((tenant_uuid = current_tenant()))

table backups (
  tenant_uuid uuid not null,
  taken_at timestamp with time zone not null,
  covers_until timestamp with time zone not null,
  constraint backups_pkey PRIMARY KEY (tenant_uuid)
)
  policy platform to atrium_platform using (true) with check (true)
  policy tenant to atrium, atrium_tenant using ((tenant_uuid = current_tenant())) with check ((tenant_uuid = current_tenant()))

table branding_versions (
  tenant_uuid uuid not null,
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
  published_at timestamp with time zone not null,
  published_by text,
  restored_version integer,
  constraint branding_versions_pkey PRIMARY KEY (tenant_uuid, version),
  constraint branding_versions_tenant_uuid_fkey FOREIGN KEY (tenant_uuid) REFERENCES tenants(tenant_uuid)
)
  policy platform to atrium_platform using (true) with check (true)
  policy tenant to atrium, atrium_tenant using ((tenant_uuid = current_tenant())) with check ((tenant_uuid = current_tenant()))

table brandings (
  tenant_uuid uuid not null,
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
  updated_at timestamp with time zone,
  updated_by text,
  mail_logo text,
  pictures_clean boolean not null default true,
  constraint brandings_pkey PRIMARY KEY (tenant_uuid),
  constraint brandings_tenant_uuid_fkey FOREIGN KEY (tenant_uuid) REFERENCES tenants(tenant_uuid)
)
  policy platform to atrium_platform using (true) with check (true)
  policy tenant to atrium, atrium_tenant using ((tenant_uuid = current_tenant())) with check ((tenant_uuid = current_tenant()))

table calendar_attempts (
  tenant_uuid uuid not null,
  attempt_uuid uuid not null,
  meeting_uuid uuid not null,
  connection_uuid uuid not null,
  direction text not null,
  operation text not null,
  outcome text not null,
  changed text[] not null default '{}'::text[],
  code text,
  provider_status integer,
  provider_code text,
  attempt integer not null default 1,
  next_try_at timestamp with time zone,
  drift_repaired boolean not null default false,
  duration_ms integer,
  at timestamp with time zone not null default now(),
  constraint calendar_attempts_pkey PRIMARY KEY (tenant_uuid, attempt_uuid)
)
  policy platform to atrium_platform using (true) with check (true)
  policy tenant to atrium, atrium_tenant using ((tenant_uuid = current_tenant())) with check ((tenant_uuid = current_tenant()))

table calendar_authorizations (
  tenant_uuid uuid not null,
  state_hash bytea not null,
  user_uuid uuid not null,
  provider text not null,
  redirect_uri text not null,
  sealed_verifier text not null,
  expires_at timestamp with time zone not null,
  used_at timestamp with time zone,
  browser_hash bytea,
  constraint calendar_authorizations_pkey PRIMARY KEY (tenant_uuid, state_hash)
)
  policy platform to atrium_platform using (true) with check (true)
  policy tenant to atrium, atrium_tenant using ((tenant_uuid = current_tenant())) with check ((tenant_uuid = current_tenant()))

table calendar_busy (
  tenant_uuid uuid not null,
  connection_uuid uuid not null,
  external_id text not null,
  starts_at timestamp with time zone not null,
  ends_at timestamp with time zone not null,
  constraint calendar_busy_pkey PRIMARY KEY (tenant_uuid, connection_uuid, external_id),
  constraint calendar_busy_tenant_uuid_connection_uuid_fkey FOREIGN KEY (tenant_uuid, connection_uuid) REFERENCES calendar_connections(tenant_uuid, connection_uuid) ON DELETE CASCADE
)
  policy platform to atrium_platform using (true) with check (true)
  policy tenant to atrium, atrium_tenant using ((tenant_uuid = current_tenant())) with check ((tenant_uuid = current_tenant()))

table calendar_channels (
  tenant_uuid uuid not null,
  channel_uuid uuid not null,
  connection_uuid uuid not null,
  secret_hash bytea not null,
  state text not null default 'OPENING'::text,
  external_id text,
  resource_id text,
  created_at timestamp with time zone not null default now(),
  expires_at timestamp with time zone,
  due_at timestamp with time zone,
  last_notification_at timestamp with time zone,
  constraint calendar_channels_pkey PRIMARY KEY (tenant_uuid, channel_uuid),
  constraint calendar_channels_tenant_uuid_connection_uuid_fkey FOREIGN KEY (tenant_uuid, connection_uuid) REFERENCES calendar_connections(tenant_uuid, connection_uuid) ON DELETE CASCADE
)
  policy platform to atrium_platform using (true) with check (true)
  policy tenant to atrium, atrium_tenant using ((tenant_uuid = current_tenant())) with check ((tenant_uuid = current_tenant()))

table calendar_connections (
  tenant_uuid uuid not null,
  connection_uuid uuid not null,
  user_uuid uuid not null,
  provider text not null,
  account_id text not null,
  email text not null,
  status text not null,
  connected_at timestamp with time zone not null default now(),
  disconnected_at timestamp with time zone,
  disconnect_reason text,
  sync_token text,
  window_from timestamp with time zone,
  window_to timestamp with time zone,
  last_synced_at timestamp with time zone,
  last_full_at timestamp with time zone,
  last_error text,
  failures integer not null default 0,
  next_pull_at timestamp with time zone not null default now(),
  paused_until timestamp with time zone,
  export_failures integer not null default 0,
  export_paused_until timestamp with time zone,
  export_error text,
  suspended_at timestamp with time zone,
  suspended_meetings uuid[],
  approved_removals uuid[],
  lease_token uuid,
  lease_until timestamp with time zone,
  constraint calendar_connections_pkey PRIMARY KEY (tenant_uuid, connection_uuid)
)
  policy platform to atrium_platform using (true) with check (true)
  policy tenant to atrium, atrium_tenant using ((tenant_uuid = current_tenant())) with check ((tenant_uuid = current_tenant()))

table calendar_feeds (
  tenant_uuid uuid not null,
  user_uuid uuid not null,
  token_hash bytea not null,
  created_at timestamp with time zone not null default now(),
  constraint calendar_feeds_pkey PRIMARY KEY (tenant_uuid, user_uuid),
  constraint calendar_feeds_tenant_uuid_user_uuid_fkey FOREIGN KEY (tenant_uuid, user_uuid) REFERENCES accounts(tenant_uuid, user_uuid) ON UPDATE CASCADE ON DELETE CASCADE
)
  policy platform to atrium_platform using (true) with check (true)
  policy tenant to atrium, atrium_tenant using ((tenant_uuid = current_tenant())) with check ((tenant_uuid = current_tenant()))

table calendar_links (
  tenant_uuid uuid not null,
  connection_uuid uuid not null,
  external_id text not null,
  meeting_uuid uuid not null,
  is_copy boolean not null default false,
  ical_uid text,
  series_id text,
  original_start text,
  etag text,
  fields jsonb not null,
  answers jsonb not null default '{}'::jsonb,
  provider_updated_at timestamp with time zone,
  pushed_version integer not null default 0,
  gone_at timestamp with time zone,
  retired_at timestamp with time zone,
  remove_at timestamp with time zone,
  remove_attempts integer not null default 0,
  constraint calendar_links_pkey PRIMARY KEY (tenant_uuid, connection_uuid, external_id),
  constraint calendar_links_tenant_uuid_connection_uuid_fkey FOREIGN KEY (tenant_uuid, connection_uuid) REFERENCES calendar_connections(tenant_uuid, connection_uuid) ON DELETE CASCADE
)
  policy platform to atrium_platform using (true) with check (true)
  policy tenant to atrium, atrium_tenant using ((tenant_uuid = current_tenant())) with check ((tenant_uuid = current_tenant()))

table calendar_notifications (
  tenant_uuid uuid not null,
  notification_uuid uuid not null,
  connection_uuid uuid not null,
  channel_uuid uuid not null,
  kind text not null,
  received_at timestamp with time zone not null default now(),
  handled_at timestamp with time zone,
  constraint calendar_notifications_pkey PRIMARY KEY (tenant_uuid, notification_uuid),
  constraint calendar_notifications_tenant_uuid_connection_uuid_fkey FOREIGN KEY (tenant_uuid, connection_uuid) REFERENCES calendar_connections(tenant_uuid, connection_uuid) ON DELETE CASCADE
)
  policy platform to atrium_platform using (true) with check (true)
  policy tenant to atrium, atrium_tenant using ((tenant_uuid = current_tenant())) with check ((tenant_uuid = current_tenant()))

table calendar_preferences (
  tenant_uuid uuid not null,
  user_uuid uuid not null,
  first_time_modal_pref text not null,
  constraint calendar_preferences_pkey PRIMARY KEY (tenant_uuid, user_uuid)
)
  policy platform to atrium_platform using (true) with check (true)
  policy tenant to atrium, atrium_tenant using ((tenant_uuid = current_tenant())) with check ((tenant_uuid = current_tenant()))

table calendar_pushes (
  tenant_uuid uuid not null,
  meeting_uuid uuid not null,
  connection_uuid uuid not null,
  operation text not null,
  revision integer not null default 1,
  attempts integer not null default 0,
  changed_at timestamp with time zone not null default now(),
  next_try_at timestamp with time zone not null default now(),
  constraint calendar_pushes_pkey PRIMARY KEY (tenant_uuid, meeting_uuid),
  constraint calendar_pushes_tenant_uuid_connection_uuid_fkey FOREIGN KEY (tenant_uuid, connection_uuid) REFERENCES calendar_connections(tenant_uuid, connection_uuid) ON DELETE CASCADE
)
  policy platform to atrium_platform using (true) with check (true)
  policy tenant to atrium, atrium_tenant using ((tenant_uuid = current_tenant())) with check ((tenant_uuid = current_tenant()))

table calendar_settings (
  tenant_uuid uuid not null,
  client_names text not null,
  updated_at timestamp with time zone not null default now(),
  constraint calendar_settings_pkey PRIMARY KEY (tenant_uuid)
)
  policy platform to atrium_platform using (true) with check (true)
  policy tenant to atrium, atrium_tenant using ((tenant_uuid = current_tenant())) with check ((tenant_uuid = current_tenant()))

table calendar_tokens (
  tenant_uuid uuid not null,
  connection_uuid uuid not null,
  key_id text not null,
  sealed text not null,
  version integer not null default 1,
  updated_at timestamp with time zone not null default now(),
  revoke_at timestamp with time zone,
  lease_token uuid,
  lease_until timestamp with time zone,
  constraint calendar_tokens_pkey PRIMARY KEY (tenant_uuid, connection_uuid),
  constraint calendar_tokens_tenant_uuid_connection_uuid_fkey FOREIGN KEY (tenant_uuid, connection_uuid) REFERENCES calendar_connections(tenant_uuid, connection_uuid) ON DELETE CASCADE
)
  policy platform to atrium_platform using (true) with check (true)
  policy tenant to atrium, atrium_tenant using ((tenant_uuid = current_tenant())) with check ((tenant_uuid = current_tenant()))

table contact_addresses (
  tenant_uuid uuid not null,
  address_uuid uuid not null,
  contact_uuid uuid not null,
  ordinal bigint not null,
  street_number text,
  street_name text,
  city text,
  state text,
  zip_code text,
  country text,
  apartment text,
  commune text,
  landmark text,
  address_type text,
  contact_address_type text not null,
  is_primary boolean not null default false,
  created_at timestamp with time zone not null default change_time(),
  updated_at timestamp with time zone not null default change_time(),
  constraint contact_addresses_pkey PRIMARY KEY (tenant_uuid, address_uuid),
  constraint contact_addresses_tenant_uuid_contact_uuid_fkey FOREIGN KEY (tenant_uuid, contact_uuid) REFERENCES contacts(tenant_uuid, contact_uuid) ON DELETE CASCADE
)
  policy platform to atrium_platform using (true) with check (true)
  policy tenant to atrium, atrium_tenant using ((tenant_uuid = current_tenant())) with check ((tenant_uuid = current_tenant()))

table contact_erasures (
  tenant_uuid uuid not null,
  contact_uuid uuid not null,
  reason text not null,
  erased_by uuid,
  erased_at timestamp with time zone not null default change_time(),
  removed jsonb not null,
  kept text[] not null,
  finished_at timestamp with time zone,
  search text,
  progress jsonb not null default '{}'::jsonb,
  constraint contact_erasures_pkey PRIMARY KEY (tenant_uuid, contact_uuid),
  constraint contact_erasures_tenant_uuid_contact_uuid_fkey FOREIGN KEY (tenant_uuid, contact_uuid) REFERENCES contacts(tenant_uuid, contact_uuid),
  constraint contact_erasures_tenant_uuid_fkey FOREIGN KEY (tenant_uuid) REFERENCES tenants(tenant_uuid)
)
  policy platform to atrium_platform using (true) with check (true)
  policy tenant to atrium, atrium_tenant using ((tenant_uuid = current_tenant())) with check ((tenant_uuid = current_tenant()))

table contact_import_rows (
  tenant_uuid uuid not null,
  import_uuid uuid not null,
  line integer not null,
  errors jsonb,
  cells text[],
  constraint contact_import_rows_pkey PRIMARY KEY (tenant_uuid, import_uuid, line),
  constraint contact_import_rows_tenant_uuid_import_uuid_fkey FOREIGN KEY (tenant_uuid, import_uuid) REFERENCES contact_imports(tenant_uuid, import_uuid) ON DELETE CASCADE
)
  policy platform to atrium_platform using (true) with check (true)
  policy tenant to atrium, atrium_tenant using ((tenant_uuid = current_tenant())) with check ((tenant_uuid = current_tenant()))

table contact_imports (
  tenant_uuid uuid not null,
  import_uuid uuid not null,
  status text not null default 'RECEIVING'::text,
  ignored_columns text[] not null,
  requested_by uuid not null,
  total_rows integer not null default 0,
  accepted_rows integer not null default 0,
  refused_rows integer not null default 0,
  created_at timestamp with time zone not null default change_time(),
  finished_at timestamp with time zone,
  columns jsonb not null default '{"names": [], "fields": [], "defaults": {}}'::jsonb,
  lines int4multirange not null default '{}'::int4multirange,
  failure_reason text,
  existing_rows integer not null default 0,
  kind text not null default 'CONTACT'::text,
  constraint contact_imports_pkey PRIMARY KEY (tenant_uuid, import_uuid),
  constraint contact_imports_tenant_uuid_fkey FOREIGN KEY (tenant_uuid) REFERENCES tenants(tenant_uuid),
  constraint contact_imports_kind_check CHECK ((kind = ANY (ARRAY['CONTACT'::text, 'STAFF'::text])))
)
  policy platform to atrium_platform using (true) with check (true)
  policy tenant to atrium, atrium_tenant using ((tenant_uuid = current_tenant())) with check ((tenant_uuid = current_tenant()))

table contacts (
  tenant_uuid uuid not null,
  contact_uuid uuid not null,
  contact_compliance_uuid uuid not null,
  first_name text not null,
  middle_name text,
  paternal_last_name text not null,
  maternal_last_name text,
  display_name text,
  alias text,
  contact_type text not null,
  contact_means text not null,
  preferred_contact_language text not null,
  status text not null,
  firm_type text not null,
  firm_entity_uuid uuid not null,
  firm_name text,
  captured_by_type text,
  captured_by_entity_uuid uuid,
  contact_manager_type text not null,
  contact_manager_entity_uuid uuid not null,
  preferred_email text,
  primary_email text,
  preferred_phone_number jsonb,
  phone_number jsonb,
  date_of_birth date,
  gender text,
  marital_status text,
  identity_type text,
  identity_id text,
  identity_country text,
  contact_source text,
  contact_preference text,
  market_segment text,
  segment_name text,
  stage_name text,
  annual_income text,
  liquid_net_worth text,
  total_net_worth text,
  country_of_citizenship text,
  primary_country_of_citizenship text,
  country_of_birth text,
  related_to_pep boolean,
  director_or_ten_percent_shareholder boolean,
  pep_entries jsonb,
  company_names jsonb,
  trading_symbols jsonb,
  identity_documents jsonb,
  current_employment jsonb,
  employment_history jsonb,
  custom_fields jsonb,
  credentials_initialized_at timestamp with time zone,
  addresses jsonb not null default '[]'::jsonb,
  household_uuids uuid[] not null default '{}'::uuid[],
  created_at timestamp with time zone not null default change_time(),
  updated_at timestamp with time zone not null default change_time(),
  deleted_at timestamp with time zone,
  search_text text,
  first_name_key text not null,
  last_name_key text not null,
  annual_income_amount numeric,
  liquid_net_worth_amount numeric,
  total_net_worth_amount numeric,
  preferred_email_duplicate_key bigint,
  primary_email_duplicate_key bigint,
  preferred_phone_duplicate_key bigint,
  phone_duplicate_key bigint,
  identity_duplicate_key bigint,
  missing_count integer not null default 0,
  has_invalid boolean not null default false,
  is_politically_exposed boolean not null default false,
  document_dates date[] not null default '{}'::date[],
  merged_into uuid,
  erased_at timestamp with time zone,
  captured_by_partner_uuid uuid,
  display_name_key text,
  version integer not null default 1,
  constraint contacts_pkey PRIMARY KEY (tenant_uuid, contact_uuid),
  constraint contacts_merged_into_known FOREIGN KEY (tenant_uuid, merged_into) REFERENCES contacts(tenant_uuid, contact_uuid)
)
  policy platform to atrium_platform using (true) with check (true)
  policy tenant to atrium, atrium_tenant using ((tenant_uuid = current_tenant())) with check ((tenant_uuid = current_tenant()))

table credentials (
  tenant_uuid uuid not null,
  credential_uuid uuid not null,
  client_id text not null,
  name text not null,
  roles text[] not null,
  secret_hash bytea not null,
  previous_secret_hash bytea,
  previous_secret_until timestamp with time zone,
  expires_at timestamp with time zone,
  last_used_at timestamp with time zone,
  issue_recorded_at timestamp with time zone,
  created_at timestamp with time zone not null default change_time(),
  deleted_at timestamp with time zone,
  scopes text[],
  constraint credentials_pkey PRIMARY KEY (tenant_uuid, credential_uuid),
  constraint credentials_tenant_uuid_credential_uuid_fkey FOREIGN KEY (tenant_uuid, credential_uuid) REFERENCES accounts(tenant_uuid, user_uuid) ON UPDATE CASCADE ON DELETE CASCADE
)
  policy platform to atrium_platform using (true) with check (true)
  policy tenant to atrium, atrium_tenant using ((tenant_uuid = current_tenant())) with check ((tenant_uuid = current_tenant()))

table duplicate_changes (
  tenant_uuid uuid not null,
  change bigint not null,
  contact_uuid uuid not null,
  ended bigint[] not null,
  constraint duplicate_changes_pkey PRIMARY KEY (tenant_uuid, change)
)
  policy platform to atrium_platform using (true) with check (true)
  policy tenant to atrium, atrium_tenant using ((tenant_uuid = current_tenant())) with check ((tenant_uuid = current_tenant()))

table duplicate_dismissals (
  tenant_uuid uuid not null,
  contact_uuid uuid not null,
  other_uuid uuid not null,
  constraint duplicate_dismissals_pkey PRIMARY KEY (tenant_uuid, contact_uuid, other_uuid),
  constraint duplicate_dismissals_tenant_uuid_contact_uuid_fkey FOREIGN KEY (tenant_uuid, contact_uuid) REFERENCES contacts(tenant_uuid, contact_uuid) ON DELETE CASCADE,
  constraint duplicate_dismissals_tenant_uuid_other_uuid_fkey FOREIGN KEY (tenant_uuid, other_uuid) REFERENCES contacts(tenant_uuid, contact_uuid) ON DELETE CASCADE,
  constraint duplicate_dismissals_in_order CHECK ((contact_uuid < other_uuid))
)
  policy platform to atrium_platform using (true) with check (true)
  policy tenant to atrium, atrium_tenant using ((tenant_uuid = current_tenant())) with check ((tenant_uuid = current_tenant()))

table duplicate_groups (
  tenant_uuid uuid not null,
  kind integer not null,
  key bigint not null,
  contact_uuids uuid[] not null,
  group_key uuid not null,
  constraint duplicate_groups_pkey PRIMARY KEY (tenant_uuid, kind, key, group_key),
  constraint duplicate_groups_tenant_uuid_fkey FOREIGN KEY (tenant_uuid) REFERENCES tenants(tenant_uuid)
)
  policy platform to atrium_platform using (true) with check (true)
  policy tenant to atrium, atrium_tenant using ((tenant_uuid = current_tenant())) with check ((tenant_uuid = current_tenant()))

table event_origins (
  tenant_uuid uuid not null,
  event_uuid uuid not null,
  address inet not null,
  user_agent text,
  recorded_at timestamp with time zone not null default now(),
  is_short boolean not null default false,
  actor_id uuid,
  constraint event_origins_pkey PRIMARY KEY (tenant_uuid, event_uuid)
)
  policy platform to atrium_platform using (true) with check (true)
  policy tenant to atrium, atrium_tenant using ((tenant_uuid = current_tenant())) with check ((tenant_uuid = current_tenant()))

table events (
  tenant_uuid uuid not null,
  recorded_in xid8 not null default pg_current_xact_id(),
  event_uuid uuid not null,
  event_type text not null,
  occurred_at timestamp with time zone not null default change_time(),
  actor_type text not null,
  actor_id uuid,
  entity_type text,
  entity_id uuid,
  attributes jsonb not null default '{}'::jsonb,
  recorded_at timestamp with time zone not null default now(),
  refused_reason text,
  trace_parent text default NULLIF(current_setting('atrium.traceparent'::text, true), ''::text),
  constraint events_pkey PRIMARY KEY (tenant_uuid, recorded_in, event_uuid)
)
  policy platform to atrium_platform using (true) with check (true)
  policy tenant to atrium, atrium_tenant using ((tenant_uuid = current_tenant())) with check ((tenant_uuid = current_tenant()))

table freed_login_emails (
  tenant_uuid uuid not null,
  user_uuid uuid not null,
  email_folded text not null,
  constraint freed_login_emails_pkey PRIMARY KEY (tenant_uuid, user_uuid),
  constraint freed_login_emails_tenant_uuid_user_uuid_fkey FOREIGN KEY (tenant_uuid, user_uuid) REFERENCES accounts(tenant_uuid, user_uuid) ON DELETE CASCADE
)
  policy platform to atrium_platform using (true) with check (true)
  policy tenant to atrium, atrium_tenant using ((tenant_uuid = current_tenant())) with check ((tenant_uuid = current_tenant()))

table group_members (
  tenant_uuid uuid not null,
  group_uuid uuid not null,
  staff_uuid uuid not null,
  constraint group_members_pkey PRIMARY KEY (tenant_uuid, group_uuid, staff_uuid),
  constraint group_members_tenant_uuid_group_uuid_fkey FOREIGN KEY (tenant_uuid, group_uuid) REFERENCES groups(tenant_uuid, group_uuid) ON DELETE CASCADE,
  constraint group_members_tenant_uuid_staff_uuid_fkey FOREIGN KEY (tenant_uuid, staff_uuid) REFERENCES staff_members(tenant_uuid, staff_uuid) ON DELETE CASCADE
)
  policy platform to atrium_platform using (true) with check (true)
  policy tenant to atrium, atrium_tenant using ((tenant_uuid = current_tenant())) with check ((tenant_uuid = current_tenant()))

table groups (
  tenant_uuid uuid not null,
  group_uuid uuid not null,
  display_name text not null,
  external_id text,
  created_at timestamp with time zone not null default change_time(),
  updated_at timestamp with time zone not null default change_time(),
  constraint groups_pkey PRIMARY KEY (tenant_uuid, group_uuid),
  constraint groups_tenant_uuid_fkey FOREIGN KEY (tenant_uuid) REFERENCES tenants(tenant_uuid)
)
  policy platform to atrium_platform using (true) with check (true)
  policy tenant to atrium, atrium_tenant using ((tenant_uuid = current_tenant())) with check ((tenant_uuid = current_tenant()))

table held_jobs (
  tenant_uuid uuid not null,
  job_uuid uuid not null,
  queue text not null,
  data jsonb not null,
  held_at timestamp with time zone not null default now(),
  constraint held_jobs_pkey PRIMARY KEY (tenant_uuid, job_uuid)
)
  policy platform to atrium_platform using (true) with check (true)
  policy tenant to atrium, atrium_tenant using ((tenant_uuid = current_tenant())) with check ((tenant_uuid = current_tenant()))

table household_accounts (
  tenant_uuid uuid not null,
  household_uuid uuid not null,
  account_number text not null,
  custodian text,
  currency text,
  market_value text,
  as_of date,
  ordinal bigint not null,
  linked_at timestamp with time zone not null default change_time(),
  updated_at timestamp with time zone not null default change_time(),
  constraint household_accounts_pkey PRIMARY KEY (tenant_uuid, household_uuid, account_number),
  constraint household_accounts_tenant_uuid_household_uuid_fkey FOREIGN KEY (tenant_uuid, household_uuid) REFERENCES households(tenant_uuid, household_uuid) ON DELETE CASCADE
)
  policy platform to atrium_platform using (true) with check (true)
  policy tenant to atrium, atrium_tenant using ((tenant_uuid = current_tenant())) with check ((tenant_uuid = current_tenant()))

table household_history (
  tenant_uuid uuid not null,
  household_uuid uuid not null,
  source text not null,
  row_key text not null,
  ordinal bigint not null,
  changed_at timestamp with time zone not null,
  content jsonb,
  constraint household_history_pkey PRIMARY KEY (tenant_uuid, household_uuid, source, row_key, ordinal),
  constraint household_history_tenant_uuid_fkey FOREIGN KEY (tenant_uuid) REFERENCES tenants(tenant_uuid)
)
  policy platform to atrium_platform using (true) with check (true)
  policy tenant to atrium, atrium_tenant using ((tenant_uuid = current_tenant())) with check ((tenant_uuid = current_tenant()))

table household_members (
  tenant_uuid uuid not null,
  member_uuid uuid not null,
  household_uuid uuid not null,
  member_type text not null,
  contact_uuid uuid,
  organisation_uuid uuid,
  relationship_type text,
  is_primary boolean not null default false,
  ordinal bigint not null,
  created_at timestamp with time zone not null default change_time(),
  updated_at timestamp with time zone not null default change_time(),
  removed_at timestamp with time zone,
  ended_by_deletion boolean not null default false,
  was_primary boolean not null default false,
  share_percent double precision,
  constraint household_members_pkey PRIMARY KEY (tenant_uuid, member_uuid),
  constraint household_members_contact_known FOREIGN KEY (tenant_uuid, contact_uuid) REFERENCES contacts(tenant_uuid, contact_uuid),
  constraint household_members_organisation_known FOREIGN KEY (tenant_uuid, organisation_uuid) REFERENCES organisations(tenant_uuid, organisation_uuid),
  constraint household_members_tenant_uuid_household_uuid_fkey FOREIGN KEY (tenant_uuid, household_uuid) REFERENCES households(tenant_uuid, household_uuid) ON DELETE CASCADE,
  constraint household_members_one_party CHECK (
CASE member_type
    WHEN 'CONTACT'::text THEN ((contact_uuid IS NOT NULL) AND (organisation_uuid IS NULL))
    WHEN 'ORGANISATION'::text THEN ((organisation_uuid IS NOT NULL) AND (contact_uuid IS NULL))
    ELSE false
END),
  constraint household_members_share CHECK (((share_percent IS NULL) OR (((share_percent >= (0)::double precision) AND (share_percent <= (100)::double precision)) AND (NOT (relationship_type IS DISTINCT FROM 'OWNED_COMPANY'::text)))))
)
  policy platform to atrium_platform using (true) with check (true)
  policy tenant to atrium, atrium_tenant using ((tenant_uuid = current_tenant())) with check ((tenant_uuid = current_tenant()))

table households (
  tenant_uuid uuid not null,
  household_uuid uuid not null,
  name text not null,
  relationship_manager_type text not null,
  relationship_manager_uuid uuid not null,
  is_active boolean not null default true,
  created_at timestamp with time zone not null default change_time(),
  updated_at timestamp with time zone not null default change_time(),
  deleted_at timestamp with time zone,
  name_key text generated always as (fold(name)) stored,
  version integer not null default 1,
  constraint households_pkey PRIMARY KEY (tenant_uuid, household_uuid),
  constraint households_manager_known FOREIGN KEY (tenant_uuid, relationship_manager_uuid) REFERENCES staff_members(tenant_uuid, staff_uuid),
  constraint households_tenant_uuid_fkey FOREIGN KEY (tenant_uuid) REFERENCES tenants(tenant_uuid)
)
  policy platform to atrium_platform using (true) with check (true)
  policy tenant to atrium, atrium_tenant using ((tenant_uuid = current_tenant())) with check ((tenant_uuid = current_tenant()))

table idempotency_keys (
  tenant_uuid uuid not null,
  user_uuid uuid not null,
  key text not null,
  request_hash bytea not null,
  answer json not null,
  created_at timestamp with time zone not null default now(),
  constraint idempotency_keys_pkey PRIMARY KEY (tenant_uuid, user_uuid, key)
)
  policy platform to atrium_platform using (true) with check (true)
  policy tenant to atrium, atrium_tenant using ((tenant_uuid = current_tenant())) with check ((tenant_uuid = current_tenant()))

table inbox_items (
  tenant_uuid uuid not null,
  item_uuid uuid not null default gen_random_uuid(),
  person_uuid uuid not null,
  at timestamp with time zone not null default change_time(),
  kind text not null,
  actor_id uuid,
  entity_type text not null,
  entity_id uuid not null,
  subject_uuid uuid,
  once text,
  read_at timestamp with time zone,
  constraint inbox_items_once UNIQUE (tenant_uuid, person_uuid, once),
  constraint inbox_items_pkey PRIMARY KEY (tenant_uuid, item_uuid)
)
  policy platform to atrium_platform using (true) with check (true)
  policy tenant to atrium, atrium_tenant using ((tenant_uuid = current_tenant())) with check ((tenant_uuid = current_tenant()))

table key_ages (
  tenant_uuid uuid not null,
  name text not null,
  mark text not null,
  since timestamp with time zone not null default now(),
  constraint key_ages_pkey PRIMARY KEY (tenant_uuid, name, mark)
)
  policy platform to atrium_platform using (true) with check (true)
  policy tenant to atrium, atrium_tenant using ((tenant_uuid = current_tenant())) with check ((tenant_uuid = current_tenant()))

table known_addresses (
  tenant_uuid uuid not null,
  user_uuid uuid not null,
  address_hash bytea not null,
  signed_in_at timestamp with time zone not null default now(),
  constraint known_addresses_pkey PRIMARY KEY (tenant_uuid, user_uuid, address_hash),
  constraint known_addresses_tenant_uuid_user_uuid_fkey FOREIGN KEY (tenant_uuid, user_uuid) REFERENCES accounts(tenant_uuid, user_uuid) ON UPDATE CASCADE ON DELETE CASCADE
)
  policy platform to atrium_platform using (true) with check (true)
  policy tenant to atrium, atrium_tenant using ((tenant_uuid = current_tenant())) with check ((tenant_uuid = current_tenant()))

table link_renewals (
  tenant_uuid uuid not null,
  user_uuid uuid not null,
  renewal_uuid uuid not null,
  asked_at timestamp with time zone not null default now(),
  constraint link_renewals_pkey PRIMARY KEY (tenant_uuid, user_uuid, renewal_uuid),
  constraint link_renewals_tenant_uuid_user_uuid_fkey FOREIGN KEY (tenant_uuid, user_uuid) REFERENCES accounts(tenant_uuid, user_uuid) ON UPDATE CASCADE ON DELETE CASCADE
)
  policy platform to atrium_platform using (true) with check (true)
  policy tenant to atrium, atrium_tenant using ((tenant_uuid = current_tenant())) with check ((tenant_uuid = current_tenant()))

table login_conflicts (
  tenant_uuid uuid not null,
  user_uuid uuid not null,
  constraint login_conflicts_pkey PRIMARY KEY (tenant_uuid, user_uuid),
  constraint login_conflicts_tenant_uuid_user_uuid_fkey FOREIGN KEY (tenant_uuid, user_uuid) REFERENCES accounts(tenant_uuid, user_uuid) ON UPDATE CASCADE ON DELETE CASCADE
)
  policy platform to atrium_platform using (true) with check (true)
  policy tenant to atrium, atrium_tenant using ((tenant_uuid = current_tenant())) with check ((tenant_uuid = current_tenant()))

table login_emails (
  email_folded text not null,
  tenant_uuid uuid not null,
  user_uuid uuid not null,
  constraint login_emails_taken PRIMARY KEY (email_folded),
  constraint login_emails_tenant_uuid_user_uuid_fkey FOREIGN KEY (tenant_uuid, user_uuid) REFERENCES accounts(tenant_uuid, user_uuid) ON UPDATE CASCADE ON DELETE CASCADE
)
  policy platform to atrium_platform using (true) with check (true)
  policy tenant to atrium, atrium_tenant using ((tenant_uuid = current_tenant())) with check ((tenant_uuid = current_tenant()))

table mail_budgets (
  tenant_uuid uuid not null,
  user_uuid uuid not null,
  mailed_at timestamp with time zone[] not null,
  constraint mail_budgets_pkey PRIMARY KEY (tenant_uuid, user_uuid),
  constraint mail_budgets_tenant_uuid_user_uuid_fkey FOREIGN KEY (tenant_uuid, user_uuid) REFERENCES accounts(tenant_uuid, user_uuid) ON UPDATE CASCADE ON DELETE CASCADE
)
  policy platform to atrium_platform using (true) with check (true)
  policy tenant to atrium, atrium_tenant using ((tenant_uuid = current_tenant())) with check ((tenant_uuid = current_tenant()))

table mail_days (
  tenant_uuid uuid not null,
  day date not null,
  taken integer not null,
  told_at timestamp with time zone,
  constraint mail_days_pkey PRIMARY KEY (tenant_uuid, day),
  constraint mail_days_tenant_uuid_fkey FOREIGN KEY (tenant_uuid) REFERENCES tenants(tenant_uuid)
)
  policy platform to atrium_platform using (true) with check (true)
  policy tenant to atrium, atrium_tenant using ((tenant_uuid = current_tenant())) with check ((tenant_uuid = current_tenant()))

table mails (
  tenant_uuid uuid not null,
  mail_uuid uuid not null,
  ordinal bigint not null,
  kind text not null,
  person_uuid uuid,
  address text,
  sent_to text,
  language text,
  about jsonb not null default '{}'::jsonb,
  thread_uuid uuid,
  once text,
  is_urgent boolean not null default false,
  trace_parent text,
  state text not null default 'QUEUED'::text,
  reason text,
  tries integer not null default 0,
  queued_at timestamp with time zone not null default now(),
  due_at timestamp with time zone not null default now(),
  lease_token uuid,
  lease_until timestamp with time zone,
  first_tried_at timestamp with time zone,
  settled_at timestamp with time zone,
  constraint mails_once UNIQUE (tenant_uuid, once),
  constraint mails_pkey PRIMARY KEY (tenant_uuid, mail_uuid),
  constraint mails_tenant_uuid_fkey FOREIGN KEY (tenant_uuid) REFERENCES tenants(tenant_uuid),
  constraint mails_known CHECK (((state = ANY (ARRAY['QUEUED'::text, 'SENT'::text, 'REFUSED'::text, 'DROPPED'::text])) AND ((state = 'QUEUED'::text) = (settled_at IS NULL)) AND ((reason IS NULL) OR ((state = 'REFUSED'::text) AND (reason = ANY (ARRAY['REFUSED'::text, 'GIVEN_UP'::text, 'BOUNCED'::text]))))))
)
  policy platform to atrium_platform using (true) with check (true)
  policy tenant to atrium, atrium_tenant using ((tenant_uuid = current_tenant())) with check ((tenant_uuid = current_tenant()))

table meeting_hidden (
  tenant_uuid uuid not null,
  user_uuid uuid not null,
  meeting_uuid uuid not null,
  hidden_at timestamp with time zone not null default change_time(),
  constraint meeting_hidden_pkey PRIMARY KEY (tenant_uuid, user_uuid, meeting_uuid),
  constraint meeting_hidden_tenant_uuid_meeting_uuid_fkey FOREIGN KEY (tenant_uuid, meeting_uuid) REFERENCES meetings(tenant_uuid, meeting_uuid) ON DELETE CASCADE
)
  policy platform to atrium_platform using (true) with check (true)
  policy tenant to atrium, atrium_tenant using ((tenant_uuid = current_tenant())) with check ((tenant_uuid = current_tenant()))

table meeting_participants (
  tenant_uuid uuid not null,
  participant_uuid uuid not null,
  meeting_uuid uuid not null,
  participant_type text not null,
  contact_uuid uuid,
  staff_uuid uuid,
  entity_uuid uuid generated always as (COALESCE(contact_uuid, staff_uuid)) stored,
  email text,
  name text,
  language text,
  country_code text,
  phone text,
  rsvp_status text not null default 'UNKNOWN'::text,
  rsvp_at timestamp with time zone,
  rsvp_source text,
  rsvp_is_confirmed boolean not null default false,
  rsvp_token_hash bytea,
  last_invitation_resent_at timestamp with time zone,
  ordinal bigint not null,
  created_at timestamp with time zone not null default change_time(),
  removed_at timestamp with time zone,
  starts_at timestamp with time zone not null,
  ends_at timestamp with time zone not null,
  canceled boolean not null,
  is_long boolean generated always as (((ends_at - starts_at) > '1 day'::interval)) stored,
  is_busy boolean generated always as (((NOT canceled) AND (removed_at IS NULL) AND (rsvp_status <> 'DECLINED'::text))) stored,
  rsvp_written_at timestamp with time zone,
  rsvp_dated_at timestamp with time zone,
  rsvp_note text,
  rsvp_proposed jsonb,
  ical_uid text,
  constraint meeting_participants_pkey PRIMARY KEY (tenant_uuid, participant_uuid),
  constraint meeting_participants_contact_known FOREIGN KEY (tenant_uuid, contact_uuid) REFERENCES contacts(tenant_uuid, contact_uuid),
  constraint meeting_participants_staff_known FOREIGN KEY (tenant_uuid, staff_uuid) REFERENCES staff_members(tenant_uuid, staff_uuid),
  constraint meeting_participants_tenant_uuid_meeting_uuid_fkey FOREIGN KEY (tenant_uuid, meeting_uuid) REFERENCES meetings(tenant_uuid, meeting_uuid) ON DELETE CASCADE,
  constraint meeting_participants_one_party CHECK (
CASE participant_type
    WHEN 'CONTACT'::text THEN ((contact_uuid IS NOT NULL) AND (staff_uuid IS NULL) AND (email IS NULL))
    WHEN 'TENANT_STAFF'::text THEN ((staff_uuid IS NOT NULL) AND (contact_uuid IS NULL) AND (email IS NULL))
    WHEN 'PARTNER_STAFF'::text THEN ((staff_uuid IS NOT NULL) AND (contact_uuid IS NULL) AND (email IS NULL))
    WHEN 'EXTERNAL'::text THEN ((email IS NOT NULL) AND (staff_uuid IS NULL) AND (contact_uuid IS NULL))
    ELSE false
END),
  constraint meeting_participants_rsvp_known CHECK ((rsvp_status = ANY (ARRAY['UNKNOWN'::text, 'ACCEPTED'::text, 'DECLINED'::text])))
)
  policy platform to atrium_platform using (true) with check (true)
  policy tenant to atrium, atrium_tenant using ((tenant_uuid = current_tenant())) with check ((tenant_uuid = current_tenant()))

table meetings (
  tenant_uuid uuid not null,
  meeting_uuid uuid not null,
  title text,
  start_local timestamp without time zone not null,
  end_local timestamp without time zone not null,
  timezone text not null,
  all_day boolean not null default false,
  starts_at timestamp with time zone not null,
  ends_at timestamp with time zone not null,
  duration_minutes integer not null,
  rules_version text not null,
  is_long boolean generated always as (((ends_at - starts_at) > '1 day'::interval)) stored,
  location_type text not null,
  location_detail text,
  description text,
  internal_notes text,
  meeting_information text,
  meeting_link text,
  meeting_password text,
  meeting_provider text,
  status text not null default 'ACTIVE'::text,
  source text not null default 'INTERNAL'::text,
  host_uuid uuid not null,
  host_type text not null,
  host_name text not null,
  host_email text not null,
  created_by_uuid uuid not null,
  created_by_type text not null,
  organizer_email text,
  organizer_name text,
  externally_organized boolean not null default false,
  shows_free boolean not null default false,
  external_sync_status text not null default 'NOT_APPLICABLE'::text,
  last_sync_operation text,
  sync_failed_at timestamp with time zone,
  sync_failure_code text,
  sync_failure_reason text,
  ical_uid text not null,
  sequence integer not null default 0,
  version integer not null default 1,
  created_at timestamp with time zone not null default change_time(),
  updated_at timestamp with time zone not null default change_time(),
  canceled_at timestamp with time zone,
  time_sequence integer not null default 0,
  is_personal boolean not null default false,
  constraint meetings_pkey PRIMARY KEY (tenant_uuid, meeting_uuid),
  constraint meetings_end_after_start CHECK (((end_local > start_local) AND (ends_at >= starts_at))),
  constraint meetings_source_known CHECK ((source = ANY (ARRAY['INTERNAL'::text, 'PROVIDER_A'::text, 'PROVIDER_B'::text]))),
  constraint meetings_status_known CHECK ((status = ANY (ARRAY['ACTIVE'::text, 'CANCELED'::text]))),
  constraint meetings_sync_known CHECK (((external_sync_status = ANY (ARRAY['NOT_APPLICABLE'::text, 'PENDING'::text, 'SYNCED'::text, 'FAILED'::text])) AND (last_sync_operation = ANY (ARRAY['CREATE'::text, 'UPDATE'::text, 'DELETE'::text]))))
)
  policy personal to atrium_platform, atrium_tenant using (((NOT is_personal) OR ((COALESCE(current_setting('atrium.reader'::text, true), ''::text) = ''::text) OR (COALESCE(current_setting('atrium.reader'::text, true), ''::text) = (host_uuid)::text)))) with check ()
  policy platform to atrium_platform using (true) with check (true)
  policy tenant to atrium, atrium_tenant using ((tenant_uuid = current_tenant())) with check ((tenant_uuid = current_tenant()))

table note_versions (
  tenant_uuid uuid not null,
  note_uuid uuid not null,
  version integer not null,
  text text not null,
  kind text not null,
  occurred_at timestamp with time zone,
  editor_uuid uuid not null,
  written_at timestamp with time zone not null,
  constraint note_versions_pkey PRIMARY KEY (tenant_uuid, note_uuid, version),
  constraint note_versions_tenant_uuid_note_uuid_fkey FOREIGN KEY (tenant_uuid, note_uuid) REFERENCES notes(tenant_uuid, note_uuid) ON DELETE CASCADE
)
  policy platform to atrium_platform using (true) with check (true)
  policy tenant to atrium, atrium_tenant using ((tenant_uuid = current_tenant())) with check ((tenant_uuid = current_tenant()))

table notes (
  tenant_uuid uuid not null,
  note_uuid uuid not null,
  contact_uuid uuid,
  household_uuid uuid,
  meeting_uuid uuid,
  kind text not null,
  text text not null,
  occurred_at timestamp with time zone,
  author_uuid uuid not null,
  author_name text not null,
  editor_uuid uuid,
  created_at timestamp with time zone not null default change_time(),
  updated_at timestamp with time zone not null default change_time(),
  deleted_at timestamp with time zone,
  search_text text generated always as (fold(text)) stored,
  happened_at timestamp with time zone not null generated always as (COALESCE(occurred_at, created_at)) stored,
  version integer not null default 1,
  constraint notes_pkey PRIMARY KEY (tenant_uuid, note_uuid),
  constraint notes_tenant_uuid_contact_uuid_fkey FOREIGN KEY (tenant_uuid, contact_uuid) REFERENCES contacts(tenant_uuid, contact_uuid),
  constraint notes_tenant_uuid_household_uuid_fkey FOREIGN KEY (tenant_uuid, household_uuid) REFERENCES households(tenant_uuid, household_uuid),
  constraint notes_tenant_uuid_meeting_uuid_fkey FOREIGN KEY (tenant_uuid, meeting_uuid) REFERENCES meetings(tenant_uuid, meeting_uuid),
  constraint notes_one_record CHECK ((num_nonnulls(contact_uuid, household_uuid, meeting_uuid) = 1))
)
  policy platform to atrium_platform using (true) with check (true)
  policy tenant to atrium, atrium_tenant using ((tenant_uuid = current_tenant())) with check ((tenant_uuid = current_tenant()))

table organisations (
  tenant_uuid uuid not null,
  organisation_uuid uuid not null,
  name text not null,
  legal_name text,
  tax_id text,
  country text,
  is_active boolean not null default true,
  created_at timestamp with time zone not null default change_time(),
  updated_at timestamp with time zone not null default change_time(),
  deleted_at timestamp with time zone,
  search_text text generated always as (fold(join_words(VARIADIC ARRAY[name, legal_name, tax_id,
CASE
    WHEN (plain_identity(tax_id) <> upper(tax_id)) THEN plain_identity(tax_id)
    ELSE NULL::text
END]))) stored,
  version integer not null default 1,
  constraint organisations_pkey PRIMARY KEY (tenant_uuid, organisation_uuid),
  constraint organisations_tenant_uuid_fkey FOREIGN KEY (tenant_uuid) REFERENCES tenants(tenant_uuid)
)
  policy platform to atrium_platform using (true) with check (true)
  policy tenant to atrium, atrium_tenant using ((tenant_uuid = current_tenant())) with check ((tenant_uuid = current_tenant()))

table outbox_position (
  tenant_uuid uuid not null,
  delivered pg_snapshot not null,
  reading pg_snapshot,
  last_in xid8 not null,
  last_uuid uuid not null,
  renumbering_since timestamp with time zone,
  lease_token uuid,
  lease_until timestamp with time zone,
  place text,
  constraint outbox_position_pkey PRIMARY KEY (tenant_uuid)
)
  policy platform to atrium_platform using (true) with check (true)
  policy tenant to atrium, atrium_tenant using ((tenant_uuid = current_tenant())) with check ((tenant_uuid = current_tenant()))

table outgoing_pauses (
  tenant_uuid uuid not null,
  paused_at timestamp with time zone not null default now(),
  constraint outgoing_pauses_pkey PRIMARY KEY (tenant_uuid)
)
  policy platform to atrium_platform using (true) with check (true)
  policy tenant to atrium, atrium_tenant using ((tenant_uuid = current_tenant())) with check ((tenant_uuid = current_tenant()))

table partners (
  tenant_uuid uuid not null,
  partner_uuid uuid not null,
  name text not null,
  is_active boolean not null default true,
  created_at timestamp with time zone not null default change_time(),
  updated_at timestamp with time zone not null default change_time(),
  deleted_at timestamp with time zone,
  constraint partners_pkey PRIMARY KEY (tenant_uuid, partner_uuid),
  constraint partners_tenant_uuid_fkey FOREIGN KEY (tenant_uuid) REFERENCES tenants(tenant_uuid)
)
  policy platform to atrium_platform using (true) with check (true)
  policy tenant to atrium, atrium_tenant using ((tenant_uuid = current_tenant())) with check ((tenant_uuid = current_tenant()))

table passkeys (
  tenant_uuid uuid not null,
  passkey_uuid uuid not null,
  user_uuid uuid not null,
  name text not null,
  rp_id text not null,
  credential_id bytea not null,
  public_key bytea not null,
  sign_count bigint not null,
  transports text[] not null,
  created_at timestamp with time zone not null default change_time(),
  last_used_at timestamp with time zone,
  host_tenant_uuid uuid not null,
  constraint passkeys_pkey PRIMARY KEY (tenant_uuid, passkey_uuid),
  constraint passkeys_tenant_uuid_user_uuid_fkey FOREIGN KEY (tenant_uuid, user_uuid) REFERENCES accounts(tenant_uuid, user_uuid) ON UPDATE CASCADE ON DELETE CASCADE
)
  policy platform to atrium_platform using (true) with check (true)
  policy tenant to atrium, atrium_tenant using ((tenant_uuid = current_tenant())) with check ((tenant_uuid = current_tenant()))

table password_tokens (
  tenant_uuid uuid not null,
  user_uuid uuid not null,
  token_hash bytea not null,
  request_uuid uuid not null,
  created_at timestamp with time zone not null default now(),
  expires_at timestamp with time zone not null,
  used_at timestamp with time zone,
  kind text not null default 'RESET'::text,
  domain text,
  constraint password_tokens_pkey PRIMARY KEY (tenant_uuid, user_uuid, token_hash),
  constraint password_tokens_tenant_uuid_user_uuid_fkey FOREIGN KEY (tenant_uuid, user_uuid) REFERENCES accounts(tenant_uuid, user_uuid) ON UPDATE CASCADE ON DELETE CASCADE,
  constraint password_tokens_kind_check CHECK ((kind = ANY (ARRAY['FIRST'::text, 'RESET'::text])))
)
  policy platform to atrium_platform using (true) with check (true)
  policy tenant to atrium, atrium_tenant using ((tenant_uuid = current_tenant())) with check ((tenant_uuid = current_tenant()))

table personal_tokens (
  tenant_uuid uuid not null,
  token_uuid uuid not null,
  name text not null,
  scopes text[] not null,
  token_hash bytea not null,
  created_at timestamp with time zone not null default change_time(),
  expires_at timestamp with time zone not null,
  last_used_at timestamp with time zone,
  rested_at timestamp with time zone,
  constraint personal_tokens_once UNIQUE (token_hash),
  constraint personal_tokens_pkey PRIMARY KEY (tenant_uuid, token_uuid),
  constraint personal_tokens_tenant_uuid_token_uuid_fkey FOREIGN KEY (tenant_uuid, token_uuid) REFERENCES sessions(tenant_uuid, session_uuid) ON DELETE CASCADE
)
  policy platform to atrium_platform using (true) with check (true)
  policy tenant to atrium, atrium_tenant using ((tenant_uuid = current_tenant())) with check ((tenant_uuid = current_tenant()))

table provisioning_tokens (
  tenant_uuid uuid not null,
  token_uuid uuid not null,
  token_hash bytea not null,
  created_at timestamp with time zone not null default change_time(),
  last_used_at timestamp with time zone,
  constraint provisioning_tokens_once UNIQUE (token_hash),
  constraint provisioning_tokens_pkey PRIMARY KEY (tenant_uuid, token_uuid),
  constraint provisioning_tokens_account FOREIGN KEY (tenant_uuid, token_uuid) REFERENCES accounts(tenant_uuid, user_uuid) ON DELETE CASCADE NOT VALID
)
  policy platform to atrium_platform using (true) with check (true)
  policy tenant to atrium, atrium_tenant using ((tenant_uuid = current_tenant())) with check ((tenant_uuid = current_tenant()))

table public_answers (
  tenant_uuid uuid not null,
  participant_uuid uuid not null,
  ordinal bigint not null,
  source text not null,
  rsvp_status text not null,
  rsvp_status_before text not null,
  agent_hash bytea,
  stated_at timestamp with time zone,
  answered_at timestamp with time zone not null default now(),
  constraint public_answers_pkey PRIMARY KEY (tenant_uuid, participant_uuid, ordinal),
  constraint public_answers_tenant_uuid_participant_uuid_fkey FOREIGN KEY (tenant_uuid, participant_uuid) REFERENCES meeting_participants(tenant_uuid, participant_uuid) ON DELETE CASCADE
)
  policy platform to atrium_platform using (true) with check (true)
  policy tenant to atrium, atrium_tenant using ((tenant_uuid = current_tenant())) with check ((tenant_uuid = current_tenant()))

table record_history (
  tenant_uuid uuid not null,
  event_uuid uuid not null,
  occurred_at timestamp with time zone not null,
  entity_type text not null,
  entity_uuid uuid not null,
  salt text,
  changes jsonb,
  sequence bigint,
  actor_type text,
  actor_id uuid,
  constraint record_history_pkey PRIMARY KEY (tenant_uuid, event_uuid),
  constraint record_history_forgotten_whole CHECK ((num_nulls(salt, changes) <> 1))
)
  policy platform to atrium_platform using (true) with check (true)
  policy tenant to atrium, atrium_tenant using ((tenant_uuid = current_tenant())) with check ((tenant_uuid = current_tenant()))

table recovery_codes (
  tenant_uuid uuid not null,
  user_uuid uuid not null,
  code_hash bytea not null,
  constraint recovery_codes_pkey PRIMARY KEY (tenant_uuid, user_uuid, code_hash),
  constraint recovery_codes_tenant_uuid_user_uuid_fkey FOREIGN KEY (tenant_uuid, user_uuid) REFERENCES accounts(tenant_uuid, user_uuid) ON UPDATE CASCADE ON DELETE CASCADE
)
  policy platform to atrium_platform using (true) with check (true)
  policy tenant to atrium, atrium_tenant using ((tenant_uuid = current_tenant())) with check ((tenant_uuid = current_tenant()))

table refresh_tokens (
  tenant_uuid uuid not null,
  session_uuid uuid not null,
  token_hash bytea not null,
  created_at timestamp with time zone not null default now(),
  used_at timestamp with time zone,
  branch_uuid uuid,
  constraint refresh_tokens_pkey PRIMARY KEY (tenant_uuid, session_uuid, token_hash),
  constraint refresh_tokens_tenant_uuid_session_uuid_fkey FOREIGN KEY (tenant_uuid, session_uuid) REFERENCES sessions(tenant_uuid, session_uuid) ON DELETE CASCADE
)
  policy platform to atrium_platform using (true) with check (true)
  policy tenant to atrium, atrium_tenant using ((tenant_uuid = current_tenant())) with check ((tenant_uuid = current_tenant()))

table refused_addresses (
  tenant_uuid uuid not null,
  address text not null,
  refused_at timestamp with time zone not null default now(),
  constraint refused_addresses_pkey PRIMARY KEY (tenant_uuid, address),
  constraint refused_addresses_tenant_uuid_fkey FOREIGN KEY (tenant_uuid) REFERENCES tenants(tenant_uuid)
)
  policy platform to atrium_platform using (true) with check (true)
  policy tenant to atrium, atrium_tenant using ((tenant_uuid = current_tenant())) with check ((tenant_uuid = current_tenant()))

table saved_views (
  tenant_uuid uuid not null,
  view_uuid uuid not null,
  owner_uuid uuid not null,
  owner_name text not null,
  name text not null,
  list text not null,
  filters jsonb not null,
  sort jsonb not null,
  columns jsonb not null,
  question jsonb,
  is_shared boolean not null,
  created_at timestamp with time zone not null default change_time(),
  updated_at timestamp with time zone not null default change_time(),
  constraint saved_views_pkey PRIMARY KEY (tenant_uuid, view_uuid),
  constraint saved_views_list_known CHECK ((list = ANY (ARRAY['CONTACTS'::text, 'HOUSEHOLDS'::text, 'MEETINGS'::text, 'INSIGHTS'::text]))),
  constraint saved_views_question_of_insights CHECK (((list = 'INSIGHTS'::text) = (question IS NOT NULL)))
)
  policy platform to atrium_platform using (true) with check (true)
  policy tenant to atrium, atrium_tenant using ((tenant_uuid = current_tenant())) with check ((tenant_uuid = current_tenant()))

table schema_migrations (
  name text not null,
  content_hash text not null,
  applied_at timestamp with time zone not null default now(),
  constraint schema_migrations_pkey PRIMARY KEY (name)
)

table second_factor_failures (
  tenant_uuid uuid not null,
  user_uuid uuid not null,
  in_a_row integer not null,
  paused_until timestamp with time zone not null default '-infinity'::timestamp with time zone,
  constraint second_factor_failures_pkey PRIMARY KEY (tenant_uuid, user_uuid),
  constraint second_factor_failures_tenant_uuid_user_uuid_fkey FOREIGN KEY (tenant_uuid, user_uuid) REFERENCES accounts(tenant_uuid, user_uuid) ON UPDATE CASCADE ON DELETE CASCADE
)
  policy platform to atrium_platform using (true) with check (true)
  policy tenant to atrium, atrium_tenant using ((tenant_uuid = current_tenant())) with check ((tenant_uuid = current_tenant()))

table sessions (
  tenant_uuid uuid not null,
  session_uuid uuid not null,
  user_uuid uuid not null,
  user_active boolean not null,
  tenant_active boolean not null,
  created_at timestamp with time zone not null default now(),
  expires_at timestamp with time zone not null,
  revoked_at timestamp with time zone,
  by_cookie boolean not null default false,
  used_at timestamp with time zone not null default now(),
  user_agent text,
  address text,
  lacks_factor boolean not null default false,
  host text,
  host_tenant_uuid uuid,
  proved_at timestamp with time zone not null default now(),
  ended_branches uuid[] not null default '{}'::uuid[],
  is_token boolean not null default false,
  factor_by_provider boolean not null default false,
  constraint sessions_pkey PRIMARY KEY (tenant_uuid, session_uuid),
  constraint sessions_tenant_uuid_user_uuid_fkey FOREIGN KEY (tenant_uuid, user_uuid) REFERENCES accounts(tenant_uuid, user_uuid) ON UPDATE CASCADE ON DELETE CASCADE
)
  policy platform to atrium_platform using (true) with check (true)
  policy tenant to atrium, atrium_tenant using ((tenant_uuid = current_tenant())) with check ((tenant_uuid = current_tenant()))

table sign_in_challenges (
  tenant_uuid uuid not null,
  user_uuid uuid not null,
  challenge_hash bytea not null,
  tries integer not null default 0,
  expires_at timestamp with time zone not null,
  sealed_sso text,
  constraint sign_in_challenges_pkey PRIMARY KEY (tenant_uuid, user_uuid, challenge_hash),
  constraint sign_in_challenges_tenant_uuid_user_uuid_fkey FOREIGN KEY (tenant_uuid, user_uuid) REFERENCES accounts(tenant_uuid, user_uuid) ON UPDATE CASCADE ON DELETE CASCADE
)
  policy platform to atrium_platform using (true) with check (true)
  policy tenant to atrium, atrium_tenant using ((tenant_uuid = current_tenant())) with check ((tenant_uuid = current_tenant()))

table sign_in_failures (
  tenant_uuid uuid not null,
  counted_hash bytea not null,
  failures integer not null,
  ends_at timestamp with time zone not null,
  constraint sign_in_failures_pkey PRIMARY KEY (tenant_uuid, counted_hash),
  constraint sign_in_failures_tenant_uuid_fkey FOREIGN KEY (tenant_uuid) REFERENCES tenants(tenant_uuid)
)
  policy platform to atrium_platform using (true) with check (true)
  policy tenant to atrium, atrium_tenant using ((tenant_uuid = current_tenant())) with check ((tenant_uuid = current_tenant()))

table spent_passkey_challenges (
  tenant_uuid uuid not null,
  user_uuid uuid not null,
  challenge_hash bytea not null,
  expires_at timestamp with time zone not null default (now() + '00:10:00'::interval),
  constraint spent_passkey_challenges_pkey PRIMARY KEY (tenant_uuid, user_uuid, challenge_hash),
  constraint spent_passkey_challenges_tenant_uuid_user_uuid_fkey FOREIGN KEY (tenant_uuid, user_uuid) REFERENCES accounts(tenant_uuid, user_uuid) ON UPDATE CASCADE ON DELETE CASCADE
)
  policy platform to atrium_platform using (true) with check (true)
  policy tenant to atrium, atrium_tenant using ((tenant_uuid = current_tenant())) with check ((tenant_uuid = current_tenant()))

table spent_sso_states (
  tenant_uuid uuid not null,
  state_hash bytea not null,
  expires_at timestamp with time zone not null,
  constraint spent_sso_states_pkey PRIMARY KEY (tenant_uuid, state_hash)
)
  policy platform to atrium_platform using (true) with check (true)
  policy tenant to atrium, atrium_tenant using ((tenant_uuid = current_tenant())) with check ((tenant_uuid = current_tenant()))

table sso_connections (
  tenant_uuid uuid not null,
  connection_uuid uuid not null,
  is_active boolean not null default false,
  issuer text,
  client_id text,
  sealed_secret text,
  sign_in text not null default 'ANY'::text,
  create_staff boolean not null default false,
  default_roles text[] not null default '{TENANT_STAFF}'::text[],
  group_roles jsonb not null default '[]'::jsonb,
  groups_claim text default 'groups'::text,
  break_glass uuid[] not null default '{}'::uuid[],
  trusts_second_factor boolean not null default false,
  metadata jsonb,
  saved_by uuid,
  constraint sso_connections_pkey PRIMARY KEY (tenant_uuid),
  constraint sso_connections_tenant_uuid_fkey FOREIGN KEY (tenant_uuid) REFERENCES tenants(tenant_uuid),
  constraint sso_connections_sign_in_check CHECK ((sign_in = ANY (ARRAY['ANY'::text, 'SSO_ONLY'::text])))
)
  policy platform to atrium_platform using (true) with check (true)
  policy tenant to atrium, atrium_tenant using ((tenant_uuid = current_tenant())) with check ((tenant_uuid = current_tenant()))

table sso_domains (
  tenant_uuid uuid not null,
  domain text not null,
  ordinal integer not null,
  challenge text not null,
  proven_at timestamp with time zone,
  proof_due_at timestamp with time zone not null default (now() + '1 day'::interval),
  proof_failures integer not null default 0,
  constraint sso_domains_pkey PRIMARY KEY (tenant_uuid, domain),
  constraint sso_domains_tenant_uuid_fkey FOREIGN KEY (tenant_uuid) REFERENCES tenants(tenant_uuid)
)
  policy platform to atrium_platform using (true) with check (true)
  policy tenant to atrium, atrium_tenant using ((tenant_uuid = current_tenant())) with check ((tenant_uuid = current_tenant()))

table sso_sessions (
  tenant_uuid uuid not null,
  session_uuid uuid not null,
  connection_uuid uuid not null,
  sealed_refresh_token text,
  sealed_id_token text,
  asked_at timestamp with time zone not null default now(),
  away_since timestamp with time zone,
  constraint sso_sessions_pkey PRIMARY KEY (tenant_uuid, session_uuid),
  constraint sso_sessions_tenant_uuid_session_uuid_fkey FOREIGN KEY (tenant_uuid, session_uuid) REFERENCES sessions(tenant_uuid, session_uuid) ON DELETE CASCADE
)
  policy platform to atrium_platform using (true) with check (true)
  policy tenant to atrium, atrium_tenant using ((tenant_uuid = current_tenant())) with check ((tenant_uuid = current_tenant()))

table sso_subjects (
  tenant_uuid uuid not null,
  issuer text not null,
  subject text not null,
  user_uuid uuid not null,
  constraint sso_subjects_once UNIQUE (tenant_uuid, user_uuid),
  constraint sso_subjects_pkey PRIMARY KEY (tenant_uuid, issuer, subject),
  constraint sso_subjects_tenant_uuid_user_uuid_fkey FOREIGN KEY (tenant_uuid, user_uuid) REFERENCES accounts(tenant_uuid, user_uuid) ON UPDATE CASCADE ON DELETE CASCADE
)
  policy platform to atrium_platform using (true) with check (true)
  policy tenant to atrium, atrium_tenant using ((tenant_uuid = current_tenant())) with check ((tenant_uuid = current_tenant()))

table staff_members (
  tenant_uuid uuid not null,
  staff_uuid uuid not null,
  partner_uuid uuid,
  first_name text not null,
  middle_name text,
  paternal_last_name text not null,
  maternal_last_name text,
  user_email text not null,
  email text not null,
  staff_type text not null,
  staff_role text not null,
  legal_residence text not null,
  time_zone text not null,
  platform_language text not null,
  commission_currency text not null,
  phone_country_code text,
  phone_number text,
  job_position text,
  date_of_birth date,
  current_residence text,
  is_active boolean not null default true,
  created_at timestamp with time zone not null default change_time(),
  updated_at timestamp with time zone not null default change_time(),
  deleted_at timestamp with time zone,
  search_name text generated always as (fold(((((first_name || ' '::text) || COALESCE((middle_name || ' '::text), ''::text)) || paternal_last_name) || COALESCE((' '::text || maternal_last_name), ''::text)))) stored,
  search_words text[] generated always as (string_to_array(fold(((((first_name || ' '::text) || COALESCE((middle_name || ' '::text), ''::text)) || paternal_last_name) || COALESCE((' '::text || maternal_last_name), ''::text))), ' '::text)) stored,
  external_id text,
  deprovisioned_at timestamp with time zone,
  staff_type_without_groups text,
  version integer not null default 1,
  constraint staff_members_pkey PRIMARY KEY (tenant_uuid, staff_uuid),
  constraint staff_members_partner_known FOREIGN KEY (tenant_uuid, partner_uuid) REFERENCES partners(tenant_uuid, partner_uuid),
  constraint staff_members_tenant_uuid_fkey FOREIGN KEY (tenant_uuid) REFERENCES tenants(tenant_uuid),
  constraint staff_members_phone_whole CHECK (((phone_country_code IS NULL) = (phone_number IS NULL)))
)
  policy platform to atrium_platform using (true) with check (true)
  policy tenant to atrium, atrium_tenant using ((tenant_uuid = current_tenant())) with check ((tenant_uuid = current_tenant()))

table taken_work (
  tenant_uuid uuid not null,
  item_key text not null,
  taken_by uuid not null,
  taken_at timestamp with time zone not null default change_time(),
  constraint taken_work_pkey PRIMARY KEY (tenant_uuid, item_key)
)
  policy platform to atrium_platform using (true) with check (true)
  policy tenant to atrium, atrium_tenant using ((tenant_uuid = current_tenant())) with check ((tenant_uuid = current_tenant()))

table tasks (
  tenant_uuid uuid not null,
  task_uuid uuid not null,
  title text not null,
  details text,
  due_date date,
  assignee_uuid uuid not null,
  priority text not null,
  contact_uuid uuid,
  household_uuid uuid,
  meeting_uuid uuid,
  created_by uuid not null,
  completed_at timestamp with time zone,
  status text not null generated always as (
CASE
    WHEN (completed_at IS NULL) THEN 'OPEN'::text
    ELSE 'DONE'::text
END) stored,
  created_at timestamp with time zone not null default change_time(),
  updated_at timestamp with time zone not null default change_time(),
  deleted_at timestamp with time zone,
  version integer not null default 1,
  constraint tasks_pkey PRIMARY KEY (tenant_uuid, task_uuid),
  constraint tasks_tenant_uuid_contact_uuid_fkey FOREIGN KEY (tenant_uuid, contact_uuid) REFERENCES contacts(tenant_uuid, contact_uuid),
  constraint tasks_tenant_uuid_household_uuid_fkey FOREIGN KEY (tenant_uuid, household_uuid) REFERENCES households(tenant_uuid, household_uuid),
  constraint tasks_tenant_uuid_meeting_uuid_fkey FOREIGN KEY (tenant_uuid, meeting_uuid) REFERENCES meetings(tenant_uuid, meeting_uuid),
  constraint tasks_one_record CHECK ((num_nonnulls(contact_uuid, household_uuid, meeting_uuid) <= 1)),
  constraint tasks_priority_known CHECK ((priority = ANY (ARRAY['LOW'::text, 'NORMAL'::text, 'HIGH'::text])))
)
  policy platform to atrium_platform using (true) with check (true)
  policy tenant to atrium, atrium_tenant using ((tenant_uuid = current_tenant())) with check ((tenant_uuid = current_tenant()))

table tenant_domains (
  tenant_uuid uuid not null,
  domain text not null,
  active boolean not null,
  challenge text not null,
  proven_at timestamp with time zone,
  created_at timestamp with time zone not null default change_time(),
  updated_at timestamp with time zone not null default change_time(),
  reached_at timestamp with time zone,
  proof_due_at timestamp with time zone not null default (now() + '1 day'::interval),
  proof_failures integer not null default 0,
  unproved_since timestamp with time zone,
  prove_until timestamp with time zone,
  constraint tenant_domains_pkey PRIMARY KEY (tenant_uuid),
  constraint tenant_domains_tenant_uuid_fkey FOREIGN KEY (tenant_uuid) REFERENCES tenants(tenant_uuid)
)
  policy platform to atrium_platform using (true) with check (true)
  policy tenant to atrium, atrium_tenant using ((tenant_uuid = current_tenant())) with check ((tenant_uuid = current_tenant()))

table tenant_entries (
  tenant_uuid uuid not null,
  user_uuid uuid not null,
  entered_at timestamp with time zone not null default now(),
  constraint tenant_entries_pkey PRIMARY KEY (tenant_uuid, user_uuid),
  constraint tenant_entries_tenant_uuid_fkey FOREIGN KEY (tenant_uuid) REFERENCES tenants(tenant_uuid)
)
  policy platform to atrium_platform using (true) with check (true)
  policy tenant to atrium, atrium_tenant using ((tenant_uuid = current_tenant())) with check ((tenant_uuid = current_tenant()))

table tenant_mail (
  tenant_uuid uuid not null,
  sender_name text,
  reply_to text,
  confirmed_at timestamp with time zone,
  token_hash bytea,
  token_expires_at timestamp with time zone,
  constraint tenant_mail_pkey PRIMARY KEY (tenant_uuid),
  constraint tenant_mail_tenant_uuid_fkey FOREIGN KEY (tenant_uuid) REFERENCES tenants(tenant_uuid)
)
  policy platform to atrium_platform using (true) with check (true)
  policy tenant to atrium, atrium_tenant using ((tenant_uuid = current_tenant())) with check ((tenant_uuid = current_tenant()))

table tenant_purges (
  tenant_uuid uuid not null,
  purged_tenant_uuid uuid not null,
  actor_type text not null,
  actor_id uuid,
  removed jsonb not null default '{}'::jsonb,
  started_at timestamp with time zone not null default now(),
  rows_removed_at timestamp with time zone,
  finished_at timestamp with time zone,
  lease_token uuid,
  lease_until timestamp with time zone,
  constraint tenant_purges_pkey PRIMARY KEY (tenant_uuid, purged_tenant_uuid),
  constraint tenant_purges_tenant_uuid_fkey FOREIGN KEY (tenant_uuid) REFERENCES tenants(tenant_uuid)
)
  policy platform to atrium_platform using (true) with check (true)
  policy tenant to atrium, atrium_tenant using ((tenant_uuid = current_tenant())) with check ((tenant_uuid = current_tenant()))

table tenant_security (
  tenant_uuid uuid not null,
  second_factor text not null default 'OPTIONAL'::text,
  idle_minutes integer not null default 30,
  password_min_length integer not null default 8,
  record_views boolean not null default false,
  allowed_networks cidr[] not null default '{}'::cidr[],
  session_hours integer not null default 720,
  token_days integer not null default 90,
  refuse_common_passwords boolean not null default false,
  assistants text not null default 'OFF'::text,
  vendor_access text not null default 'TOLD'::text,
  constraint tenant_security_pkey PRIMARY KEY (tenant_uuid),
  constraint tenant_security_tenant_uuid_fkey FOREIGN KEY (tenant_uuid) REFERENCES tenants(tenant_uuid),
  constraint tenant_security_assistants_check CHECK ((assistants = ANY (ARRAY['OFF'::text, 'READ'::text]))),
  constraint tenant_security_session_hours_check CHECK (((session_hours >= 1) AND (session_hours <= 720))),
  constraint tenant_security_token_days_check CHECK (((token_days >= 1) AND (token_days <= 90))),
  constraint tenant_security_vendor_access_check CHECK ((vendor_access = ANY (ARRAY['OPEN'::text, 'TOLD'::text, 'APPROVED'::text])))
)
  policy platform to atrium_platform using (true) with check (true)
  policy tenant to atrium, atrium_tenant using ((tenant_uuid = current_tenant())) with check ((tenant_uuid = current_tenant()))

table tenants (
  tenant_uuid uuid not null,
  name text not null,
  code text not null,
  is_active boolean not null default true,
  created_at timestamp with time zone not null default change_time(),
  updated_at timestamp with time zone not null default change_time(),
  deleted_at timestamp with time zone,
  constraint tenants_pkey PRIMARY KEY (tenant_uuid)
)
  policy platform to atrium_platform using (true) with check (true)
  policy tenant to atrium, atrium_tenant using ((tenant_uuid = current_tenant())) with check ((tenant_uuid = current_tenant()))

table text_repairs (
  tenant_uuid uuid not null,
  step integer not null default 0,
  after uuid not null default '00000000-0000-0000-0000-000000000000'::uuid,
  finished_at timestamp with time zone,
  tells boolean not null default true,
  constraint text_repairs_pkey PRIMARY KEY (tenant_uuid),
  constraint text_repairs_tenant_uuid_fkey FOREIGN KEY (tenant_uuid) REFERENCES tenants(tenant_uuid)
)
  policy platform to atrium_platform using (true) with check (true)
  policy tenant to atrium, atrium_tenant using ((tenant_uuid = current_tenant())) with check ((tenant_uuid = current_tenant()))

table totp_secrets (
  tenant_uuid uuid not null,
  user_uuid uuid not null,
  secret text,
  pending_secret text,
  used_steps bigint[] not null default '{}'::bigint[],
  constraint totp_secrets_pkey PRIMARY KEY (tenant_uuid, user_uuid),
  constraint totp_secrets_tenant_uuid_user_uuid_fkey FOREIGN KEY (tenant_uuid, user_uuid) REFERENCES accounts(tenant_uuid, user_uuid) ON UPDATE CASCADE ON DELETE CASCADE
)
  policy platform to atrium_platform using (true) with check (true)
  policy tenant to atrium, atrium_tenant using ((tenant_uuid = current_tenant())) with check ((tenant_uuid = current_tenant()))

table unmatched_answers (
  tenant_uuid uuid not null,
  answer_uuid uuid not null,
  meeting_uuid uuid not null,
  received_at timestamp with time zone not null default now(),
  sender text,
  name text,
  reason text not null,
  participation text,
  note text,
  proposed jsonb,
  content_hash bytea not null,
  constraint unmatched_answers_once UNIQUE (tenant_uuid, meeting_uuid, content_hash),
  constraint unmatched_answers_pkey PRIMARY KEY (tenant_uuid, answer_uuid),
  constraint unmatched_answers_tenant_uuid_meeting_uuid_fkey FOREIGN KEY (tenant_uuid, meeting_uuid) REFERENCES meetings(tenant_uuid, meeting_uuid) ON DELETE CASCADE
)
  policy platform to atrium_platform using (true) with check (true)
  policy tenant to atrium, atrium_tenant using ((tenant_uuid = current_tenant())) with check ((tenant_uuid = current_tenant()))

table upload_sessions (
  tenant_uuid uuid not null,
  session_uuid uuid not null,
  version_hint integer not null,
  created_at timestamp with time zone not null default now(),
  expires_at timestamp with time zone not null,
  outcome text,
  owner text not null,
  constraint branding_sessions_pkey PRIMARY KEY (tenant_uuid, session_uuid),
  constraint branding_sessions_tenant_uuid_fkey FOREIGN KEY (tenant_uuid) REFERENCES tenants(tenant_uuid),
  constraint branding_sessions_outcome_check CHECK ((outcome = ANY (ARRAY['CONFIRMED'::text, 'CANCELED'::text, 'REPLACED'::text])))
)
  policy platform to atrium_platform using (true) with check (true)
  policy tenant to atrium, atrium_tenant using ((tenant_uuid = current_tenant())) with check ((tenant_uuid = current_tenant()))

table upload_tickets (
  tenant_uuid uuid not null,
  session_uuid uuid not null,
  place text not null,
  file_name text not null,
  constraint branding_tickets_pkey PRIMARY KEY (tenant_uuid, session_uuid, place),
  constraint branding_tickets_tenant_uuid_session_uuid_fkey FOREIGN KEY (tenant_uuid, session_uuid) REFERENCES upload_sessions(tenant_uuid, session_uuid) ON DELETE CASCADE
)
  policy platform to atrium_platform using (true) with check (true)
  policy tenant to atrium, atrium_tenant using ((tenant_uuid = current_tenant())) with check ((tenant_uuid = current_tenant()))

table value_lists (
  tenant_uuid uuid not null,
  list text not null,
  entries jsonb not null,
  created_at timestamp with time zone not null default change_time(),
  updated_at timestamp with time zone not null default change_time(),
  constraint value_lists_pkey PRIMARY KEY (tenant_uuid, list),
  constraint value_lists_tenant_uuid_fkey FOREIGN KEY (tenant_uuid) REFERENCES tenants(tenant_uuid)
)
  policy platform to atrium_platform using (true) with check (true)
  policy tenant to atrium, atrium_tenant using ((tenant_uuid = current_tenant())) with check ((tenant_uuid = current_tenant()))

table vendor_approvals (
  tenant_uuid uuid not null,
  until timestamp with time zone not null,
  reason text,
  approved_by uuid not null,
  approved_at timestamp with time zone not null default change_time(),
  constraint vendor_approvals_pkey PRIMARY KEY (tenant_uuid),
  constraint vendor_approvals_tenant_uuid_fkey FOREIGN KEY (tenant_uuid) REFERENCES tenants(tenant_uuid)
)
  policy platform to atrium_platform using (true) with check (true)
  policy tenant to atrium, atrium_tenant using ((tenant_uuid = current_tenant())) with check ((tenant_uuid = current_tenant()))

table webhook_endpoints (
  tenant_uuid uuid not null,
  endpoint_uuid uuid not null,
  url text,
  description text,
  event_types text[] not null,
  active_from timestamp with time zone not null default now(),
  active_until timestamp with time zone,
  disabled_reason text,
  secret text not null,
  previous_secret text,
  previous_secret_until timestamp with time zone,
  failing_since timestamp with time zone,
  is_prompt boolean not null default true,
  lease_token uuid,
  lease_until timestamp with time zone,
  created_at timestamp with time zone not null default change_time(),
  updated_at timestamp with time zone not null default change_time(),
  deleted_at timestamp with time zone,
  reader_uuid uuid,
  read_until timestamp with time zone,
  last_position bigint not null default 0,
  constraint webhook_endpoints_pkey PRIMARY KEY (tenant_uuid, endpoint_uuid),
  constraint webhook_endpoints_sent_or_read CHECK ((((url IS NULL) = (read_until IS NOT NULL)) AND ((url IS NULL) = (reader_uuid IS NOT NULL))))
)
  policy platform to atrium_platform using (true) with check (true)
  policy tenant to atrium, atrium_tenant using ((tenant_uuid = current_tenant())) with check ((tenant_uuid = current_tenant()))

table webhook_messages (
  tenant_uuid uuid not null,
  endpoint_uuid uuid not null,
  message_uuid uuid not null default gen_random_uuid(),
  event_uuid uuid,
  event_type text not null,
  occurred_at timestamp with time zone not null,
  payload json not null,
  status text not null default 'PENDING'::text,
  attempts integer not null default 0,
  attempts_in_row integer not null default 0,
  next_attempt_at timestamp with time zone default now(),
  created_at timestamp with time zone not null default clock_timestamp(),
  delivered_at timestamp with time zone,
  last_status integer,
  last_error text,
  tries jsonb not null default '[]'::jsonb,
  position bigint,
  constraint webhook_messages_pkey PRIMARY KEY (tenant_uuid, endpoint_uuid, message_uuid),
  constraint webhook_messages_tenant_uuid_endpoint_uuid_fkey FOREIGN KEY (tenant_uuid, endpoint_uuid) REFERENCES webhook_endpoints(tenant_uuid, endpoint_uuid) ON DELETE CASCADE,
  constraint webhook_messages_status_check CHECK ((status = ANY (ARRAY['PENDING'::text, 'DELIVERED'::text, 'FAILED'::text])))
)
  policy platform to atrium_platform using (true) with check (true)
  policy tenant to atrium, atrium_tenant using ((tenant_uuid = current_tenant())) with check ((tenant_uuid = current_tenant()))

table webhook_position (
  tenant_uuid uuid not null,
  delivered pg_snapshot not null,
  reading pg_snapshot,
  last_in xid8 not null,
  last_uuid uuid not null,
  renumbering_since timestamp with time zone,
  constraint webhook_position_pkey PRIMARY KEY (tenant_uuid)
)
  policy platform to atrium_platform using (true) with check (true)
  policy tenant to atrium, atrium_tenant using ((tenant_uuid = current_tenant())) with check ((tenant_uuid = current_tenant()))

CREATE INDEX audit_archive_ids_of_part ON public.audit_archive_ids USING btree (tenant_uuid, first_sequence)
CREATE INDEX audit_archives_deliver_again ON public.audit_archives USING btree (tenant_uuid) WHERE deliver_again
CREATE UNIQUE INDEX audit_chain_by_event ON public.audit_chain USING btree (tenant_uuid, event_uuid)
CREATE INDEX audit_chain_by_time ON public.audit_chain USING btree (tenant_uuid, occurred_at, sequence)
CREATE INDEX authorization_codes_by_expiry ON public.authorization_codes USING btree (expires_at)
CREATE UNIQUE INDEX authorization_codes_by_hash ON public.authorization_codes USING btree (code_hash)
CREATE INDEX authorization_codes_by_session ON public.authorization_codes USING btree (tenant_uuid, session_uuid)
CREATE INDEX calendar_attempts_by_age ON public.calendar_attempts USING btree (at)
CREATE INDEX calendar_attempts_by_meeting ON public.calendar_attempts USING btree (tenant_uuid, meeting_uuid, at DESC)
CREATE INDEX calendar_authorizations_by_expiry ON public.calendar_authorizations USING btree (expires_at)
CREATE UNIQUE INDEX calendar_authorizations_by_state ON public.calendar_authorizations USING btree (state_hash)
CREATE INDEX calendar_busy_by_time ON public.calendar_busy USING btree (tenant_uuid, connection_uuid, starts_at)
CREATE INDEX calendar_channels_by_connection ON public.calendar_channels USING btree (tenant_uuid, connection_uuid)
CREATE UNIQUE INDEX calendar_channels_by_id ON public.calendar_channels USING btree (channel_uuid)
CREATE INDEX calendar_channels_due ON public.calendar_channels USING btree (due_at) WHERE (due_at IS NOT NULL)
CREATE UNIQUE INDEX calendar_connections_account ON public.calendar_connections USING btree (tenant_uuid, user_uuid, provider, account_id)
CREATE INDEX calendar_connections_due ON public.calendar_connections USING btree (next_pull_at) WHERE (status = 'CONNECTED'::text)
CREATE UNIQUE INDEX calendar_connections_one ON public.calendar_connections USING btree (tenant_uuid, user_uuid) WHERE (status = 'CONNECTED'::text)
CREATE UNIQUE INDEX calendar_feeds_by_hash ON public.calendar_feeds USING btree (token_hash)
CREATE UNIQUE INDEX calendar_links_by_meeting ON public.calendar_links USING btree (tenant_uuid, connection_uuid, meeting_uuid)
CREATE INDEX calendar_links_by_uid ON public.calendar_links USING btree (tenant_uuid, ical_uid)
CREATE INDEX calendar_links_of_meeting ON public.calendar_links USING btree (tenant_uuid, meeting_uuid)
CREATE INDEX calendar_links_to_remove ON public.calendar_links USING btree (tenant_uuid, connection_uuid, remove_at) WHERE (remove_at IS NOT NULL)
CREATE INDEX calendar_notifications_by_age ON public.calendar_notifications USING btree (handled_at) WHERE (handled_at IS NOT NULL)
CREATE INDEX calendar_notifications_waiting ON public.calendar_notifications USING btree (tenant_uuid, connection_uuid) WHERE (handled_at IS NULL)
CREATE INDEX calendar_pushes_by_connection ON public.calendar_pushes USING btree (tenant_uuid, connection_uuid, next_try_at)
CREATE INDEX calendar_pushes_due ON public.calendar_pushes USING btree (next_try_at)
CREATE INDEX calendar_tokens_by_key ON public.calendar_tokens USING btree (key_id)
CREATE INDEX calendar_tokens_to_revoke ON public.calendar_tokens USING btree (revoke_at) WHERE (revoke_at IS NOT NULL)
CREATE INDEX contact_addresses_by_contact ON public.contact_addresses USING btree (tenant_uuid, contact_uuid)
CREATE UNIQUE INDEX contact_addresses_one_primary ON public.contact_addresses USING btree (tenant_uuid, contact_uuid, contact_address_type) WHERE is_primary
CREATE INDEX contact_import_rows_waiting ON public.contact_import_rows USING btree (tenant_uuid, import_uuid, line) WHERE (errors IS NULL)
CREATE INDEX contact_import_rows_with_cells ON public.contact_import_rows USING btree (tenant_uuid, import_uuid) WHERE (cells IS NOT NULL)
CREATE INDEX contacts_by_document ON public.contacts USING btree (tenant_uuid, (document_dates[1])) WHERE ((deleted_at IS NULL) AND (document_dates[1] IS NOT NULL))
CREATE INDEX contacts_by_first_name ON public.contacts USING btree (tenant_uuid, first_name_key, contact_uuid) WHERE (deleted_at IS NULL)
CREATE INDEX contacts_by_identity ON public.contacts USING btree (identity_duplicate_key) WHERE (identity_duplicate_key IS NOT NULL)
CREATE INDEX contacts_by_last_name ON public.contacts USING btree (tenant_uuid, last_name_key, first_name_key, contact_uuid) WHERE (deleted_at IS NULL)
CREATE INDEX contacts_by_manager ON public.contacts USING btree (tenant_uuid, contact_manager_entity_uuid, created_at, contact_uuid) WHERE (deleted_at IS NULL)
CREATE INDEX contacts_by_phone ON public.contacts USING btree (phone_duplicate_key) WHERE (phone_duplicate_key IS NOT NULL)
CREATE INDEX contacts_by_preferred_email ON public.contacts USING btree (preferred_email_duplicate_key) WHERE (preferred_email_duplicate_key IS NOT NULL)
CREATE INDEX contacts_by_preferred_phone ON public.contacts USING btree (preferred_phone_duplicate_key) WHERE (preferred_phone_duplicate_key IS NOT NULL)
CREATE INDEX contacts_by_primary_email ON public.contacts USING btree (primary_email_duplicate_key) WHERE (primary_email_duplicate_key IS NOT NULL)
CREATE INDEX contacts_by_stage ON public.contacts USING btree (tenant_uuid, stage_name, created_at, contact_uuid) WHERE ((deleted_at IS NULL) AND (stage_name IS NOT NULL))
CREATE INDEX contacts_by_text ON public.contacts USING gin (search_text gin_trgm_ops, tenant_uuid) WITH (gin_pending_list_limit='256') WHERE (deleted_at IS NULL)
CREATE INDEX contacts_deleted ON public.contacts USING btree (tenant_uuid, deleted_at) INCLUDE (created_at) WHERE (deleted_at IS NOT NULL)
CREATE INDEX contacts_live ON public.contacts USING btree (tenant_uuid, created_at, contact_uuid) INCLUDE (status, contact_type, contact_source, stage_name, segment_name, market_segment, gender, contact_manager_entity_uuid) WHERE (deleted_at IS NULL)
CREATE INDEX contacts_merged ON public.contacts USING btree (tenant_uuid, merged_into) WHERE (merged_into IS NOT NULL)
CREATE INDEX contacts_politically_exposed ON public.contacts USING btree (tenant_uuid, contact_uuid) WHERE (is_politically_exposed AND (deleted_at IS NULL))
CREATE UNIQUE INDEX credentials_by_client_id ON public.credentials USING btree (client_id)
CREATE INDEX duplicate_dismissals_by_other ON public.duplicate_dismissals USING btree (tenant_uuid, other_uuid)
CREATE INDEX duplicate_groups_by_group ON public.duplicate_groups USING btree (tenant_uuid, group_key, kind)
CREATE INDEX duplicate_groups_by_key ON public.duplicate_groups USING btree (tenant_uuid, key)
CREATE INDEX event_origins_whole ON public.event_origins USING btree (recorded_at) WHERE (NOT is_short)
CREATE INDEX events_by_actor ON public.events USING btree (tenant_uuid, actor_id, occurred_at, event_uuid) WHERE (actor_id IS NOT NULL)
CREATE INDEX events_by_entity ON public.events USING btree (tenant_uuid, entity_id, occurred_at, event_uuid) WHERE (entity_id IS NOT NULL)
CREATE INDEX events_by_time ON public.events USING btree (tenant_uuid, occurred_at, event_uuid)
CREATE INDEX events_by_type ON public.events USING btree (tenant_uuid, event_type, occurred_at, event_uuid)
CREATE INDEX events_in_order ON public.events USING btree (recorded_in, event_uuid)
CREATE INDEX freed_login_emails_by_email ON public.freed_login_emails USING btree (email_folded)
CREATE INDEX group_members_staff ON public.group_members USING btree (tenant_uuid, staff_uuid)
CREATE UNIQUE INDEX groups_name_taken ON public.groups USING btree (tenant_uuid, lower(display_name))
CREATE INDEX household_accounts_by_number ON public.household_accounts USING btree (tenant_uuid, account_number)
CREATE INDEX household_history_by_row ON public.household_history USING btree (tenant_uuid, source, row_key, household_uuid)
CREATE INDEX household_members_by_contact ON public.household_members USING btree (tenant_uuid, contact_uuid) WHERE (removed_at IS NULL)
CREATE INDEX household_members_by_household ON public.household_members USING btree (tenant_uuid, household_uuid, created_at)
CREATE INDEX household_members_by_organisation ON public.household_members USING btree (tenant_uuid, organisation_uuid) WHERE (removed_at IS NULL)
CREATE UNIQUE INDEX household_members_contact_once ON public.household_members USING btree (tenant_uuid, household_uuid, contact_uuid) WHERE (removed_at IS NULL)
CREATE INDEX household_members_contacts_to_return ON public.household_members USING btree (tenant_uuid, contact_uuid) WHERE ended_by_deletion
CREATE UNIQUE INDEX household_members_one_primary ON public.household_members USING btree (tenant_uuid, household_uuid) WHERE (is_primary AND (removed_at IS NULL))
CREATE UNIQUE INDEX household_members_organisation_once ON public.household_members USING btree (tenant_uuid, household_uuid, organisation_uuid) WHERE (removed_at IS NULL)
CREATE INDEX household_members_organisations_to_return ON public.household_members USING btree (tenant_uuid, organisation_uuid) WHERE ended_by_deletion
CREATE INDEX households_by_manager ON public.households USING btree (tenant_uuid, relationship_manager_uuid) WHERE (deleted_at IS NULL)
CREATE INDEX households_by_name ON public.households USING btree (tenant_uuid, name_key, household_uuid) INCLUDE (is_active) WHERE (deleted_at IS NULL)
CREATE INDEX households_by_text ON public.households USING gin (name_key gin_trgm_ops, tenant_uuid) WITH (fastupdate=off) WHERE (deleted_at IS NULL)
CREATE INDEX households_live ON public.households USING btree (tenant_uuid, created_at, household_uuid) INCLUDE (is_active, relationship_manager_type, relationship_manager_uuid) WHERE (deleted_at IS NULL)
CREATE INDEX idempotency_keys_by_age ON public.idempotency_keys USING btree (created_at)
CREATE INDEX inbox_items_by_age ON public.inbox_items USING btree (at)
CREATE INDEX inbox_items_by_person ON public.inbox_items USING btree (tenant_uuid, person_uuid, at, item_uuid)
CREATE INDEX inbox_items_by_record ON public.inbox_items USING btree (tenant_uuid, entity_id)
CREATE INDEX inbox_items_unread ON public.inbox_items USING btree (tenant_uuid, person_uuid, at, item_uuid) WHERE (read_at IS NULL)
CREATE INDEX known_addresses_by_age ON public.known_addresses USING btree (signed_in_at)
CREATE UNIQUE INDEX login_emails_by_account ON public.login_emails USING btree (tenant_uuid, user_uuid)
CREATE INDEX mails_addressed ON public.mails USING btree (settled_at) WHERE ((settled_at IS NOT NULL) AND (sent_to IS NOT NULL))
CREATE INDEX mails_anywhere ON public.mails USING btree (mail_uuid)
CREATE INDEX mails_by_person ON public.mails USING btree (tenant_uuid, person_uuid, ordinal) WHERE ((person_uuid IS NOT NULL) AND (state <> 'DROPPED'::text))
CREATE INDEX mails_by_thread ON public.mails USING btree (tenant_uuid, thread_uuid, ordinal) WHERE (thread_uuid IS NOT NULL)
CREATE INDEX mails_due ON public.mails USING btree (is_urgent DESC, due_at) WHERE (state = 'QUEUED'::text)
CREATE INDEX mails_refused ON public.mails USING btree (settled_at) WHERE (state = 'REFUSED'::text)
CREATE INDEX mails_settled ON public.mails USING btree (settled_at) WHERE ((settled_at IS NOT NULL) AND (thread_uuid IS NULL))
CREATE INDEX meeting_hidden_by_meeting ON public.meeting_hidden USING btree (tenant_uuid, meeting_uuid)
CREATE UNIQUE INDEX meeting_participants_anywhere ON public.meeting_participants USING btree (participant_uuid)
CREATE INDEX meeting_participants_busy ON public.meeting_participants USING btree (tenant_uuid, entity_uuid, starts_at) INCLUDE (ends_at) WHERE is_busy
CREATE INDEX meeting_participants_by_email ON public.meeting_participants USING btree (tenant_uuid, plain_email(email)) WHERE (email IS NOT NULL)
CREATE INDEX meeting_participants_by_meeting ON public.meeting_participants USING btree (tenant_uuid, meeting_uuid, ordinal)
CREATE INDEX meeting_participants_by_person ON public.meeting_participants USING btree (tenant_uuid, entity_uuid, meeting_uuid) WHERE (removed_at IS NULL)
CREATE INDEX meeting_participants_by_uid_anywhere ON public.meeting_participants USING btree (ical_uid) WHERE (ical_uid IS NOT NULL)
CREATE UNIQUE INDEX meeting_participants_guest_once ON public.meeting_participants USING btree (tenant_uuid, meeting_uuid, lower(email)) WHERE (removed_at IS NULL)
CREATE INDEX meeting_participants_long_busy ON public.meeting_participants USING btree (tenant_uuid, entity_uuid, ends_at) INCLUDE (starts_at) WHERE (is_busy AND is_long)
CREATE UNIQUE INDEX meeting_participants_person_once ON public.meeting_participants USING btree (tenant_uuid, meeting_uuid, entity_uuid) WHERE (removed_at IS NULL)
CREATE INDEX meetings_busy ON public.meetings USING btree (tenant_uuid, host_uuid, starts_at) INCLUDE (ends_at) WHERE ((status = 'ACTIVE'::text) AND (NOT shows_free))
CREATE INDEX meetings_by_clock ON public.meetings USING btree (tenant_uuid, start_local, meeting_uuid)
CREATE INDEX meetings_by_creator ON public.meetings USING btree (tenant_uuid, created_by_uuid) WHERE (created_by_uuid <> host_uuid)
CREATE INDEX meetings_by_host ON public.meetings USING btree (tenant_uuid, host_uuid, starts_at) INCLUDE (ends_at, meeting_uuid)
CREATE INDEX meetings_by_rules ON public.meetings USING btree (rules_version)
CREATE INDEX meetings_by_start ON public.meetings USING btree (tenant_uuid, starts_at, meeting_uuid) INCLUDE (ends_at)
CREATE INDEX meetings_by_uid ON public.meetings USING btree (tenant_uuid, ical_uid)
CREATE INDEX meetings_by_uid_anywhere ON public.meetings USING btree (ical_uid)
CREATE INDEX meetings_long_busy ON public.meetings USING btree (tenant_uuid, host_uuid, ends_at) INCLUDE (starts_at) WHERE ((status = 'ACTIVE'::text) AND (NOT shows_free) AND is_long)
CREATE INDEX meetings_personal_busy ON public.meetings USING btree (tenant_uuid, host_uuid, starts_at) INCLUDE (ends_at) WHERE (is_personal AND (status = 'ACTIVE'::text) AND (NOT shows_free))
CREATE UNIQUE INDEX meetings_uid_once ON public.meetings USING btree (tenant_uuid, ical_uid) WHERE (source = 'INTERNAL'::text)
CREATE INDEX notes_by_contact ON public.notes USING btree (tenant_uuid, contact_uuid, happened_at, note_uuid) WHERE ((deleted_at IS NULL) AND (contact_uuid IS NOT NULL))
CREATE INDEX notes_by_household ON public.notes USING btree (tenant_uuid, household_uuid, happened_at, note_uuid) WHERE ((deleted_at IS NULL) AND (household_uuid IS NOT NULL))
CREATE INDEX notes_by_meeting ON public.notes USING btree (tenant_uuid, meeting_uuid, happened_at, note_uuid) WHERE ((deleted_at IS NULL) AND (meeting_uuid IS NOT NULL))
CREATE INDEX notes_by_text ON public.notes USING gin (search_text gin_trgm_ops, tenant_uuid) WITH (fastupdate=off) WHERE (deleted_at IS NULL)
CREATE INDEX organisations_by_name ON public.organisations USING btree (tenant_uuid, fold(name), organisation_uuid) WHERE (deleted_at IS NULL)
CREATE INDEX passkeys_by_account ON public.passkeys USING btree (tenant_uuid, user_uuid)
CREATE UNIQUE INDEX passkeys_taken ON public.passkeys USING btree (credential_id)
CREATE INDEX password_tokens_by_domain ON public.password_tokens USING btree (domain) WHERE ((domain IS NOT NULL) AND (used_at IS NULL))
CREATE UNIQUE INDEX password_tokens_by_hash ON public.password_tokens USING btree (token_hash)
CREATE INDEX record_history_archived ON public.record_history USING btree (tenant_uuid, sequence) WHERE (sequence IS NOT NULL)
CREATE INDEX record_history_of_record ON public.record_history USING btree (tenant_uuid, entity_uuid, occurred_at, event_uuid)
CREATE UNIQUE INDEX refresh_tokens_by_hash ON public.refresh_tokens USING btree (token_hash)
CREATE INDEX saved_views_by_owner ON public.saved_views USING btree (tenant_uuid, owner_uuid)
CREATE INDEX saved_views_shared ON public.saved_views USING btree (tenant_uuid) WHERE is_shared
CREATE INDEX sessions_by_account ON public.sessions USING btree (tenant_uuid, user_uuid) WHERE (revoked_at IS NULL)
CREATE INDEX sessions_by_expiry ON public.sessions USING btree (expires_at)
CREATE INDEX sessions_by_host ON public.sessions USING btree (host) WHERE ((host IS NOT NULL) AND (revoked_at IS NULL))
CREATE INDEX sign_in_challenges_by_expiry ON public.sign_in_challenges USING btree (expires_at)
CREATE UNIQUE INDEX sign_in_challenges_by_hash ON public.sign_in_challenges USING btree (challenge_hash)
CREATE INDEX sign_in_failures_by_end ON public.sign_in_failures USING btree (ends_at)
CREATE INDEX spent_passkey_challenges_by_expiry ON public.spent_passkey_challenges USING btree (expires_at)
CREATE UNIQUE INDEX spent_passkey_challenges_once ON public.spent_passkey_challenges USING btree (challenge_hash)
CREATE UNIQUE INDEX sso_domains_taken ON public.sso_domains USING btree (domain) WHERE (proven_at IS NOT NULL)
CREATE INDEX staff_members_external_id ON public.staff_members USING btree (tenant_uuid, external_id) WHERE (external_id IS NOT NULL)
CREATE INDEX staff_members_live ON public.staff_members USING btree (tenant_uuid, created_at, staff_uuid) WHERE (deleted_at IS NULL)
CREATE INDEX taken_work_by_age ON public.taken_work USING btree (taken_at)
CREATE INDEX tasks_by_assignee ON public.tasks USING btree (tenant_uuid, assignee_uuid, due_date, task_uuid) WHERE (deleted_at IS NULL)
CREATE INDEX tasks_by_contact ON public.tasks USING btree (tenant_uuid, contact_uuid, created_at, task_uuid) WHERE ((deleted_at IS NULL) AND (contact_uuid IS NOT NULL))
CREATE INDEX tasks_by_due_date ON public.tasks USING btree (tenant_uuid, due_date, task_uuid) WHERE (deleted_at IS NULL)
CREATE INDEX tasks_by_household ON public.tasks USING btree (tenant_uuid, household_uuid, created_at, task_uuid) WHERE ((deleted_at IS NULL) AND (household_uuid IS NOT NULL))
CREATE INDEX tasks_by_meeting ON public.tasks USING btree (tenant_uuid, meeting_uuid, created_at, task_uuid) WHERE ((deleted_at IS NULL) AND (meeting_uuid IS NOT NULL))
CREATE UNIQUE INDEX tenant_domains_taken ON public.tenant_domains USING btree (domain) WHERE (proven_at IS NOT NULL)
CREATE INDEX tenant_entries_by_age ON public.tenant_entries USING btree (entered_at)
CREATE UNIQUE INDEX tenant_mail_by_token ON public.tenant_mail USING btree (token_hash) WHERE (token_hash IS NOT NULL)
CREATE INDEX tenants_by_name ON public.tenants USING btree (fold(name), created_at)
CREATE UNIQUE INDEX tenants_code_taken ON public.tenants USING btree (lower(code)) WHERE (deleted_at IS NULL)
CREATE UNIQUE INDEX upload_sessions_pending ON public.upload_sessions USING btree (tenant_uuid, owner) WHERE (outcome IS NULL)
CREATE INDEX webhook_messages_by_age ON public.webhook_messages USING brin (created_at)
CREATE INDEX webhook_messages_by_time ON public.webhook_messages USING btree (tenant_uuid, endpoint_uuid, created_at, message_uuid)
CREATE UNIQUE INDEX webhook_messages_once ON public.webhook_messages USING btree (tenant_uuid, endpoint_uuid, event_uuid)
CREATE INDEX webhook_messages_to_read ON public.webhook_messages USING btree (tenant_uuid, endpoint_uuid, "position") WHERE ("position" IS NOT NULL)
CREATE INDEX webhook_messages_waiting ON public.webhook_messages USING btree (tenant_uuid, endpoint_uuid, next_attempt_at) WHERE (status = 'PENDING'::text)

CREATE TRIGGER accounts_set_updated_at BEFORE UPDATE ON public.accounts FOR EACH ROW EXECUTE FUNCTION set_updated_at()
CREATE TRIGGER accounts_update_sessions AFTER UPDATE OF is_active, deleted_at, partner_uuid ON public.accounts FOR EACH ROW EXECUTE FUNCTION update_sessions_of_account()
CREATE TRIGGER contact_addresses_set_updated_at BEFORE UPDATE ON public.contact_addresses FOR EACH ROW WHEN ((old.contact_uuid = new.contact_uuid)) EXECUTE FUNCTION set_updated_at()
CREATE TRIGGER contacts_forget_dismissals AFTER UPDATE ON public.contacts FOR EACH ROW WHEN (((((((((((((old.first_name IS DISTINCT FROM new.first_name) OR (old.middle_name IS DISTINCT FROM new.middle_name)) OR (old.paternal_last_name IS DISTINCT FROM new.paternal_last_name)) OR (old.maternal_last_name IS DISTINCT FROM new.maternal_last_name)) OR (old.display_name IS DISTINCT FROM new.display_name)) OR (old.identity_type IS DISTINCT FROM new.identity_type)) OR (old.identity_id IS DISTINCT FROM new.identity_id)) OR (old.identity_country IS DISTINCT FROM new.identity_country)) OR (old.preferred_email IS DISTINCT FROM new.preferred_email)) OR (old.primary_email IS DISTINCT FROM new.primary_email)) OR (old.preferred_phone_number IS DISTINCT FROM new.preferred_phone_number)) OR (old.phone_number IS DISTINCT FROM new.phone_number))) EXECUTE FUNCTION forget_duplicate_dismissals()
CREATE TRIGGER contacts_note_changed_keys AFTER UPDATE ON public.contacts FOR EACH ROW WHEN ((((old.deleted_at IS NULL) <> (new.deleted_at IS NULL)) OR ((((((((((old.first_name_key IS DISTINCT FROM new.first_name_key) OR (old.last_name_key IS DISTINCT FROM new.last_name_key)) OR (old.identity_duplicate_key IS DISTINCT FROM new.identity_duplicate_key)) OR (old.preferred_email_duplicate_key IS DISTINCT FROM new.preferred_email_duplicate_key)) OR (old.primary_email_duplicate_key IS DISTINCT FROM new.primary_email_duplicate_key)) OR (old.preferred_phone_duplicate_key IS DISTINCT FROM new.preferred_phone_duplicate_key)) OR (old.phone_duplicate_key IS DISTINCT FROM new.phone_duplicate_key)) OR (old.identity_type IS DISTINCT FROM new.identity_type)) OR (old.identity_country IS DISTINCT FROM new.identity_country)) OR (old.date_of_birth IS DISTINCT FROM new.date_of_birth)))) EXECUTE FUNCTION note_duplicate_change()
CREATE TRIGGER contacts_note_new_keys AFTER INSERT ON public.contacts FOR EACH ROW EXECUTE FUNCTION note_duplicate_change()
CREATE TRIGGER contacts_set_derived BEFORE INSERT OR UPDATE ON public.contacts FOR EACH ROW EXECUTE FUNCTION contacts_set_derived()
CREATE TRIGGER contacts_set_readiness BEFORE INSERT OR UPDATE ON public.contacts FOR EACH ROW EXECUTE FUNCTION contacts_set_readiness()
CREATE TRIGGER contacts_set_updated_at BEFORE UPDATE ON public.contacts FOR EACH ROW WHEN ((NOT (old.household_uuids IS DISTINCT FROM new.household_uuids))) EXECUTE FUNCTION set_updated_at()
CREATE TRIGGER contacts_set_version BEFORE UPDATE ON public.contacts FOR EACH ROW EXECUTE FUNCTION set_version('version', 'updated_at', 'household_uuids', 'search_text', 'first_name_key', 'last_name_key', 'display_name_key', 'annual_income_amount', 'liquid_net_worth_amount', 'total_net_worth_amount', 'preferred_email_duplicate_key', 'primary_email_duplicate_key', 'preferred_phone_duplicate_key', 'phone_duplicate_key', 'identity_duplicate_key', 'missing_count', 'has_invalid', 'is_politically_exposed', 'document_dates', 'captured_by_partner_uuid', 'merged_into')
CREATE TRIGGER household_accounts_change_kept AFTER UPDATE ON public.household_accounts FOR EACH ROW WHEN ((old.* IS DISTINCT FROM new.*)) EXECUTE FUNCTION keep_household_history('account_number')
CREATE TRIGGER household_accounts_end_kept AFTER DELETE ON public.household_accounts FOR EACH ROW WHEN ((CURRENT_USER <> 'atrium_platform'::name)) EXECUTE FUNCTION keep_household_history('account_number')
CREATE TRIGGER household_accounts_kept AFTER INSERT ON public.household_accounts FOR EACH ROW EXECUTE FUNCTION keep_household_history('account_number')
CREATE TRIGGER household_accounts_set_updated_at BEFORE UPDATE ON public.household_accounts FOR EACH ROW EXECUTE FUNCTION set_updated_at()
CREATE TRIGGER household_members_change_kept AFTER UPDATE ON public.household_members FOR EACH ROW WHEN ((old.* IS DISTINCT FROM new.*)) EXECUTE FUNCTION keep_household_history('member_uuid')
CREATE TRIGGER household_members_changed AFTER UPDATE ON public.household_members REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION set_household_uuids_of_contacts()
CREATE TRIGGER household_members_joined AFTER INSERT ON public.household_members REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION set_household_uuids_of_contacts()
CREATE TRIGGER household_members_kept AFTER INSERT ON public.household_members FOR EACH ROW EXECUTE FUNCTION keep_household_history('member_uuid')
CREATE TRIGGER household_members_set_updated_at BEFORE UPDATE ON public.household_members FOR EACH ROW EXECUTE FUNCTION set_updated_at()
CREATE TRIGGER households_change_kept AFTER UPDATE ON public.households FOR EACH ROW WHEN ((old.* IS DISTINCT FROM new.*)) EXECUTE FUNCTION keep_household_history('household_uuid')
CREATE TRIGGER households_kept AFTER INSERT ON public.households FOR EACH ROW EXECUTE FUNCTION keep_household_history('household_uuid')
CREATE TRIGGER households_set_updated_at BEFORE UPDATE ON public.households FOR EACH ROW EXECUTE FUNCTION set_updated_at()
CREATE TRIGGER households_set_version BEFORE UPDATE ON public.households FOR EACH ROW EXECUTE FUNCTION set_version('version', 'updated_at', 'name_key')
CREATE TRIGGER meeting_participants_copy_meeting BEFORE INSERT ON public.meeting_participants FOR EACH ROW EXECUTE FUNCTION copy_meeting_to_participant()
CREATE TRIGGER meeting_participants_move_mails AFTER UPDATE OF contact_uuid ON public.meeting_participants FOR EACH ROW WHEN ((old.contact_uuid IS DISTINCT FROM new.contact_uuid)) EXECUTE FUNCTION meeting_participants_move_mails()
CREATE TRIGGER meetings_copy_to_participants AFTER UPDATE OF starts_at, ends_at, status ON public.meetings FOR EACH ROW WHEN ((((old.starts_at IS DISTINCT FROM new.starts_at) OR (old.ends_at IS DISTINCT FROM new.ends_at)) OR (old.status IS DISTINCT FROM new.status))) EXECUTE FUNCTION copy_meeting_to_participants()
CREATE TRIGGER meetings_set_updated_at BEFORE UPDATE ON public.meetings FOR EACH ROW WHEN ((old.version IS DISTINCT FROM new.version)) EXECUTE FUNCTION set_updated_at()
CREATE TRIGGER notes_set_updated_at BEFORE UPDATE ON public.notes FOR EACH ROW WHEN ((NOT (old.contact_uuid IS DISTINCT FROM new.contact_uuid))) EXECUTE FUNCTION set_updated_at()
CREATE TRIGGER notes_set_version BEFORE UPDATE ON public.notes FOR EACH ROW EXECUTE FUNCTION set_version('version', 'updated_at', 'search_text', 'happened_at', 'contact_uuid')
CREATE TRIGGER organisations_set_updated_at BEFORE UPDATE ON public.organisations FOR EACH ROW EXECUTE FUNCTION set_updated_at()
CREATE TRIGGER organisations_set_version BEFORE UPDATE ON public.organisations FOR EACH ROW EXECUTE FUNCTION set_version('version', 'updated_at', 'search_text')
CREATE TRIGGER partners_set_updated_at BEFORE UPDATE ON public.partners FOR EACH ROW EXECUTE FUNCTION set_updated_at()
CREATE TRIGGER partners_update_sessions AFTER UPDATE OF is_active, deleted_at ON public.partners FOR EACH ROW EXECUTE FUNCTION update_sessions_of_partner()
CREATE TRIGGER passkeys_update_sessions AFTER INSERT OR DELETE ON public.passkeys FOR EACH ROW EXECUTE FUNCTION update_sessions_of_factor()
CREATE TRIGGER saved_views_set_updated_at BEFORE UPDATE ON public.saved_views FOR EACH ROW EXECUTE FUNCTION set_updated_at()
CREATE TRIGGER sessions_set_active BEFORE INSERT ON public.sessions FOR EACH ROW EXECUTE FUNCTION sessions_set_active()
CREATE TRIGGER staff_members_set_updated_at BEFORE UPDATE ON public.staff_members FOR EACH ROW EXECUTE FUNCTION set_updated_at()
CREATE TRIGGER staff_members_set_version BEFORE UPDATE ON public.staff_members FOR EACH ROW EXECUTE FUNCTION set_version('version', 'updated_at', 'search_name', 'search_words')
CREATE TRIGGER tasks_set_updated_at BEFORE UPDATE ON public.tasks FOR EACH ROW WHEN ((NOT (old.contact_uuid IS DISTINCT FROM new.contact_uuid))) EXECUTE FUNCTION set_updated_at()
CREATE TRIGGER tasks_set_version BEFORE UPDATE ON public.tasks FOR EACH ROW EXECUTE FUNCTION set_version('version', 'updated_at', 'status', 'contact_uuid')
CREATE TRIGGER tenant_domains_set_updated_at BEFORE UPDATE ON public.tenant_domains FOR EACH ROW EXECUTE FUNCTION set_updated_at()
CREATE TRIGGER tenant_security_update_sessions AFTER INSERT OR UPDATE OF second_factor ON public.tenant_security FOR EACH ROW EXECUTE FUNCTION update_sessions_of_policy()
CREATE TRIGGER tenants_set_updated_at BEFORE UPDATE ON public.tenants FOR EACH ROW EXECUTE FUNCTION set_updated_at()
CREATE TRIGGER tenants_update_sessions AFTER UPDATE OF is_active, deleted_at ON public.tenants FOR EACH ROW EXECUTE FUNCTION update_sessions_of_tenant()
CREATE TRIGGER totp_secrets_update_sessions AFTER INSERT OR DELETE OR UPDATE OF secret ON public.totp_secrets FOR EACH ROW EXECUTE FUNCTION update_sessions_of_factor()
CREATE TRIGGER value_lists_set_updated_at BEFORE UPDATE ON public.value_lists FOR EACH ROW EXECUTE FUNCTION set_updated_at()
CREATE TRIGGER webhook_endpoints_set_updated_at BEFORE UPDATE OF url, description, event_types, active_until, secret, deleted_at ON public.webhook_endpoints FOR EACH ROW EXECUTE FUNCTION set_updated_at()

CREATE OR REPLACE FUNCTION public.access_not_approved(tenant uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select exists (
           select from public.tenant_security p
            where p.tenant_uuid = tenant and p.vendor_access = 'APPROVED')
     and not exists (
           select from public.vendor_approvals v where v.tenant_uuid = tenant and v.until > now())
$function$

CREATE OR REPLACE PROCEDURE public.analyse_small_sample(IN target regclass)
 LANGUAGE plpgsql
AS $procedure$
declare
  col name;
begin
  for col in
    select attname from pg_attribute
     where attrelid = target and attnum > 0 and not attisdropped and attstattarget is distinct from 0
  loop
    execute format('alter table %s alter column %I set statistics 10', target, col);
  end loop;
end
$procedure$

CREATE OR REPLACE FUNCTION public.browser_name(user_agent text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select case
    when user_agent ~ 'Edg(A|iOS)?/' then 'Edge'
    when user_agent ~ 'OPR/' then 'Opera'
    when user_agent ~ 'SamsungBrowser/' then 'Samsung Internet'
    when user_agent ~ '(Firefox|FxiOS)/' then 'Firefox'
    when user_agent ~ '(Chrome|CriOS)/' then 'Chrome'
    when user_agent ~ 'Safari/' then 'Safari'
    else left(substring(user_agent from '^[A-Za-z][A-Za-z0-9._-]*'), 40)
  end
$function$

CREATE OR REPLACE FUNCTION public.calendar_connected(tenant uuid, person uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE
RETURN (EXISTS (SELECT FROM calendar_connections c WHERE ((c.tenant_uuid = calendar_connected.tenant) AND (c.user_uuid = calendar_connected.person) AND (c.status = 'CONNECTED'::text))))

CREATE OR REPLACE FUNCTION public.calendar_lacks(tenant uuid, person uuid, meeting uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE
RETURN (EXISTS (SELECT FROM calendar_connections c WHERE ((c.tenant_uuid = calendar_lacks.tenant) AND (c.user_uuid = calendar_lacks.person) AND (c.status = 'CONNECTED'::text) AND (NOT (EXISTS (SELECT FROM calendar_links l WHERE ((l.tenant_uuid = calendar_lacks.tenant) AND (l.connection_uuid = c.connection_uuid) AND (l.meeting_uuid = calendar_lacks.meeting) AND (l.gone_at IS NULL) AND (l.retired_at IS NULL))))) AND (NOT (EXISTS (SELECT FROM calendar_pushes p WHERE ((p.tenant_uuid = calendar_lacks.tenant) AND (p.meeting_uuid = calendar_lacks.meeting))))))))

CREATE OR REPLACE FUNCTION public.change_time()
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN COALESCE((NULLIF(current_setting('atrium.change_time'::text, true), ''::text))::timestamp with time zone, now())

CREATE OR REPLACE FUNCTION public.changed_since(seen pg_snapshot, kinds text[])
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
 SET plan_cache_mode TO 'force_generic_plan'
 SET enable_seqscan TO 'off'
AS $function$
begin
  return exists (
    select from events
     where recorded_in >= pg_snapshot_xmin(seen) and not pg_visible_in_snapshot(recorded_in, seen)
       and entity_type = any(kinds));
end
$function$

CREATE OR REPLACE FUNCTION public.check_branch(home uuid, session uuid, branch uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
AS $function$
declare
  done text;
begin
  done := pg_catalog.set_config('atrium.tenant', home::text, true);
  if exists (
    select from public.sessions s
     where s.tenant_uuid = home and s.session_uuid = session and branch = any(s.ended_branches)
  ) then
    raise exception 'SESSION_ENDED' using errcode = 'AT000';
  end if;
end
$function$

CREATE OR REPLACE FUNCTION public.check_entry(home uuid, caller uuid, session uuid)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  user_active boolean;
  tenant_active boolean;
  session_active boolean;
begin
  select a.is_active and a.deleted_at is null and public.partner_active(a.tenant_uuid, a.partner_uuid),
         t.is_active and t.deleted_at is null,
         session is null or exists (
           select from public.sessions s
           where s.tenant_uuid = home and s.session_uuid = session and s.user_uuid = caller
             and s.revoked_at is null
             and case when s.by_cookie then not public.session_idle(home, s.used_at) else true end
         )
    into user_active, tenant_active, session_active
    from public.accounts a join public.tenants t on t.tenant_uuid = a.tenant_uuid
   where a.tenant_uuid = home and a.user_uuid = caller;
  if user_active is null then
    raise exception 'SESSION_ENDED' using errcode = 'AT000';
  elsif not tenant_active then
    raise exception 'TENANT_INACTIVE' using errcode = 'AT000';
  elsif not user_active then
    raise exception 'USER_INACTIVE' using errcode = 'AT000';
  elsif not session_active then
    raise exception 'SESSION_ENDED' using errcode = 'AT000';
  end if;
end
$function$

CREATE OR REPLACE FUNCTION public.check_policy(tenant uuid, home uuid, session uuid, branch uuid, by_network boolean, address inet)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
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
$function$

CREATE OR REPLACE FUNCTION public.contacts_like(pattern text)
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER ROWS 200
 SET search_path TO 'public', 'pg_temp'
 SET plan_cache_mode TO 'force_generic_plan'
 SET enable_seqscan TO 'off'
 SET enable_indexscan TO 'off'
 SET enable_indexonlyscan TO 'off'
AS $function$
  select contact_uuid from contacts
   where tenant_uuid = current_tenant() and deleted_at is null and search_text like pattern
$function$

CREATE OR REPLACE FUNCTION public.contacts_set_derived()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  return with_derived(new);
end
$function$

CREATE OR REPLACE FUNCTION public.contacts_set_readiness()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  select (select count(*) from missing_of(new)), exists (select from faults_of(new))
    into new.missing_count, new.has_invalid;
  if new.pep_entries is null then
    new.is_politically_exposed := false;
  else
    new.is_politically_exposed := exists (
      select from jsonb_array_elements(new.pep_entries) entry
       where upper(btrim(coalesce(entry ->> 'relationship', ''))) in ('', 'SELF'));
  end if;
  if new.identity_documents is null then
    new.document_dates := '{}';
  else
    new.document_dates := array(
      -- The year 0, which dates of the API may have, is none of PostgreSQL's.
      select greatest(document #>> '{specificationData,expirationDate}', '0001-01-01' collate "C")::date as expires
        from jsonb_array_elements(new.identity_documents) document
       where document #>> '{specificationData,expirationDate}' <> ''
       order by expires);
  end if;
  return new;
end
$function$

CREATE OR REPLACE FUNCTION public.copy_meeting_to_participant()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  select starts_at, ends_at, status = 'CANCELED' into strict new.starts_at, new.ends_at, new.canceled
    from meetings where tenant_uuid = new.tenant_uuid and meeting_uuid = new.meeting_uuid;
  return new;
end
$function$

CREATE OR REPLACE FUNCTION public.copy_meeting_to_participants()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update meeting_participants
     set starts_at = new.starts_at, ends_at = new.ends_at, canceled = new.status = 'CANCELED'
   where tenant_uuid = new.tenant_uuid and meeting_uuid = new.meeting_uuid;
  return null;
end
$function$

CREATE OR REPLACE FUNCTION public.current_tenant()
 RETURNS uuid
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN (current_setting('atrium.tenant'::text))::uuid

CREATE OR REPLACE FUNCTION public.duplicate_key(tenant uuid, kind integer, value text)
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN hashtextextended(value, uuid_hash_extended(tenant, (kind)::bigint))

CREATE OR REPLACE FUNCTION public.duplicate_keys_of(c contacts)
 RETURNS TABLE(kind integer, key bigint)
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select distinct k.kind, k.key from (values
    (1, c.identity_duplicate_key),
    (2, c.preferred_email_duplicate_key), (2, c.primary_email_duplicate_key),
    (3, c.preferred_phone_duplicate_key), (3, c.phone_duplicate_key),
    (4, hashtextextended(c.last_name_key, hashtextextended(c.first_name_key, 4)))) k (kind, key)
   where k.key is not null
$function$

CREATE OR REPLACE FUNCTION public.enter_tenant(tenant uuid, home uuid, caller uuid, session uuid, sets_up boolean DEFAULT false)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
AS $function$
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
$function$

CREATE OR REPLACE FUNCTION public.exposed_ways(among uuid[] DEFAULT NULL::uuid[])
 RETURNS TABLE(step integer, household_uuid uuid, member_uuid uuid, party_uuid uuid, contact_uuid uuid, relationship_type text, through_member_uuid uuid)
 LANGUAGE plpgsql
 STABLE ROWS 10000
AS $function$
#variable_conflict use_column
declare
  exposed uuid[];
  homes uuid[];
  homes_through uuid[];
  reached uuid[];
  owned uuid[];
  next_homes uuid[];
  next_through uuid[];
begin
  if among is null then
    exposed := array(
      select c.contact_uuid from contacts c where c.is_politically_exposed and c.deleted_at is null);
  else
    exposed := array(
      select c.contact_uuid
        from unnest(members_of(households_of(members_of(households_of(among))))) near (contact_uuid)
        join contacts c using (contact_uuid)
       where c.is_politically_exposed and c.deleted_at is null);
  end if;
  if exposed = '{}' then
    return;
  end if;
  select array_agg(h.household_uuid), array_agg(h.through) into homes, homes_through from (
    select m.household_uuid, (array_agg(m.member_uuid order by m.ordinal))[1] as through
      from unnest(exposed) e (contact_uuid) join household_members m using (contact_uuid)
     where m.removed_at is null and is_close(coalesce(m.relationship_type, 'SELF'))
     group by m.household_uuid) h;

  select array_agg(distinct coalesce(m.contact_uuid, m.organisation_uuid)),
         array_agg(distinct m.organisation_uuid) filter (where m.relationship_type = 'OWNED_COMPANY')
    into reached, owned
    from unnest(homes) h (household_uuid) join household_members m using (household_uuid)
   where m.removed_at is null and is_close(m.relationship_type)
     and (m.contact_uuid in (select unnest(exposed))) is not true;

  -- Whoever is in a household of the first step was reached by it.
  select array_agg(h.household_uuid), array_agg(h.through) into next_homes, next_through from (
    select m.household_uuid, (array_agg(m.member_uuid order by m.ordinal))[1] as through from (
      select m.* from unnest(reached) r (contact_uuid) join household_members m using (contact_uuid)
      union all
      select m.* from unnest(reached) r (organisation_uuid) join household_members m using (organisation_uuid)
       where m.relationship_type = 'OWNED_COMPANY' or m.organisation_uuid in (select unnest(owned))) m
     where m.removed_at is null and is_close(coalesce(m.relationship_type, 'SELF'))
       and m.household_uuid not in (select unnest(homes))
     group by m.household_uuid) h;

  return query
  select 1, m.household_uuid, m.member_uuid, coalesce(m.contact_uuid, m.organisation_uuid),
         m.contact_uuid, m.relationship_type, h.through
    from unnest(homes, homes_through) h (household_uuid, through)
    join household_members m using (household_uuid)
   where m.removed_at is null and is_close(m.relationship_type)
     and (m.contact_uuid in (select unnest(exposed))) is not true;

  return query
  select 2, m.household_uuid, m.member_uuid, coalesce(m.contact_uuid, m.organisation_uuid),
         m.contact_uuid, m.relationship_type, h.through
    from unnest(next_homes, next_through) h (household_uuid, through)
    join household_members m using (household_uuid)
   where m.removed_at is null and is_close(m.relationship_type)
     and coalesce(m.contact_uuid, m.organisation_uuid) not in (select unnest(reached))
     and (m.contact_uuid in (select unnest(exposed))) is not true;
end
$function$

CREATE OR REPLACE FUNCTION public.faults_of(c contacts)
 RETURNS TABLE(step text, field text, code text)
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select 'SALES', 'identityId', 'INVALID_FORMAT'
   where c.identity_type = 'CHILE_RUT' and not is_rut(c.identity_id)
  union all
  select 'COMPLIANCE', 'addresses[' || a.place - 1 || '].streetName', 'POST_OFFICE_BOX'
    from jsonb_array_elements(c.addresses) with ordinality a (address, place)
   where a.address ->> 'contactAddressType' = 'COMPLIANCE'
     and a.address ->> 'streetName' ~* '(^|[^a-z0-9_])(p\.? ?o\.? ?box|casilla|apartado( postal)?)($|[^a-z0-9_])'
$function$

CREATE OR REPLACE FUNCTION public.fold(text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN (octet_length($1) = length($1)) THEN CASE WHEN ($1 ~ '^[!-~]+( [!-~]+)*$'::text) THEN lower($1) ELSE fold_other($1) END WHEN ($1 ~ '^[!-~áéíóúñüÁÉÍÓÚÑÜ]+( [!-~áéíóúñüÁÉÍÓÚÑÜ]+)*$'::text) THEN lower(translate($1, 'áéíóúñüÁÉÍÓÚÑÜ'::text, 'aeiounuaeiounu'::text)) ELSE fold_other($1) END

CREATE OR REPLACE FUNCTION public.fold_literal(text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
begin
  return regexp_replace(public.fold($1), '([\\%_])', '\\\1', 'g');
end
$function$

CREATE OR REPLACE FUNCTION public.fold_other(text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
declare
  folded text := lower($1);
begin
  if octet_length(folded) > length(folded) then
    -- The letters of Western Europe, which are most of all; then any other sign.
    folded := translate(folded, 'áàâäãåéèêëíìîïóòôöõúùûüñçýÿ', 'aaaaaaeeeeiiiiooooouuuuncyy');
  end if;
  if octet_length(folded) > length(folded) then
    folded := lower(regexp_replace(normalize(replace($1, '´', ''''), NFKD),
      -- Accents and vowel points, then what Unicode calls ignorable.
      '['
    '\u0300-\u036f\u0483-\u0487\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a'
    '\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed\u0711\u0730-\u074a'
    '\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f'
    '\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164'
    '\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufff8\U0001bca0-\U0001bca3\U0001d173-\U0001d17a'
    '\U000e0000-\U000e0fff'
      ']+', '', 'g'));
    folded := translate(folded, 'øđðħıĸłŋŧƀɓɖɗƒɠɨƙƚɫɲƥʉⱥɇɉɍɏƴƶȥǥςʹʻʼʽ‘’‛′‐‒–—―−“”„‟⁄',
                                'oddhiqlntbbddfgikllnpuaejryyzzgσ''''''''''''''''------""""/');
    folded := replace(replace(replace(replace(folded, 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th');
    if folded ~ ('['
    '\u0660-\u0669\u06f0-\u06f9\u07c0-\u07c9\u0966-\u096f\u09e6-\u09ef\u0a66-\u0a6f\u0ae6-\u0aef'
    '\u0b66-\u0b6f\u0be6-\u0bef\u0c66-\u0c6f\u0ce6-\u0cef\u0d66-\u0d6f\u0de6-\u0def\u0e50-\u0e59'
    '\u0ed0-\u0ed9\u0f20-\u0f29\u1040-\u1049\u1090-\u1099\u17e0-\u17e9\u1810-\u1819\u1946-\u194f'
    '\u19d0-\u19d9\u1a80-\u1a89\u1a90-\u1a99\u1b50-\u1b59\u1bb0-\u1bb9\u1c40-\u1c49\u1c50-\u1c59'
    '\ua620-\ua629\ua8d0-\ua8d9\ua900-\ua909\ua9d0-\ua9d9\ua9f0-\ua9f9\uaa50-\uaa59\uabf0-\uabf9'
      ']') then
      folded := translate(folded,
        U&'\0660\0661\0662\0663\0664\0665\0666\0667\0668\0669\06f0\06f1\06f2\06f3\06f4\06f5\06f6\06f7\06f8\06f9'
        '\07c0\07c1\07c2\07c3\07c4\07c5\07c6\07c7\07c8\07c9\0966\0967\0968\0969\096a\096b\096c\096d\096e\096f'
        '\09e6\09e7\09e8\09e9\09ea\09eb\09ec\09ed\09ee\09ef\0a66\0a67\0a68\0a69\0a6a\0a6b\0a6c\0a6d\0a6e\0a6f'
        '\0ae6\0ae7\0ae8\0ae9\0aea\0aeb\0aec\0aed\0aee\0aef\0b66\0b67\0b68\0b69\0b6a\0b6b\0b6c\0b6d\0b6e\0b6f'
        '\0be6\0be7\0be8\0be9\0bea\0beb\0bec\0bed\0bee\0bef\0c66\0c67\0c68\0c69\0c6a\0c6b\0c6c\0c6d\0c6e\0c6f'
        '\0ce6\0ce7\0ce8\0ce9\0cea\0ceb\0cec\0ced\0cee\0cef\0d66\0d67\0d68\0d69\0d6a\0d6b\0d6c\0d6d\0d6e\0d6f'
        '\0de6\0de7\0de8\0de9\0dea\0deb\0dec\0ded\0dee\0def\0e50\0e51\0e52\0e53\0e54\0e55\0e56\0e57\0e58\0e59'
        '\0ed0\0ed1\0ed2\0ed3\0ed4\0ed5\0ed6\0ed7\0ed8\0ed9\0f20\0f21\0f22\0f23\0f24\0f25\0f26\0f27\0f28\0f29'
        '\1040\1041\1042\1043\1044\1045\1046\1047\1048\1049\1090\1091\1092\1093\1094\1095\1096\1097\1098\1099'
        '\17e0\17e1\17e2\17e3\17e4\17e5\17e6\17e7\17e8\17e9\1810\1811\1812\1813\1814\1815\1816\1817\1818\1819'
        '\1946\1947\1948\1949\194a\194b\194c\194d\194e\194f\19d0\19d1\19d2\19d3\19d4\19d5\19d6\19d7\19d8\19d9'
        '\1a80\1a81\1a82\1a83\1a84\1a85\1a86\1a87\1a88\1a89\1a90\1a91\1a92\1a93\1a94\1a95\1a96\1a97\1a98\1a99'
        '\1b50\1b51\1b52\1b53\1b54\1b55\1b56\1b57\1b58\1b59\1bb0\1bb1\1bb2\1bb3\1bb4\1bb5\1bb6\1bb7\1bb8\1bb9'
        '\1c40\1c41\1c42\1c43\1c44\1c45\1c46\1c47\1c48\1c49\1c50\1c51\1c52\1c53\1c54\1c55\1c56\1c57\1c58\1c59'
        '\a620\a621\a622\a623\a624\a625\a626\a627\a628\a629\a8d0\a8d1\a8d2\a8d3\a8d4\a8d5\a8d6\a8d7\a8d8\a8d9'
        '\a900\a901\a902\a903\a904\a905\a906\a907\a908\a909\a9d0\a9d1\a9d2\a9d3\a9d4\a9d5\a9d6\a9d7\a9d8\a9d9'
        '\a9f0\a9f1\a9f2\a9f3\a9f4\a9f5\a9f6\a9f7\a9f8\a9f9\aa50\aa51\aa52\aa53\aa54\aa55\aa56\aa57\aa58\aa59'
        '\abf0\abf1\abf2\abf3\abf4\abf5\abf6\abf7\abf8\abf9',
        repeat('0123456789', 35));
    end if;
    folded := normalize(folded, NFC);
  end if;
  if folded ~ '^ | $|  |[\t-\r\u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]' then
    folded := btrim(regexp_replace(folded,
      '[\t-\r \u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+', ' ', 'g'), ' ');
  end if;
  return folded;
end
$function$

CREATE OR REPLACE FUNCTION public.forget_duplicate_dismissals()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  with forgotten as (
    delete from duplicate_dismissals
     where tenant_uuid = new.tenant_uuid and new.contact_uuid in (contact_uuid, other_uuid)
    returning contact_uuid, other_uuid)
  insert into duplicate_changes (tenant_uuid, contact_uuid, ended)
  select distinct new.tenant_uuid, u.uuid, '{}'::bigint[]
    from forgotten f cross join unnest(array[f.contact_uuid, f.other_uuid]) u (uuid);
  return null;
end
$function$

CREATE OR REPLACE FUNCTION public.households_like(pattern text)
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER ROWS 200
 SET search_path TO 'public', 'pg_temp'
 SET plan_cache_mode TO 'force_generic_plan'
 SET enable_seqscan TO 'off'
 SET enable_indexscan TO 'off'
 SET enable_indexonlyscan TO 'off'
AS $function$
  select household_uuid from households
   where tenant_uuid = current_tenant() and deleted_at is null and name_key like pattern
$function$

CREATE OR REPLACE FUNCTION public.households_of(parties uuid[])
 RETURNS uuid[]
 LANGUAGE plpgsql
 STABLE
AS $function$
begin
  return array(
    select m.household_uuid from unnest(parties) p (contact_uuid)
      join household_members m using (contact_uuid) where m.removed_at is null
    union
    select m.household_uuid from unnest(parties) p (organisation_uuid)
      join household_members m using (organisation_uuid) where m.removed_at is null);
end
$function$

CREATE OR REPLACE FUNCTION public.is_close(relationship_type text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN (relationship_type <> ALL (ARRAY['ACCOUNTANT'::text, 'ATTORNEY'::text, 'CUSTODIAN'::text]))

CREATE OR REPLACE FUNCTION public.is_rut(value text)
 RETURNS boolean
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
declare
  parts text[] := regexp_match(replace(public.fold(value), ' ', ''),
    '^0*([0-9]{1,2}\.?[0-9]{3}\.?[0-9]{3})-?([0-9k])$');
  digits text := reverse(replace(parts[1], '.', ''));
  total int := 0;
begin
  for at in 1 .. coalesce(length(digits), 0) loop
    total := total + substr(digits, at, 1)::int * (2 + (at - 1) % 6);
  end loop;
  return coalesce(digits ~ '[1-9]' and upper(parts[2]) = substr('0K987654321', total % 11 + 1, 1), false);
end
$function$

CREATE OR REPLACE FUNCTION public.join_words(VARIADIC text[])
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
AS $function$
begin
  return array_to_string($1, ' ');
end
$function$

CREATE OR REPLACE FUNCTION public.keep_household_history()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  state jsonb := to_jsonb(case when tg_op = 'DELETE' then old else new end);
begin
  insert into household_history (tenant_uuid, household_uuid, source, row_key, changed_at, content)
  values ((state ->> 'tenant_uuid')::uuid, (state ->> 'household_uuid')::uuid, tg_table_name,
          state ->> tg_argv[0], change_time(), case when tg_op <> 'DELETE' then state end);
  return null;
end
$function$

CREATE OR REPLACE FUNCTION public.known_emails(emails text[], host uuid, meeting uuid)
 RETURNS SETOF text
 LANGUAGE sql
 STABLE
 SET search_path TO 'public', 'pg_temp'
AS $function$
  with staff as (
    select s.staff_uuid, plain_email(a.email) as email from staff_members s
     cross join lateral (values (s.email), (s.user_email)) a (email)
     where s.tenant_uuid = current_tenant() and s.deleted_at is null
    union all
    select s.staff_uuid, plain_email(k.email) from calendar_connections k
      join staff_members s on s.tenant_uuid = k.tenant_uuid and s.staff_uuid = k.user_uuid
     where k.tenant_uuid = current_tenant() and k.status = 'CONNECTED' and s.deleted_at is null),
  others as (
    select e.email from unnest(emails) e (email)
     where e.email <> ''
       and not exists (select from staff s where s.staff_uuid = host and s.email = e.email))
  select o.email from others o
   where exists (select from staff s where s.email = o.email)
      or exists (select from contacts_like('%' || fold_literal(o.email) || '%') f (contact_uuid)
                   join contacts c on c.tenant_uuid = current_tenant() and c.contact_uuid = f.contact_uuid
                  where o.email in (plain_email(c.primary_email), plain_email(c.preferred_email))
                    and c.deleted_at is null)
      or exists (select from meeting_participants p
                   join meetings m on m.tenant_uuid = p.tenant_uuid and m.meeting_uuid = p.meeting_uuid
                  where p.tenant_uuid = current_tenant() and p.email is not null
                    and plain_email(p.email) = o.email
                    and p.meeting_uuid is distinct from meeting and not m.is_personal)
$function$

CREATE OR REPLACE FUNCTION public.lacks_factor(tenant uuid, person uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select exists (
           select from public.tenant_security p
            where p.tenant_uuid = tenant and p.second_factor = 'REQUIRED')
     and exists (
           select from public.login_emails l
            where l.tenant_uuid = tenant and l.user_uuid = person)
     and not exists (
           select from public.totp_secrets t
            where t.tenant_uuid = tenant and t.user_uuid = person and t.secret is not null)
     and not exists (
           select from public.passkeys k where k.tenant_uuid = tenant and k.user_uuid = person)
$function$

CREATE OR REPLACE FUNCTION public.local_time(zone text, instant timestamp with time zone)
 RETURNS timestamp without time zone
 LANGUAGE plpgsql
 STABLE
AS $function$
begin
  return instant at time zone zone;
exception when invalid_parameter_value then
  return instant at time zone 'UTC';
end
$function$

CREATE OR REPLACE FUNCTION public.meeting_participants_move_mails()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update mails set person_uuid = new.contact_uuid
   where tenant_uuid = new.tenant_uuid and thread_uuid = new.participant_uuid;
  return null;
end
$function$

CREATE OR REPLACE FUNCTION public.members_of(households uuid[])
 RETURNS uuid[]
 LANGUAGE plpgsql
 STABLE
AS $function$
begin
  return array(
    select distinct coalesce(m.contact_uuid, m.organisation_uuid)
      from unnest(households) h (household_uuid) join household_members m using (household_uuid)
     where m.removed_at is null);
end
$function$

CREATE OR REPLACE FUNCTION public.missing_of(c contacts)
 RETURNS TABLE(step text, field text)
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select rule.step, rule.field
    from (values
      ('SALES', 'dateOfBirth', c.date_of_birth is null),
      ('SALES', 'gender', coalesce(c.gender, '') = ''),
      ('SALES', 'maritalStatus', coalesce(c.marital_status, '') = ''),
      ('SALES', 'identityType', coalesce(c.identity_type, '') = ''),
      ('SALES', 'identityId', coalesce(c.identity_id, '') = ''),
      ('SALES', 'identityCountry', coalesce(c.identity_country, '') = ''),
      ('SALES', 'countryOfBirth', coalesce(c.country_of_birth, '') = ''),
      ('SALES', 'countryOfCitizenship', coalesce(c.country_of_citizenship, '') = ''),
      ('SALES', 'annualIncome', coalesce(c.annual_income, '') = ''),
      ('SALES', 'liquidNetWorth', coalesce(c.liquid_net_worth, '') = ''),
      ('SALES', 'totalNetWorth', coalesce(c.total_net_worth, '') = ''),
      ('SALES', 'stageName', coalesce(c.stage_name, '') = ''),
      ('SALES', 'addresses', not c.addresses @> '[{"contactAddressType": "SALES"}]'),
      ('COMPLIANCE', 'phoneNumber', c.phone_number is null),
      ('COMPLIANCE', 'primaryCountryOfCitizenship', coalesce(c.primary_country_of_citizenship, '') = ''),
      ('COMPLIANCE', 'relatedToPEP', c.related_to_pep is null),
      ('COMPLIANCE', 'directorOrTenPercentShareholder', c.director_or_ten_percent_shareholder is null),
      ('COMPLIANCE', 'identityDocuments', coalesce(c.identity_documents, '[]') = '[]'),
      ('COMPLIANCE', 'currentEmployment', c.current_employment is null),
      ('COMPLIANCE', 'pepEntries', c.related_to_pep is true and coalesce(c.pep_entries, '[]') = '[]'),
      ('COMPLIANCE', 'addresses', not c.addresses @> '[{"contactAddressType": "COMPLIANCE"}]'),
      ('PRIMARY_EMAIL', 'primaryEmail', coalesce(c.primary_email, '') = ''),
      ('CREDENTIALS', 'credentialsInitializedAt', c.credentials_initialized_at is null)
    ) rule (step, field, is_missing)
   where rule.is_missing
$function$

CREATE OR REPLACE FUNCTION public.network_allowed(tenant uuid, address inet)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select coalesce((
    select cardinality(p.allowed_networks) = 0
        or coalesce(address <<= any(p.allowed_networks::inet[]), false)
      from public.tenant_security p where p.tenant_uuid = tenant), true)
$function$

CREATE OR REPLACE FUNCTION public.network_of(address inet)
 RETURNS inet
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select network(set_masklen(address, case family(address) when 4 then 24 else 48 end))
$function$

CREATE OR REPLACE FUNCTION public.note_duplicate_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  ended bigint[] := '{}';
begin
  if tg_op = 'UPDATE' then
    ended := array(select k.key from duplicate_keys_of(old) k);
  end if;
  insert into duplicate_changes (tenant_uuid, contact_uuid, ended)
  values (new.tenant_uuid, new.contact_uuid, ended);
  return null;
end
$function$

CREATE OR REPLACE FUNCTION public.notes_like(pattern text)
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER ROWS 200
 SET search_path TO 'public', 'pg_temp'
 SET plan_cache_mode TO 'force_generic_plan'
 SET enable_seqscan TO 'off'
 SET enable_indexscan TO 'off'
 SET enable_indexonlyscan TO 'off'
AS $function$
  select note_uuid from notes
   where tenant_uuid = current_tenant() and deleted_at is null and search_text like pattern
$function$

CREATE OR REPLACE FUNCTION public.partner_active(tenant uuid, partner uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select coalesce((
    select p.is_active and p.deleted_at is null from public.partners p
     where p.tenant_uuid = tenant and p.partner_uuid = partner), true)
$function$

CREATE OR REPLACE FUNCTION public.personal_busy(person uuid, range_from timestamp with time zone, range_to timestamp with time zone)
 RETURNS TABLE(starts_at timestamp with time zone, ends_at timestamp with time zone)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select m.starts_at, m.ends_at from meetings m
   where m.tenant_uuid = current_tenant() and m.host_uuid = person
     and m.is_personal and m.status = 'ACTIVE' and not m.shows_free
     and m.starts_at < range_to and m.ends_at > range_from
$function$

CREATE OR REPLACE FUNCTION public.plain_email(text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN (octet_length($1) = length($1)) THEN lower($1) ELSE plain_foreign_email($1) END

CREATE OR REPLACE FUNCTION public.plain_foreign_email(text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
declare
  plain text := $1;
  domain text;
begin
  if octet_length(plain) = length(plain) then return lower(plain); end if;
  plain := replace(lower(replace(normalize(plain, NFC), 'İ', 'i')), 'ς', 'σ');
  domain := substring(plain from '@([^@]*)$');
  if octet_length(domain) = length(domain) or domain is null then return plain; end if;
  return left(plain, -length(domain)) || (
    select string_agg(case when octet_length(label) = length(label) then label
                           else 'xn--' || public.punycode(label) end, '.' order by place)
      from regexp_split_to_table(
             normalize(regexp_replace(normalize(domain, NFKC),
               '['
    '\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164'
    '\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufff8\U0001bca0-\U0001bca3\U0001d173-\U0001d17a'
    '\U000e0000-\U000e0fff'
               ']+', '', 'g'), NFC), '[.。]') with ordinality as l (label, place));
end
$function$

CREATE OR REPLACE FUNCTION public.plain_identity(text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
declare
  plain text := case when octet_length($1) = length($1)
    then upper(regexp_replace($1, '[^0-9A-Za-z]+', '', 'g') collate "C")
    else upper(regexp_replace(public.fold($1),
    '[\u0001-/:-@[-`{-\u007f'
    '\u0080-\u00f7\u02c2-\u02c5\u02d2-\u02eb\u02ed\u02ef-\u02ff\u0375\u03f6\u0482\u055a-\u055f'
    '\u0589-\u05c6\u05f3-\u061f\u066a-\u066d\u06d4\u06dd\u06de\u06e9\u06fd\u06fe\u0700-\u070f'
    '\u07f6-\u07f9\u07fe\u07ff\u0830-\u083e\u085e\u0888\u0890\u0891\u08e2\u0964-\u0970\u09f2\u09f3\u09fa'
    '\u09fb\u09fd\u0a76\u0af0\u0af1\u0b70\u0bf3-\u0bfa\u0c77\u0c7f\u0c84\u0d4f\u0d79\u0df4\u0e3f'
    '\u0e4f-\u0e5b\u0f01-\u0f17\u0f1a-\u0f1f\u0f34\u0f36\u0f38\u0f3a-\u0f3d\u0f85\u0fbe-\u0fc5'
    '\u0fc7-\u0fda\u104a-\u104f\u109e\u109f\u10fb\u1360-\u1368\u1390-\u1399\u1400\u166d\u166e\u169b\u169c'
    '\u16eb-\u16ed\u1735\u1736\u17d4-\u17d6\u17d8-\u17db\u1800-\u180a\u1940-\u1945\u19de-\u19ff\u1a1e'
    '\u1a1f\u1aa0-\u1aa6\u1aa8-\u1aad\u1b4e-\u1b6a\u1b74-\u1b7f\u1bfc-\u1bff\u1c3b-\u1c3f\u1c7e\u1c7f'
    '\u1cc0-\u1cc7\u1cd3\u2016-\u214d\u214f\u218a-\u244a\u2500-\u2775\u2794-\u2bff\u2ce5-\u2cea'
    '\u2cf9-\u2cfc\u2cfe\u2cff\u2d70\u2e00-\u2e2e\u2e30-\u3004\u3008-\u3020\u3030\u3037\u303d-\u303f'
    '\u30a0\u30fb\u3190\u3191\u31c0-\u31ef\u327f\u4dc0-\u4dff\ua490-\ua4c6\ua4fe\ua4ff\ua60d-\ua60f\ua673'
    '\ua67e\ua6f2-\ua716\ua720\ua721\ua789\ua78a\ua828-\ua82b\ua836-\ua839\ua874-\ua877\ua8ce\ua8cf'
    '\ua8f8-\ua8fa\ua8fc\ua92e\ua92f\ua95f\ua9c1-\ua9cd\ua9de\ua9df\uaa5c-\uaa5f\uaa77-\uaa79\uaade\uaadf'
    '\uaaf0\uaaf1\uab5b\uab6a\uab6b\uabeb\ue000-\uf8ff\ufbb2-\ufe46\ufff9-\ufffd\U00010100-\U00010102'
    '\U00010137-\U0001013f\U00010179-\U00010189\U0001018c-\U000101fc\U0001039f\U000103d0\U0001056f'
    '\U00010857\U00010877\U00010878\U0001091f\U0001093f\U00010a50-\U00010a58\U00010a7f\U00010ac8'
    '\U00010af0-\U00010af6\U00010b39-\U00010b3f\U00010b99-\U00010b9c\U00010d6e\U00010d8e\U00010d8f'
    '\U00010ead\U00010ed0-\U00010ed8\U00010f55-\U00010f59\U00010f86-\U00010f89\U00011047-\U0001104d'
    '\U000110bb-\U000110c1\U000110cd\U00011140-\U00011143\U00011174\U00011175\U000111c5-\U000111c8'
    '\U000111cd\U000111db\U000111dd-\U000111df\U00011238-\U0001123d\U000112a9\U000113d4-\U000113d8'
    '\U0001144b-\U0001144f\U0001145a-\U0001145d\U000114c6\U000115c1-\U000115d7\U00011641-\U00011643'
    '\U00011660-\U0001166c\U000116b9\U0001173c-\U0001173f\U0001183b\U00011944-\U00011946\U000119e2'
    '\U00011a3f-\U00011a46\U00011a9a-\U00011a9c\U00011a9e-\U00011aa2\U00011b00-\U00011b09\U00011be1'
    '\U00011c41-\U00011c45\U00011c70\U00011c71\U00011ef7\U00011ef8\U00011f43-\U00011f4f'
    '\U00011fd5-\U00011fff\U00012470-\U00012474\U00012ff1\U00012ff2\U00013430-\U0001343f\U00016a6e'
    '\U00016a6f\U00016af5\U00016b37-\U00016b3f\U00016b44\U00016b45\U00016d6d-\U00016d6f'
    '\U00016e97-\U00016e9a\U00016fe2\U0001bc9c\U0001bc9f-\U0001cef0\U0001cf50-\U0001d15d'
    '\U0001d16a-\U0001d16c\U0001d183\U0001d184\U0001d18c-\U0001d1a9\U0001d1ae-\U0001d241\U0001d245'
    '\U0001d300-\U0001d356\U0001d800-\U0001d9ff\U0001da37-\U0001da3a\U0001da6d-\U0001da74'
    '\U0001da76-\U0001da83\U0001da85-\U0001da8b\U0001e14f\U0001e2ff\U0001e5ff\U0001e95e\U0001e95f'
    '\U0001ecac\U0001ecb0\U0001ed2e\U0001eef0-\U0001f0f5\U0001f10d-\U0001fbfa\U000f0000-\U0010ffff'
    ']+', '', 'g') collate "C") end;
begin
  if public.is_rut(ltrim(plain, '0')) then return ltrim(plain, '0'); end if;
  return nullif(plain, '');
end
$function$

CREATE OR REPLACE FUNCTION public.plain_phone(phone jsonb)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
declare
  code text := regexp_replace(public.fold(phone ->> 'phoneCountryCode'), '[^0-9]', '', 'g');
  own text := regexp_replace(public.fold(phone ->> 'phoneNumber'), '[^0-9]', '', 'g');
begin
  if own like '0_%' then own := substr(own, 2); end if;
  return nullif(code, '') || nullif(own, '');
end
$function$

CREATE OR REPLACE PROCEDURE public.protect(IN target regclass)
 LANGUAGE plpgsql
AS $procedure$
begin
  execute format('alter table %s enable row level security', target);
  execute format('alter table %s force row level security', target);
  execute format('create policy tenant on %s to atrium_tenant, current_user using (tenant_uuid = current_tenant()) with check (tenant_uuid = current_tenant())', target);
  execute format('create policy platform on %s to atrium_platform using (true) with check (true)', target);
  execute format('grant select, insert, update, delete on %s to atrium_tenant, atrium_platform', target);
end
$procedure$

CREATE OR REPLACE FUNCTION public.punycode(label text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
declare
  alphabet constant text := 'abcdefghijklmnopqrstuvwxyz0123456789';
  points int[] := array(select ascii(sign) from regexp_split_to_table(label, '') with ordinality as s (sign, place)
                         order by place);
  encoded text := regexp_replace(label, '[^\u0001-\u007f]', '', 'g');
  basic int := length(encoded);
  handled int := basic;
  least_point bigint := 128;
  delta bigint := 0;
  bias bigint := 72;
  next_point bigint;
  point int;
  rest bigint;
  step bigint;
  threshold bigint;
begin
  if basic > 0 then encoded := encoded || '-'; end if;
  while handled < cardinality(points) loop
    select min(p) into next_point from unnest(points) p where p >= least_point;
    delta := delta + (next_point - least_point) * (handled + 1);
    least_point := next_point;
    foreach point in array points loop
      if point < least_point then delta := delta + 1; end if;
      continue when point <> least_point;
      rest := delta;
      step := 36;
      loop
        threshold := greatest(1, least(26, step - bias));
        exit when rest < threshold;
        encoded := encoded || substr(alphabet, (threshold + (rest - threshold) % (36 - threshold))::int + 1, 1);
        rest := (rest - threshold) / (36 - threshold);
        step := step + 36;
      end loop;
      encoded := encoded || substr(alphabet, rest::int + 1, 1);
      delta := delta / case when handled = basic then 700 else 2 end;
      delta := delta + delta / (handled + 1);
      bias := 0;
      while delta > 455 loop
        delta := delta / 35;
        bias := bias + 36;
      end loop;
      bias := bias + 36 * delta / (delta + 38);
      delta := 0;
      handled := handled + 1;
    end loop;
    delta := delta + 1;
    least_point := least_point + 1;
  end loop;
  return encoded;
end
$function$

CREATE OR REPLACE FUNCTION public.record_time(timestamp with time zone)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN to_char(($1 AT TIME ZONE 'UTC'::text), 'YYYY-MM-DD"T"HH24:MI:SS'::text)

CREATE OR REPLACE FUNCTION public.require_approval_of_visitor(tenant uuid)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  if public.access_not_approved(tenant) then
    raise exception 'ACCESS_NOT_APPROVED' using errcode = 'AT000';
  end if;
end
$function$

CREATE OR REPLACE FUNCTION public.require_factor_of_visitor(tenant uuid, home uuid, caller uuid)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
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
$function$

CREATE OR REPLACE FUNCTION public.require_proof(tenant uuid, home uuid, session uuid)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
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
$function$

CREATE OR REPLACE FUNCTION public.session_idle(tenant uuid, used_at timestamp with time zone)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select used_at <= now() - interval '1 minute' * coalesce((
    select p.idle_minutes from public.tenant_security p where p.tenant_uuid = tenant), 30)
$function$

CREATE OR REPLACE FUNCTION public.session_over(tenant uuid, created_at timestamp with time zone)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select created_at <= now() - interval '1 hour' * coalesce((
    select p.session_hours from public.tenant_security p where p.tenant_uuid = tenant), 720)
$function$

CREATE OR REPLACE FUNCTION public.sessions_set_active()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  partner uuid;
begin
  select t.is_active and t.deleted_at is null into new.tenant_active
    from tenants t where t.tenant_uuid = new.tenant_uuid for share;
  select a.is_active and a.deleted_at is null, a.partner_uuid into new.user_active, partner
    from accounts a where a.tenant_uuid = new.tenant_uuid and a.user_uuid = new.user_uuid for share;
  if partner is not null then
    perform from partners p
      where p.tenant_uuid = new.tenant_uuid and p.partner_uuid = partner for share;
    new.user_active := new.user_active and partner_active(new.tenant_uuid, partner);
  end if;
  new.lacks_factor := not new.factor_by_provider and lacks_factor(new.tenant_uuid, new.user_uuid);
  return new;
end
$function$

CREATE OR REPLACE FUNCTION public.set_household_uuids_of_contacts()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform from contacts c
    where (c.tenant_uuid, c.contact_uuid) in (select m.tenant_uuid, m.contact_uuid from changed m)
    order by c.tenant_uuid, c.contact_uuid for no key update;
  with now as materialized (
    select m.tenant_uuid, m.contact_uuid,
           coalesce(array_agg(h.household_uuid order by h.household_uuid)
             filter (where h.household_uuid is not null), '{}') as household_uuids
      from (select distinct tenant_uuid, contact_uuid from changed where contact_uuid is not null) m
      left join household_members h
        on h.tenant_uuid = m.tenant_uuid and h.contact_uuid = m.contact_uuid and h.removed_at is null
     group by m.tenant_uuid, m.contact_uuid)
  update contacts c set household_uuids = now.household_uuids
    from now
   where c.tenant_uuid = now.tenant_uuid and c.contact_uuid = now.contact_uuid
     and c.household_uuids <> now.household_uuids;
  return null;
end
$function$

CREATE OR REPLACE FUNCTION public.set_updated_at()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if coalesce(current_setting('atrium.puts_texts_right', true), '') <> 'on' then
    new.updated_at := change_time();
  end if;
  return new;
end
$function$

CREATE OR REPLACE FUNCTION public.set_version()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if coalesce(current_setting('atrium.puts_texts_right', true), '') = 'on' then
    return new;
  end if;
  if new.version = old.version and to_jsonb(new) - tg_argv = to_jsonb(old) - tg_argv then
    return new;
  end if;
  -- A row that this transaction wrote and marked as changed has its version already.
  if old.xmin = pg_current_xact_id()::xid and old.updated_at = change_time() then
    new.version := old.version;
  else
    new.version := old.version + 1;
  end if;
  return new;
end
$function$

CREATE OR REPLACE FUNCTION public.update_sessions_of_account()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if new.partner_uuid is not null then
    perform from partners p
      where p.tenant_uuid = new.tenant_uuid and p.partner_uuid = new.partner_uuid for share;
  end if;
  update sessions
     set user_active = new.is_active and new.deleted_at is null
                       and partner_active(new.tenant_uuid, new.partner_uuid)
   where tenant_uuid = new.tenant_uuid and user_uuid = new.user_uuid and revoked_at is null;
  return null;
end
$function$

CREATE OR REPLACE FUNCTION public.update_sessions_of_factor()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  changed record := coalesce(new, old);
begin
  update sessions s
     set lacks_factor = not s.factor_by_provider and lacks_factor(s.tenant_uuid, s.user_uuid)
   where s.tenant_uuid = changed.tenant_uuid and s.user_uuid = changed.user_uuid
     and s.revoked_at is null;
  return null;
end
$function$

CREATE OR REPLACE FUNCTION public.update_sessions_of_partner()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update sessions s
     set user_active = new.is_active and new.deleted_at is null and a.is_active and a.deleted_at is null,
         revoked_at = case when new.is_active and new.deleted_at is null then null else now() end
    from accounts a
   where a.tenant_uuid = new.tenant_uuid and a.partner_uuid = new.partner_uuid
     and s.tenant_uuid = a.tenant_uuid and s.user_uuid = a.user_uuid and s.revoked_at is null;
  return null;
end
$function$

CREATE OR REPLACE FUNCTION public.update_sessions_of_policy()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform from tenants t where t.tenant_uuid = new.tenant_uuid for no key update;
  update sessions s
     set lacks_factor = not s.factor_by_provider and lacks_factor(s.tenant_uuid, s.user_uuid)
   where s.tenant_uuid = new.tenant_uuid and s.revoked_at is null;
  return null;
end
$function$

CREATE OR REPLACE FUNCTION public.update_sessions_of_tenant()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update sessions set tenant_active = new.is_active and new.deleted_at is null
   where tenant_uuid = new.tenant_uuid and revoked_at is null;
  return null;
end
$function$

CREATE OR REPLACE FUNCTION public.with_derived(c contacts)
 RETURNS contacts
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
AS $function$
declare
  identity text := plain_identity(c.identity_id);
  phones text[] := array[plain_phone(c.preferred_phone_number), plain_phone(c.phone_number)];
  emails text[] := array[plain_email(c.preferred_email), plain_email(c.primary_email)];
  words text := concat_ws(' ',
    c.first_name, c.middle_name, c.paternal_last_name, c.maternal_last_name, c.display_name, c.alias,
    c.preferred_email, c.primary_email,
    nullif(emails[1], lower(c.preferred_email)), nullif(emails[2], lower(c.primary_email)),
    c.identity_id, nullif(identity, upper(c.identity_id)),
    c.preferred_phone_number ->> 'phoneNumber', c.phone_number ->> 'phoneNumber',
    phones[1], nullif(phones[2], phones[1]));
begin
  c.search_text := fold(words);
  c.first_name_key := fold(c.first_name);
  c.last_name_key := fold(c.paternal_last_name);
  c.display_name_key := fold(c.display_name);
  c.preferred_email_duplicate_key := duplicate_key(c.tenant_uuid, 1, emails[1]);
  c.primary_email_duplicate_key := duplicate_key(c.tenant_uuid, 1, emails[2]);
  c.preferred_phone_duplicate_key := duplicate_key(c.tenant_uuid, 2, phones[1]);
  c.phone_duplicate_key := duplicate_key(c.tenant_uuid, 2, phones[2]);
  c.identity_duplicate_key := duplicate_key(c.tenant_uuid, 3, identity);
  c.annual_income_amount := c.annual_income;
  c.liquid_net_worth_amount := c.liquid_net_worth;
  c.total_net_worth_amount := c.total_net_worth;
  return c;
end
$function$
