import type { Tx } from '../../database/transaction.ts';
import type { SessionRow } from './schemas.ts';

const most = 1_000;

const stands = (tx: Tx, userUuid: string) => tx`
  tenant_uuid = ${tx.tenantUuid} and user_uuid = ${userUuid} and not is_token and revoked_at is null
    and expires_at > now() and not (by_cookie and session_idle(tenant_uuid, used_at))
    and not session_over(tenant_uuid, created_at)`;

/** Returns a person's sessions, the one last used first; the current one is being used now. */
export function listSessions(tx: Tx, userUuid: string, current: string | null) {
  return tx<SessionRow[]>`
    select session_uuid, record_time(created_at) as created_at, record_time(at) as last_used_at,
           user_agent, address, is_current
      from (select *, session_uuid is not distinct from ${current}::uuid as is_current,
                   case when session_uuid = ${current} then now() else used_at end as at
              from sessions where ${stands(tx, userUuid)}) s
     order by at desc, session_uuid desc limit ${most}`;
}

/** Ends one of a person's sessions, or all but the current; returns which. */
export async function revokeOwnSessions(
  tx: Tx,
  userUuid: string,
  which: { sessionUuid: string } | { allBut: string | null },
): Promise<string[]> {
  const chosen =
    'allBut' in which
      ? tx`session_uuid is distinct from ${which.allBut}::uuid`
      : tx`session_uuid = ${which.sessionUuid}`;
  const rows = await tx<{ sessionUuid: string }[]>`
    update sessions set revoked_at = now()
     where ${stands(tx, userUuid)} and ${chosen} returning session_uuid`;
  return rows.map(({ sessionUuid }) => sessionUuid);
}
