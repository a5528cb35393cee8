-- The words of which a tenant's staff names are made: few, however many people bear them. A word
-- that is written wrong is compared with these instead of with everybody's name. A word that nobody
-- bears any more finds nobody, and stays.
create table staff_words (
  tenant_uuid uuid not null references tenants,
  word text not null,
  primary key (tenant_uuid, word)
);
call protect('staff_words');

create function staff_members_note_words() returns trigger language plpgsql as $$
begin
  insert into staff_words (tenant_uuid, word)
  select distinct new.tenant_uuid, word from unnest(string_to_array(new.search_name, ' ')) word
   where length(word) between 2 and 255
   order by word
  on conflict do nothing;
  return null;
end
$$;
create trigger staff_members_note_words after insert or update of first_name, middle_name, paternal_last_name, maternal_last_name
  on staff_members for each row execute function staff_members_note_words();

set local role atrium_platform;
insert into staff_words (tenant_uuid, word)
select distinct tenant_uuid, word from staff_members, unnest(string_to_array(search_name, ' ')) word
 where length(word) between 2 and 255;
reset role;

create index staff_members_by_word on staff_members
  using gin (tenant_uuid, string_to_array(search_name, ' ')) with (gin_pending_list_limit = 256)
  where deleted_at is null;

-- Live staff of the transaction's tenant in whose names each of some folded words occurs, and how
-- well: whole words before beginnings before middles before those with a letter wrong. A word of one
-- or two letters must begin a name. Where fewer than ten people have the words as written, one letter
-- of a word of four may be wrong, two of a word of nine.
-- It looks as the platform and names the tenant itself: behind the wall, LIKE is not leakproof and
-- could not search an index. The statement is made anew each time, because a plan made for any word
-- is a poor one for most.
grant create on schema public to atrium_platform;
set local role atrium_platform;
create or replace function staff_found(words text[]) returns table (staff_uuid uuid, rank real, name text)
  language plpgsql stable rows 500 security definer set search_path = public, pg_temp
as $$
declare
  word text;
  literal text;
  contains text;
  wrong integer;
  alike text[];
  base text := 'select s.staff_uuid, s.search_name from staff_members s where s.tenant_uuid = current_tenant() and s.deleted_at is null';
  as_written text := base;
  forgiving text := base;
  rank text := '0';
  long boolean := false;
  few boolean := false;
begin
  foreach word in array words loop
    literal := regexp_replace(word, '([\\%_])', '\\\1', 'g');
    contains := case when length(word) < 3
      then format('(s.search_name like %L or s.search_name like %L)', literal || '%', '% ' || literal || '%')
      else format('s.search_name like %L', '%' || literal || '%') end;
    as_written := as_written || ' and ' || contains;
    long := long or length(word) >= 4;
    rank := rank || format(
      ' + case when position(%L in '' '' || f.search_name || '' '') > 0 then 3'
      ' when position(%L in '' '' || f.search_name) > 0 then 2'
      ' when position(%3$L in f.search_name) > 0 then 1 else 0.5 end',
      ' ' || word || ' ', ' ' || word, word);
  end loop;
  if long then
    execute format('select count(*) < 10 from (%s limit 10) f', as_written) into few;
  end if;
  if few then
    foreach word in array words loop
      literal := regexp_replace(word, '([\\%_])', '\\\1', 'g');
      wrong := case when length(word) < 4 then 0 when length(word) < 9 then 1 else 2 end;
      select array_agg(w.known) into alike from staff_words w (tenant, known)
       where w.tenant = current_tenant()
         and (w.known like literal || '%' or length(word) > 2 and w.known like '%' || literal || '%'
           or length(w.known) between length(word) - wrong and length(word) + wrong
             and levenshtein_less_equal(word, w.known, wrong) <= wrong);
      forgiving := forgiving || format(' and string_to_array(s.search_name, '' '') && %L::text[]', coalesce(alike, '{}'));
    end loop;
    as_written := forgiving;
  end if;
  return query execute format('select f.staff_uuid, (%s)::real, f.search_name from (%s) f', rank, as_written);
end
$$;
reset role;
revoke create on schema public from atrium_platform;
