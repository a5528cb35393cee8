-- Sessions of uploads belong to whoever asks for files: branding was the first. An owner has one that is
-- pending at a time.

alter table branding_sessions rename to upload_sessions;
alter table branding_tickets rename to upload_tickets;
alter table upload_sessions add column owner text not null default 'branding';
alter table upload_sessions alter column owner drop default;

drop index branding_sessions_pending;
create unique index upload_sessions_pending on upload_sessions (tenant_uuid, owner) where outcome is null;
