-- Each part costs a question a third of a millisecond. Parts that are all a day old become one, so that
-- what stays small by itself does not stay in pieces; at most once a day the table is written anew.
alter table events modify setting min_age_to_force_merge_seconds = 86400;
