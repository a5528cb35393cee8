-- The functions of 0017 that find who is close to an exposed person, with statements whose plans a
-- connection may keep: planning them took several times as long as running them for one page.

alter function households_of(uuid[]) reset plan_cache_mode;
alter function members_of(uuid[]) reset plan_cache_mode;

-- Returns who is related to a politically exposed person of the transaction's tenant, by which
-- membership and how many steps away: all of them, or at least all ways of the contacts and
-- organisations `among`. One step leads over a household that both belong to, a second
-- one over another household of whoever was reached, through an organisation only if it is owned.
-- Accountants, attorneys and custodians are no close associates, in either direction; nor is a
-- member without a relationship. `through_member_uuid` is the member of that household whom the
-- step starts from.
--
-- Each household is read once a step, so its size counts once, also in circles. Arrays are looked
-- up by `in (select unnest(…))`, which hashes them in a kept plan too; `= any` would search them
-- from end to end for each row.
create or replace function exposed_ways(among uuid[] default null) returns table (
    step int, household_uuid uuid, member_uuid uuid, party_uuid uuid, contact_uuid uuid,
    relationship_type text, through_member_uuid uuid)
  language plpgsql stable rows 10000
as $$
#variable_conflict use_column
declare
  exposed uuid[];
  homes uuid[];
  homes_through uuid[];
  reached uuid[];
  owned uuid[];
  next_homes uuid[];
  next_through uuid[];
begin
  if among is null then
    exposed := array(
      select c.contact_uuid from contacts c where c.is_politically_exposed and c.deleted_at is null);
  else
    exposed := array(
      select c.contact_uuid
        from unnest(members_of(households_of(members_of(households_of(among))))) near (contact_uuid)
        join contacts c using (contact_uuid)
       where c.is_politically_exposed and c.deleted_at is null);
  end if;
  if exposed = '{}' then
    return;
  end if;
  select array_agg(h.household_uuid), array_agg(h.through) into homes, homes_through from (
    select m.household_uuid, (array_agg(m.member_uuid order by m.ordinal))[1] as through
      from unnest(exposed) e (contact_uuid) join household_members m using (contact_uuid)
     where m.removed_at is null and is_close(coalesce(m.relationship_type, 'SELF'))
     group by m.household_uuid) h;

  select array_agg(distinct coalesce(m.contact_uuid, m.organisation_uuid)),
         array_agg(distinct m.organisation_uuid) filter (where m.relationship_type = 'OWNED_COMPANY')
    into reached, owned
    from unnest(homes) h (household_uuid) join household_members m using (household_uuid)
   where m.removed_at is null and is_close(m.relationship_type)
     and (m.contact_uuid in (select unnest(exposed))) is not true;

  -- Whoever is in a household of the first step was reached by it.
  select array_agg(h.household_uuid), array_agg(h.through) into next_homes, next_through from (
    select m.household_uuid, (array_agg(m.member_uuid order by m.ordinal))[1] as through from (
      select m.* from unnest(reached) r (contact_uuid) join household_members m using (contact_uuid)
      union all
      select m.* from unnest(reached) r (organisation_uuid) join household_members m using (organisation_uuid)
       where m.relationship_type = 'OWNED_COMPANY' or m.organisation_uuid in (select unnest(owned))) m
     where m.removed_at is null and is_close(coalesce(m.relationship_type, 'SELF'))
       and m.household_uuid not in (select unnest(homes))
     group by m.household_uuid) h;

  return query
  select 1, m.household_uuid, m.member_uuid, coalesce(m.contact_uuid, m.organisation_uuid),
         m.contact_uuid, m.relationship_type, h.through
    from unnest(homes, homes_through) h (household_uuid, through)
    join household_members m using (household_uuid)
   where m.removed_at is null and is_close(m.relationship_type)
     and (m.contact_uuid in (select unnest(exposed))) is not true;

  return query
  select 2, m.household_uuid, m.member_uuid, coalesce(m.contact_uuid, m.organisation_uuid),
         m.contact_uuid, m.relationship_type, h.through
    from unnest(next_homes, next_through) h (household_uuid, through)
    join household_members m using (household_uuid)
   where m.removed_at is null and is_close(m.relationship_type)
     and coalesce(m.contact_uuid, m.organisation_uuid) not in (select unnest(reached))
     and (m.contact_uuid in (select unnest(exposed))) is not true;
end
$$;
