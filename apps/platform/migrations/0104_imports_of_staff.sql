-- Imports of staff are kept beside those of contacts.
alter table contact_imports
  add column kind text not null default 'CONTACT' check (kind in ('CONTACT', 'STAFF'));
