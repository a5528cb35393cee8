import type { Caller } from '@atrium/kit/auth/caller.ts';
import type { Fragment } from '@atrium/kit/sql.ts';
import type { Tx } from '../database/transaction.ts';

/** A person with an account. */
export type Person = { tenantUuid: string; userUuid: string };

/** Returns the caller as a person of the home tenant, whichever tenant the request is about. */
export const personOf = ({ homeTenantUuid, userUuid }: Caller): Person => ({
  tenantUuid: homeTenantUuid,
  userUuid,
});

/** Returns the condition that a row belongs to a person. */
export const isOf = (tx: Tx, { tenantUuid, userUuid }: Person): Fragment =>
  tx`tenant_uuid = ${tenantUuid} and user_uuid = ${userUuid}`;
