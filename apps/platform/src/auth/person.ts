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

/** Whose session a page or a program means, as far as it says so. */
export type Stated = { userUuid?: string | undefined; tenantUuid?: string | undefined };

/** Returns whether a session's owner is another person, or of another firm, than the stated. */
export function isOtherThan({ userUuid, tenantUuid }: Stated, owner: Person): boolean {
  const differs = (stated: string | undefined, held: string) =>
    stated !== undefined && stated.toLowerCase() !== held;
  return differs(userUuid, owner.userUuid) || differs(tenantUuid, owner.tenantUuid);
}

/** Returns the condition that a row belongs to a person. */
export const isOf = (tx: Tx, { tenantUuid, userUuid }: Person): Fragment =>
  tx`tenant_uuid = ${tenantUuid} and user_uuid = ${userUuid}`;
