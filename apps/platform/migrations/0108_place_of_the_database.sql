-- Which database, and which table in it, the platform last started on: a dump that was restored, into the
-- same server too, has others.
alter table outbox_position add column place text;
