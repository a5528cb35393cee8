import type { Fragment } from '@atrium/kit/sql.ts';
import type { Tx } from '../database/transaction.ts';
import type { Person } from './person.ts';

/** The session that goes on, in the branch that asks; without a branch, in the one that it began with. */
export type Kept = { sessionUuid?: string | null; branchUuid?: string };

/** Returns the session that asks where people change what is their own; of anybody else nothing is kept. */
export function keptOfAsker({ actor }: Tx, { userUuid }: Person): Kept | undefined {
  return actor.actorId === userUuid ? actor : undefined;
}

/**
 * Ends all that some people hold, except what is kept: their sign-ins and the links that set a
 * password. Whoever is switched off, and whoever got another e-mail or password, comes in by
 * nothing of before.
 */
export async function endAllHeld(tx: Tx, ofThem: Fragment, kept?: Kept): Promise<void> {
  await tx`update password_tokens set used_at = now() where ${ofThem} and used_at is null`;
  await endSignIns(tx, ofThem, kept);
}

/**
 * Ends the sessions of some people with their cookies, the sign-ins that wait for a second factor,
 * and the subscriptions of their calendars: whoever learned such an address from a stolen session
 * reads it no longer. Of the kept session the other branches end. Tokens of programs end too, unless
 * the person does what concerns sign-ins in person alone.
 */
export async function endSignIns(
  tx: Tx,
  ofThem: Fragment,
  kept: Kept = {},
  { keepsTokens = false } = {},
): Promise<void> {
  await tx`delete from sign_in_challenges where ${ofThem}`;
  await tx`delete from calendar_feeds where ${ofThem}`;
  await tx`
    update sessions set revoked_at = now()
     where ${ofThem} and revoked_at is null
       and session_uuid is distinct from ${kept.sessionUuid ?? null}::uuid
       and not (is_token and ${keepsTokens})`;
  await endOtherBranches(tx, ofThem, kept);
}

/**
 * Ends every branch of a session but the one that asks. The session is locked first, so that the
 * branches are those that there are.
 */
export async function endOtherBranches(
  tx: Tx,
  ofThem: Fragment,
  { sessionUuid = null, branchUuid = sessionUuid ?? undefined }: Kept = {},
): Promise<void> {
  if (sessionUuid === null || branchUuid === undefined) return;
  const kept = tx`${ofThem} and session_uuid = ${sessionUuid} and revoked_at is null`;
  await tx`select from sessions where ${kept} for no key update`;
  await tx`
    update sessions
       set ended_branches = array(
             select coalesce(r.branch_uuid, r.session_uuid) from refresh_tokens r
              where r.tenant_uuid = sessions.tenant_uuid and r.session_uuid = sessions.session_uuid
              union select sessions.session_uuid
             except select ${branchUuid}::uuid)
     where ${kept}`;
}
