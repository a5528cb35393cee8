-- Zones of staff and accounts are IANA names alone. Names that one part of the platform took and another
-- did not know counted as UTC; each becomes the zone that it stands for.
create temporary table zone_names on commit drop as
select * from (values
  ('act', 'Australia/Darwin'), ('aet', 'Australia/Sydney'), ('agt', 'America/Argentina/Buenos_Aires'),
  ('art', 'Africa/Cairo'), ('ast', 'America/Anchorage'), ('bet', 'America/Sao_Paulo'),
  ('bst', 'Asia/Dhaka'), ('cat', 'Africa/Maputo'), ('cnt', 'America/St_Johns'),
  ('cst', 'America/Chicago'), ('ctt', 'Asia/Shanghai'), ('eat', 'Africa/Addis_Ababa'),
  ('ect', 'Europe/Paris'), ('iet', 'America/Indiana/Indianapolis'), ('ist', 'Asia/Kolkata'),
  ('jst', 'Asia/Tokyo'), ('mit', 'Pacific/Apia'), ('net', 'Asia/Yerevan'), ('nst', 'Pacific/Auckland'),
  ('plt', 'Asia/Karachi'), ('pnt', 'America/Phoenix'), ('prt', 'America/Puerto_Rico'),
  ('pst', 'America/Los_Angeles'), ('sst', 'Pacific/Guadalcanal'), ('vst', 'Asia/Ho_Chi_Minh'),
  ('us/pacific-new', 'America/Los_Angeles'), ('systemv/ast4', 'America/Puerto_Rico'),
  ('systemv/ast4adt', 'America/Halifax'), ('systemv/cst6', 'America/Regina'),
  ('systemv/cst6cdt', 'America/Chicago'), ('systemv/est5', 'America/Indiana/Indianapolis'),
  ('systemv/est5edt', 'America/New_York'), ('systemv/hst10', 'Pacific/Honolulu'),
  ('systemv/mst7', 'America/Phoenix'), ('systemv/mst7mdt', 'America/Denver'),
  ('systemv/pst8', 'Pacific/Pitcairn'), ('systemv/pst8pdt', 'America/Los_Angeles'),
  ('systemv/yst9', 'Pacific/Gambier'), ('systemv/yst9ydt', 'America/Anchorage')) names (name, zone);
grant select on zone_names to atrium_platform;
set local role atrium_platform;
update staff_members s set time_zone = z.zone from zone_names z where lower(s.time_zone) = z.name;
update accounts a set time_zone = z.zone from zone_names z where lower(a.time_zone) = z.name;
reset role;
