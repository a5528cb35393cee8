-- What a refused row of an import said, so that it can be mended without sending the file again.

alter table contact_imports
  -- How the file's columns are read: {"names": [], "fields": [], "defaults": {}}, and the lines on
  -- which its rows begin.
  add column columns jsonb not null default '{"names": [], "fields": [], "defaults": {}}',
  add column lines int4multirange not null default '{}';

-- The cells of the row as sent, until the row is taken or ninety days after the import.
alter table contact_import_rows add column cells text[];
create index contact_import_rows_with_cells on contact_import_rows (tenant_uuid, import_uuid) where cells is not null;

-- What became of the last mail to somebody: the invitations of contacts are found by the contact, and
-- each login keeps the state of its last mail.

-- The rows of all tenants are filled in.
alter table invitation_mails no force row level security;
alter table meeting_participants no force row level security;
alter table invitation_mails add column contact_uuid uuid;
update invitation_mails i set contact_uuid = p.contact_uuid
  from meeting_participants p
 where p.tenant_uuid = i.tenant_uuid and p.participant_uuid = i.participant_uuid
   and p.contact_uuid is not null;
alter table invitation_mails force row level security;
alter table meeting_participants force row level security;
create index invitation_mails_by_contact on invitation_mails (tenant_uuid, contact_uuid, ordinal)
  where contact_uuid is not null and state in ('QUEUED', 'SENT', 'REFUSED');

create function invitation_mails_set_contact() returns trigger language plpgsql as $$
begin
  new.contact_uuid := (select p.contact_uuid from meeting_participants p
                        where p.tenant_uuid = new.tenant_uuid
                          and p.participant_uuid = new.participant_uuid);
  return new;
end
$$;
create trigger invitation_mails_set_contact before insert on invitation_mails
  for each row execute function invitation_mails_set_contact();

-- A participant can become another contact: their mails go along.
create function meeting_participants_move_mails() returns trigger language plpgsql as $$
begin
  update invitation_mails i set contact_uuid = new.contact_uuid
   where i.tenant_uuid = new.tenant_uuid and i.participant_uuid = new.participant_uuid;
  return null;
end
$$;
create trigger meeting_participants_move_mails after update of contact_uuid on meeting_participants
  for each row when (old.contact_uuid is distinct from new.contact_uuid)
  execute function meeting_participants_move_mails();

create table login_mails (
  tenant_uuid uuid not null,
  user_uuid uuid not null,
  -- The last mail: what becomes of an earlier one is not kept.
  mail_uuid uuid not null,
  state text not null default 'QUEUED',
  queued_at timestamptz not null default now(),
  settled_at timestamptz,
  primary key (tenant_uuid, user_uuid),
  foreign key (tenant_uuid, user_uuid) references accounts (tenant_uuid, user_uuid) on delete cascade,
  constraint login_mails_known check (
    state in ('QUEUED', 'SENT', 'REFUSED') and (state = 'QUEUED') = (settled_at is null))
);
call protect('login_mails');
