-- Two event types have other names: those who wait for them by the former ones are sent them still.
set local role atrium_platform;
update webhook_endpoints
   set event_types = array_replace(
     array_replace(event_types, 'tenant.access_approved', 'tenant.vendor_access_opened'),
     'tenant.access_ended', 'tenant.vendor_access_ended')
 where event_types && array['tenant.access_approved', 'tenant.access_ended'];
reset role;
