-- Records that people change have a version: it grows with each change of what is the record's own, once a
-- transaction. Rows that are there are at their first.
alter table contacts add column version integer not null default 1;
call analyse_small_sample('contacts');
alter table households add column version integer not null default 1;
alter table organisations add column version integer not null default 1;
alter table staff_members add column version integer not null default 1;
alter table tasks add column version integer not null default 1;
alter table notes add column version integer not null default 1;

-- Counts a change, or what a statement says to be one by a version of its own: a household's members and
-- accounts are its own as well, and of a task which contact it is about, unless a merge moves it there. The
-- columns that are derived from others are the trigger's arguments.
create function set_version() returns trigger language plpgsql as $$
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
$$;

create trigger contacts_set_version before update on contacts for each row execute function set_version(
  'version', 'updated_at', 'household_uuids', 'search_text', 'first_name_key', 'last_name_key',
  'display_name_key', 'annual_income_amount', 'liquid_net_worth_amount', 'total_net_worth_amount',
  'preferred_email_duplicate_key', 'primary_email_duplicate_key', 'preferred_phone_duplicate_key',
  'phone_duplicate_key', 'identity_duplicate_key', 'missing_count', 'has_invalid',
  'is_politically_exposed', 'document_dates', 'captured_by_partner_uuid', 'merged_into');
create trigger households_set_version before update on households for each row
  execute function set_version('version', 'updated_at', 'name_key');
create trigger organisations_set_version before update on organisations for each row
  execute function set_version('version', 'updated_at', 'search_text');
create trigger staff_members_set_version before update on staff_members for each row
  execute function set_version('version', 'updated_at', 'search_name', 'search_words');
create trigger tasks_set_version before update on tasks for each row
  execute function set_version('version', 'updated_at', 'status', 'contact_uuid');
create trigger notes_set_version before update on notes for each row
  execute function set_version('version', 'updated_at', 'search_text', 'happened_at', 'contact_uuid');
