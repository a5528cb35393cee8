-- A search finds an organisation's tax number in any spelling.
alter table organisations no force row level security;
alter table organisations drop column search_text;
alter table organisations add column search_text text generated always as (
  fold(join_words(name, legal_name, tax_id,
    case when plain_identity(tax_id) <> upper(tax_id) then plain_identity(tax_id) end))) stored;
alter table organisations force row level security;
