-- Counts the letters by which two words differ.
create extension if not exists fuzzystrmatch;

-- Staff by name, in an index that the tenant leads.
drop index staff_members_by_name;
create index staff_members_by_name on staff_members
  using gin (tenant_uuid, search_name gin_trgm_ops) with (gin_pending_list_limit = 256)
  where deleted_at is null;

-- Live staff of the transaction's tenant in whose names each of some folded words occurs, and how
-- well: whole words before beginnings before middles. A word of one or two letters must begin a
-- name. Where fewer than ten people have the words as written, one letter of a word of four may be
-- wrong, two of a word of nine: the index finds who is roughly alike, the distance decides.
-- It looks as the platform and names the tenant itself: behind the wall, LIKE and similarity are
-- not leakproof and could not search an index. The statement is made anew each time, because a
-- plan made for any word is a poor one for most.
create function staff_found(words text[]) returns table (staff_uuid uuid, rank real, name text)
  language plpgsql stable rows 500 security definer
  set search_path = public, pg_temp set pg_trgm.word_similarity_threshold = 0.4
as $$
declare
  -- The longest word finds the candidates, the others are looked for among them.
  longest text := (select w from unnest(words) w order by length(w) desc limit 1);
  word text;
  literal text;
  contains text;
  alike text;
  half integer;
  base text := 'select s.staff_uuid, s.search_name from staff_members s where s.tenant_uuid = current_tenant() and s.deleted_at is null';
  as_written text := base;
  forgiving text := base;
  alike_longest text := base;
  rank text := '0';
  few boolean := false;
begin
  foreach word in array words loop
    literal := regexp_replace(word, '([\\%_])', '\\\1', 'g');
    contains := case when length(word) < 3
      then format('(s.search_name like %L or s.search_name like %L)', literal || '%', '% ' || literal || '%')
      else format('s.search_name like %L', '%' || literal || '%') end;
    -- One wrong letter leaves the beginning or the end of a name as it is: that is cheap to see.
    half := length(word) / 2;
    alike := case when length(word) < 4 then contains else format(
      '(%s or ((%s or position(%L in '' '' || s.search_name) > 0 or position(%L in s.search_name || '' '') > 0)'
      ' and exists (select from unnest(string_to_array(s.search_name, '' '')) n'
      ' where case when length(n) < 256 then levenshtein_less_equal(%L, n, %s) <= %6$s end)))',
      contains, (length(word) >= 9)::text, ' ' || left(word, half), substr(word, half + 1) || ' ',
      word, case when length(word) < 9 then 1 else 2 end) end;
    as_written := as_written || ' and ' || contains;
    forgiving := forgiving || ' and ' || case when word = longest then contains else alike end;
    alike_longest := alike_longest || ' and ' || alike;
    rank := rank || format(
      ' + case when position(%L in '' '' || f.search_name || '' '') > 0 then 3'
      ' when position(%L in '' '' || f.search_name) > 0 then 2'
      ' when position(%3$L in f.search_name) > 0 then 1 else word_similarity(%3$L, f.search_name) end',
      ' ' || word || ' ', ' ' || word, word);
  end loop;
  if length(longest) >= 4 then
    execute format('select count(*) < 10 from (%s limit 10) f', as_written) into few;
  end if;
  if few then
    -- One letter wrong in the middle leaves this share of the trigrams of a word and its like.
    perform set_config('pg_trgm.word_similarity_threshold', least(0.45, greatest(0.25,
      (length(longest) - 2.2) / (length(longest) + 4)))::text, true);
    as_written := format('%s union %s and s.search_name %%> %L', forgiving, alike_longest, longest);
  end if;
  return query execute format('select f.staff_uuid, (%s)::real, f.search_name from (%s) f', rank, as_written);
end
$$;
grant create on schema public to atrium_platform;
alter function staff_found owner to atrium_platform;
revoke create on schema public from atrium_platform;
