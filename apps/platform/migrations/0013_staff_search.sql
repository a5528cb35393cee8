-- Counts the letters by which two words differ.
create extension if not exists fuzzystrmatch;

-- Staff by name, in an index that the tenant leads.
drop index staff_members_by_name;
create index staff_members_by_name on staff_members
  using gin (tenant_uuid, search_name gin_trgm_ops) with (gin_pending_list_limit = 256)
  where deleted_at is null;

-- Live staff of the transaction's tenant in whose names each of some folded words occurs, and how
-- well: whole words before beginnings before middles. A word of one or two letters must begin a
-- name. Where fewer than 100 people have the words as written, a word of four letters may have one
-- of them wrong, a word of eight two: the index finds who is roughly alike, the distance decides.
-- It looks as the platform and names the tenant itself: behind the wall, LIKE and similarity are
-- not leakproof and could not search an index. The statement is made anew each time, because a
-- plan made for any word is a poor one for most.
create function staff_found(words text[]) returns table (staff_uuid uuid, rank real, name text)
  language plpgsql stable rows 500 security definer
  set search_path = public, pg_temp set pg_trgm.word_similarity_threshold = 0.3
as $$
declare
  word text;
  literal text;
  begins text;
  contains text;
  as_written text := 's.tenant_uuid = current_tenant() and s.deleted_at is null';
  forgiving text := as_written;
  rank text := '0';
  few boolean;
begin
  foreach word in array words loop
    literal := regexp_replace(word, '([\\%_])', '\\\1', 'g');
    if length(word) < 3 then
      begins := format('(s.search_name like %L or s.search_name like %L)', literal || '%', '% ' || literal || '%');
      as_written := as_written || ' and ' || begins;
      forgiving := forgiving || ' and ' || begins;
    else
      contains := format('s.search_name like %L', '%' || literal || '%');
      as_written := as_written || ' and ' || contains;
      forgiving := forgiving || ' and ' || case when length(word) < 4 then contains else format(
        '(%1$s or (%2$L <%% s.search_name and exists (select from string_to_array(s.search_name, '' '') names, unnest(names) n'
        ' where case when length(n) < 256 then levenshtein_less_equal(%2$L, n, %3$s) <= %3$s end)))',
        contains, word, case when length(word) < 8 then 1 else 2 end) end;
    end if;
    rank := rank || format(
      ' + case when position(%L in '' '' || s.search_name || '' '') > 0 then 3'
      ' when position(%L in '' '' || s.search_name) > 0 then 2'
      ' when position(%3$L in s.search_name) > 0 then 1 else word_similarity(%3$L, s.search_name) end',
      ' ' || word || ' ', ' ' || word, word);
  end loop;
  execute format('select count(*) < 100 from (select from staff_members s where %s limit 100) f', as_written)
     into few;
  return query execute format('select s.staff_uuid, (%s)::real, s.search_name from staff_members s where %s',
    rank, case when few then forgiving else as_written end);
end
$$;
grant create on schema public to atrium_platform;
alter function staff_found owner to atrium_platform;
revoke create on schema public from atrium_platform;
