import { Enum } from '@atrium/kit/schema.ts';
import { type Static, Type } from 'typebox';
import { Code, Tenant } from '../schemas.ts';

export const TenantRestoration = Type.Object({ code: Type.Optional(Code) });

/** What did not come back with a restored tenant, since others have it by now. */
const NotRestored = Type.Object({ kind: Enum(['DOMAIN', 'LOGIN']), value: Type.String() });

export const RestoredTenant = Type.Object({
  ...Tenant.properties,
  notRestored: Type.Array(NotRestored),
});

export type NotRestoredRow = Static<typeof NotRestored>;
export type RestoredTenantRow = Static<typeof RestoredTenant>;
