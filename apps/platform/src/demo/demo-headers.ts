import { readCredentials } from '../auth/bootstrap.ts';

/**
 * Returns the headers of the demo's adviser, which the reference fills in; none while there is no
 * demo.
 */
export async function demoHeaders(dataDir: string): Promise<Record<string, string>> {
  const credentials = await readCredentials(dataDir);
  const adviser = credentials?.demo?.find(({ role }) => role === 'TENANT_STAFF');
  if (!adviser) return {};
  return {
    'x-tenant-uuid': adviser.tenantUuid,
    'x-user-id': adviser.userUuid,
    'x-user-email': adviser.email,
    'x-user-type': adviser.role,
  };
}
