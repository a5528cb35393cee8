import { randomUUIDv7 } from 'node:crypto';
import type { Tx } from '../../database/transaction.ts';
import type { Person } from '../person.ts';

/** What was done to a login: what its owner is told, or that a first link is due at a new address. */
export type LoginChange = 'EMAIL_TAKEN_AWAY' | 'EMAIL_GIVEN' | 'PASSWORD_SET' | 'FIRST_LINK';

/** The worker that mails changes of logins. */
export const loginChanges = 'login-changes';

/**
 * Notes in the change's own transaction what is to be mailed of it, and where to. The worker mails it
 * after the commit, whoever has made the change and in whichever way.
 */
export async function noteLoginChange(
  tx: Tx,
  { tenantUuid, userUuid }: Person,
  kind: LoginChange,
  address: string,
): Promise<void> {
  await tx`
    insert into login_changes (tenant_uuid, change_uuid, user_uuid, kind, address)
    values (${tenantUuid}, ${randomUUIDv7()}, ${userUuid}, ${kind}, ${address})`;
  tx.afterCommit('loginChanges');
}
