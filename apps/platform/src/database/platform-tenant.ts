/** The platform's own tenant (code PLATFORM), which the first migration makes. */
export const platformTenantUuid = '00000000-0000-4000-8000-000000000001';
