import { type Client, createClient } from './client.ts';
import type { World } from './world.ts';

export const userSchema = 'urn:ietf:params:scim:schemas:core:2.0:User';
export const patchSchema = 'urn:ietf:params:scim:api:messages:2.0:PatchOp';

/** Returns what a tenant's identity provider calls with: a token that an administrator made. */
export async function provider(w: World, admin: Client, tenantUuid: string) {
  const { status, body } = await admin.post(
    `/api/tenants/${tenantUuid}/sso/provisioning-token`,
    {},
  );
  if (status !== 201) throw new Error(JSON.stringify(body));
  return createClient(w.app, {
    authorization: `Bearer ${body.token}`,
    'content-type': 'application/scim+json',
  });
}

/** Returns the body of a PATCH. */
export const patchOf = (...operations: object[]) => ({
  schemas: [patchSchema],
  Operations: operations,
});
