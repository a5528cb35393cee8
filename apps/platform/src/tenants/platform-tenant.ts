/** The platform's own tenant, home of the system administrators. The same in every installation. */
export const platformTenantUuid = '00000000-0000-4000-8000-000000000001';
export const platformTenantCode = 'PLATFORM';
