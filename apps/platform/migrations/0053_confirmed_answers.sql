-- Whether an answer came with the secret of a mailed link, by somebody signed in, by mail or from a
-- calendar: one that came without any of these does not override it. Of older answers by link or
-- page it is not known.
alter table meeting_participants add column rsvp_is_confirmed boolean not null default false;
set local role atrium_platform;
update meeting_participants set rsvp_is_confirmed = true where rsvp_source in ('USER', 'MAIL', 'PROVIDER');
reset role;
