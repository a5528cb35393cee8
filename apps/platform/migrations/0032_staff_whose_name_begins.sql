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
