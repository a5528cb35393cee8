-- Pictures that were published as they came are published anew without what they tell besides their pixels.
alter table brandings add column pictures_clean boolean not null default true;
set local role atrium_platform;
update brandings set pictures_clean = false
 where logo is not null or favicon_png32 is not null or favicon_ico is not null;
reset role;
