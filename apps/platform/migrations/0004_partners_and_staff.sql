-- Partner firms and the staff of tenants and partners.

-- A firm that works for a tenant's clients with staff of its own.
create table partners (
  tenant_uuid uuid not null references tenants,
  partner_uuid uuid not null,
  name text not null,
  is_active boolean not null default true,
  created_at timestamptz not null default change_time(),
  updated_at timestamptz not null default change_time(),
  deleted_at timestamptz,
  primary key (tenant_uuid, partner_uuid)
);
create trigger partners_touch before update on partners for each row execute function touch();
call protect('partners');

create table staff_members (
  tenant_uuid uuid not null references tenants,
  staff_uuid uuid not null,
  -- Set for staff of a partner.
  partner_uuid uuid,
  first_name text not null,
  middle_name text,
  paternal_last_name text not null,
  maternal_last_name text,
  -- The address they sign in with; `email` is the one they are written to.
  user_email text not null,
  email text not null,
  staff_type text not null,
  staff_role text not null,
  legal_residence text not null,
  time_zone text not null,
  platform_language text not null,
  commission_currency text not null,
  phone_country_code text,
  phone_number text,
  job_position text,
  date_of_birth date,
  current_residence text,
  is_active boolean not null default true,
  created_at timestamptz not null default change_time(),
  updated_at timestamptz not null default change_time(),
  deleted_at timestamptz,
  -- All names, folded: what a search compares.
  search_name text generated always as (
    fold(first_name || ' ' || coalesce(middle_name || ' ', '') || paternal_last_name || coalesce(' ' || maternal_last_name, ''))
  ) stored,
  primary key (tenant_uuid, staff_uuid),
  constraint staff_members_partner_known foreign key (tenant_uuid, partner_uuid) references partners,
  constraint staff_members_phone_whole check ((phone_country_code is null) = (phone_number is null))
);
create index staff_members_live on staff_members (tenant_uuid, created_at, staff_uuid)
  where deleted_at is null;
create trigger staff_members_touch before update on staff_members
  for each row execute function touch();
call protect('staff_members');

-- The words of which a tenant's staff names are made: few, however many people bear them. A word
-- that is written wrong is compared with these instead of with everybody's name. A word that nobody
-- bears any more finds nobody, and stays.
create table staff_words (
  tenant_uuid uuid not null references tenants,
  word text not null,
  primary key (tenant_uuid, word)
);
call protect('staff_words');

-- Who bears which word in the name, live staff only. The key has all that a search reads, in the
-- order of its answer: a word of ten thousand people is one stretch of one index. It has room for any
-- name as people have them, not for whatever length folding might give one. A word shares so many
-- letters with one before it in the same name; hence a beginning finds everybody once.
create table staff_names (
  tenant_uuid uuid not null references tenants,
  word text collate "C" not null,
  name text collate "C" not null,
  staff_uuid uuid not null,
  shares integer not null,
  primary key (tenant_uuid, word, name, staff_uuid) include (shares)
);
call protect('staff_names');
create index staff_words_by_part on staff_words
  using gin (tenant_uuid, word gin_trgm_ops) with (gin_pending_list_limit = 256);

create function name_words(search_name text) returns table (word text, shares integer)
  language plpgsql immutable strict
as $$
declare
  before text := '';
begin
  for word in
    select distinct left(part, 100) collate "C" from unnest(string_to_array(search_name, ' ')) part where part <> '' order by 1
  loop
    shares := 0;
    while shares < length(before) and left(word, shares + 1) = left(before, shares + 1) loop
      shares := shares + 1;
    end loop;
    return next;
    before := word;
  end loop;
end
$$;

create or replace function staff_members_note_words() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.deleted_at is null then
    delete from staff_names
     where tenant_uuid = old.tenant_uuid and word = any(array(select word from name_words(old.search_name)))
       and name = left(old.search_name, 320) and staff_uuid = old.staff_uuid;
  end if;
  if new.deleted_at is null then
    insert into staff_words (tenant_uuid, word)
    select new.tenant_uuid, word from name_words(new.search_name) where length(word) > 1 order by word
    on conflict do nothing;
    insert into staff_names (tenant_uuid, word, name, staff_uuid, shares)
    select new.tenant_uuid, word, left(new.search_name, 320), new.staff_uuid, shares from name_words(new.search_name);
  end if;
  return null;
end
$$;
create trigger staff_members_note_words
  after insert or update of first_name, middle_name, paternal_last_name, maternal_last_name, deleted_at
  on staff_members for each row execute function staff_members_note_words();



-- The words nearest to one among those of the tenant's staff, forty at most: those with one letter
-- wrong, and those with two, which only a word of nine may have. Words in which it occurs as it is
-- written are not among them. One wrong letter leaves one half of a word whole, two leave a third:
-- by that the index finds them, where comparing all would take longer the more there are.
create function staff_words_near(word text, out one text[], out two text[]) language plpgsql stable as $$
declare
  wrong integer := case when length(word) < 4 then 0 when length(word) < 9 then 1 else 2 end;
  part integer := length(word) / (wrong + 1);
  patterns text[] := array[like_literal(left(word, part)) || '%', '%' || like_literal(substr(word, wrong * part + 1))];
begin
  if wrong = 0 then
    one := '{}';
    two := '{}';
    return;
  end if;
  if wrong = 2 then
    patterns := patterns || ('%' || like_literal(substr(word, part + 1, part)) || '%');
  end if;
  execute format(
    'select coalesce(array_agg(known) filter (where distance = 1), ''{}''),'
    ' coalesce(array_agg(known) filter (where distance = 2), ''{}'')'
    ' from (select known, distance from (select w.word, levenshtein_less_equal(%1$L, w.word, %2$s)'
    ' from staff_words w where w.tenant_uuid = current_tenant() and (%3$s)'
    ' and length(w.word) between %4$s and %5$s offset 0) alike (known, distance)'
    ' where distance between 1 and %2$s and position(%1$L in known) = 0'
    ' order by distance, known limit 40) nearest',
    word, wrong, (select string_agg(format('w.word like %L', p), ' or ') from unnest(patterns) p),
    length(word) - wrong, length(word) + wrong) into one, two;
end
$$;

-- Live staff of the transaction's tenant in whose names each of some folded words occurs, and how
-- well: whole words before beginnings before middles before those with a letter wrong, then two. A
-- word of one or two letters must begin a name. Where fewer than ten people have the words as written,
-- one letter of a word of four may be wrong, two of a word of nine.
-- The rarest of the words says whose names are read, the others are looked for in those. It looks as
-- the platform and names the tenant itself, and its statement is made anew each time, because a plan
-- made for any word is a poor one for most.
grant create on schema public to atrium_platform;
set local role atrium_platform;
create or replace function staff_found(words text[]) returns table (staff_uuid uuid, rank real, name text)
  language plpgsql stable rows 500 security definer set search_path = public, pg_temp
as $$
declare
  bears constant text := 'select p.staff_uuid, p.name, %s::real as tier from staff_names p where p.tenant_uuid = current_tenant() and p.word ';
  any_of constant text := ' union all ' || bears || '= any (%L)';
  literal text;
  middle text[];
  near record;
  begins text[];
  others text[];
  kinds integer[];
  has text[];
  score text[];
  as_written text;
  conditions text;
  scores text;
  bearers integer;
  fewest integer;
  rarest integer;
  answered integer := 0;
begin
  if cardinality(words) = 0 then
    return query select s.staff_uuid, 0::real, s.search_name from staff_members s
      where s.tenant_uuid = current_tenant() and s.deleted_at is null;
    return;
  end if;
  for i in 1..cardinality(words) loop
    literal := like_literal(words[i]);
    begins[i] := format(bears || 'like %L and p.shares < %s',
      format('case when p.word = %L then 3 else 2 end', words[i]), literal || '%', length(words[i]));
    has[i] := format(''' '' || p.name like %L', '% ' || literal || '%');
    middle := null;
    if length(words[i]) > 2 then
      has[i] := format('p.name like %L', '%' || literal || '%');
      execute format('select array_agg(w.word) from staff_words w'
        ' where w.tenant_uuid = current_tenant() and w.word like %L and w.word not like %L',
        '%' || literal || '%', literal || '%') into middle;
    end if;
    others[i] := format(bears || '= any (%L)', 1, coalesce(middle, '{}'));
    kinds[i] := coalesce(cardinality(middle), 0);
    score[i] := format('case when '' '' || e.name || '' '' like %L then 3'
      ' when '' '' || e.name like %L then 2 when e.name like %L then 1',
      '% ' || literal || ' %', '% ' || literal || '%', '%' || literal || '%');
  end loop;
  as_written := array_to_string(has, ' and ');

  for forgiving in 0..1 loop
    exit when forgiving = 1 and (answered >= 10 or not exists (select from unnest(words) w where length(w) > 3));
    fewest := null;
    for i in 1..cardinality(words) loop
      if forgiving = 1 then
        select * into near from staff_words_near(words[i]);
        has[i] := format('(%s or string_to_array(p.name, '' '') && %L)', has[i], near.one || near.two);
        kinds[i] := kinds[i] + cardinality(near.one || near.two);
        others[i] := others[i] || format(any_of, 0.5, near.one) || format(any_of, 0.25, near.two);
        score[i] := format('%s when string_to_array(e.name, '' '') && %L then 0.5 else 0.25', score[i], near.one);
      end if;
      if cardinality(words) > 1 then
        execute format('select count(*) from (%s union all %s limit 1000) p', begins[i], others[i]) into bearers;
      end if;
      if fewest is null or bearers < fewest or bearers = fewest and length(words[i]) > length(words[rarest]) then
        fewest := bearers;
        rarest := i;
      end if;
      exit when bearers = 0;
    end loop;
    continue when fewest = 0;
    select coalesce(string_agg(h, ' and '), 'true'), coalesce(string_agg(s || ' end', ' + '), '0')
      into conditions, scores from unnest(has, score) with ordinality each (h, s, n) where n <> rarest;
    if forgiving = 1 then
      conditions := format('%s and not (%s)', conditions, as_written);
    end if;
    -- Of a person's words many may contain one, or be like it: found once, by the best.
    return query execute format(
      'select e.staff_uuid, (e.tier + %1$s)::real, e.name from (select * from (%2$s) p where %3$s union all'
      ' select %4$s from (%5$s) p where %3$s and '' '' || p.name not like %6$L %7$s) e',
      scores, begins[rarest], conditions,
      case when kinds[rarest] > 1 then 'p.staff_uuid, any_value(p.name), max(p.tier)' else '*' end,
      others[rarest], '% ' || like_literal(words[rarest]) || '%',
      case when kinds[rarest] > 1 then 'group by p.staff_uuid' end);
    get diagnostics answered = row_count;
  end loop;
end
$$;
reset role;
revoke create on schema public from atrium_platform;
-- The first of the live staff who bear a folded word or one that it begins, whole words first, then by
-- name, and how many are found in all; no row unless there are as many as asked for, and ten. A page
-- of a name that thousands bear is read from the index in its order, the others are only counted.
-- It looks as the platform and names the tenant itself, as staff_found does, which answers the rest.
grant create on schema public to atrium_platform;
set local role atrium_platform;
create function staff_beginning(begins text, most integer)
  returns table (staff_uuid uuid, rank real, name text, total integer)
  language plpgsql stable rows 20 security definer set search_path = public, pg_temp
  set plan_cache_mode = force_generic_plan set enable_seqscan = off
as $$
declare
  own constant uuid := current_tenant();
  -- Behind every word that begins so: no character is greater.
  behind constant text := begins || chr(1114111);
  whole integer := (select count(*) from staff_names p where p.tenant_uuid = own and p.word = begins);
  longer integer := (select count(*) from staff_names p
    where p.tenant_uuid = own and p.word > begins and p.word < behind and p.shares < length(begins));
  amid integer := 0;
  words text[];
begin
  if whole + longer < greatest(most, 10) then
    return;
  end if;
  if length(begins) > 2 then
    execute format('select array_agg(w.word) from staff_words w where w.tenant_uuid = %L and w.word like %L'
      ' and w.word not like %L', own, '%' || like_literal(begins) || '%', like_literal(begins) || '%') into words;
    if words is not null then
      select count(distinct p.staff_uuid) into amid from staff_names p
       where p.tenant_uuid = own and p.word = any (words) and strpos(' ' || p.name, ' ' || begins) = 0;
    end if;
  end if;
  return query select p.staff_uuid, 3::real, p.name, whole + longer + amid from staff_names p
    where p.tenant_uuid = own and p.word = begins order by p.name, p.staff_uuid limit most;
  if whole < most then
    return query select p.staff_uuid, 2::real, p.name, whole + longer + amid from staff_names p
      where p.tenant_uuid = own and p.word > begins and p.word < behind and p.shares < length(begins)
      order by p.name, p.staff_uuid limit most - whole;
  end if;
end
$$;
reset role;
revoke create on schema public from atrium_platform;
