-- How much of a company that is a member of a household is owned there, in percent.
alter table household_members
  add column share_percent double precision,
  add constraint household_members_share check (
    share_percent is null
    or (share_percent between 0 and 100 and relationship_type is not distinct from 'OWNED_COMPANY'));
