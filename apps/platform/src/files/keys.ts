/** Everything that a tenant keeps in object storage is below this. */
export function tenantPrefix(tenantUuid: string): string {
  return `${tenantUuid}/`;
}

/** What an owner, such as branding, keeps of a tenant is below this, and nothing else is. */
export function ownerPrefix(tenantUuid: string, owner: string): string {
  return `${tenantPrefix(tenantUuid)}${owner}/`;
}

/** Uploads wait below this for their confirmation, whoever asked for them. */
export const uploads = 'uploads';

/** Returns the key under which an upload waits; without a file name that of its session. */
export function uploadKey(tenantUuid: string, sessionUuid: string, fileName = ''): string {
  return `${ownerPrefix(tenantUuid, uploads)}${sessionUuid}/${fileName}`;
}
