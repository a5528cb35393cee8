-- The same as before, but compiled once in a session: a function in SQL that cannot be inlined is
-- planned again by every statement that calls it, which cost more than inserting the row.
create or replace function fold(text) returns text
  language plpgsql immutable strict parallel safe
as $$
begin
  return lower(public.unaccent('public.unaccent'::regdictionary, $1));
end
$$;
