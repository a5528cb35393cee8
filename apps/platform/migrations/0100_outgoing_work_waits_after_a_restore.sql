-- A row while mails, webhooks, calendars and the delivery to analytics wait: from a restore until
-- somebody resumes them. It is of the platform and concerns all tenants.
create table outgoing_pauses (
  tenant_uuid uuid primary key,
  paused_at timestamptz not null default now()
);
call protect('outgoing_pauses');
