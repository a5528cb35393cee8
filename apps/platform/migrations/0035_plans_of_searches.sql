-- A search by pattern has one good plan, its index of texts; to plan it anew for each pattern, by
-- comparing that with the statistics of texts, took a quarter of its time.
grant create on schema public to atrium_platform;
set local role atrium_platform;
alter function contacts_like(text) set plan_cache_mode = force_generic_plan;
alter function contacts_like(text) set enable_seqscan = off;
alter function contacts_like(text) set enable_indexscan = off;
alter function contacts_like(text) set enable_indexonlyscan = off;
alter function households_like(text) set plan_cache_mode = force_generic_plan;
alter function households_like(text) set enable_seqscan = off;
reset role;
revoke create on schema public from atrium_platform;
