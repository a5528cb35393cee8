import type { Tx } from '../../database/transaction.ts';

/** An upload that a session may make, and whether its time has passed. */
export type Ticket<P extends string = string> = {
  sessionUuid: string;
  versionHint: number;
  outcome: Outcome | null;
  expired: boolean;
  /** What the file is for. */
  place: P;
  fileName: string;
};
type Outcome = 'CONFIRMED' | 'CANCELED' | 'REPLACED';

export type NewSession = {
  owner: string;
  sessionUuid: string;
  /** The version of the owner's record that a confirm of the session makes. */
  versionHint: number;
  minutes: number;
};

export function listTickets<P extends string>(
  tx: Tx,
  owner: string,
  sessionUuids: readonly string[],
) {
  return tx<Ticket<P>[]>`
    select session_uuid, version_hint, outcome, expires_at <= now() as expired, place, file_name
      from upload_sessions join upload_tickets using (tenant_uuid, session_uuid)
     where tenant_uuid = ${tx.tenantUuid} and owner = ${owner}
       and session_uuid = any(${sessionUuids}::uuid[])`;
}

/** Inserts a session with its tickets, and answers when it ends. */
export async function insertSession(
  tx: Tx,
  { owner, sessionUuid, versionHint, minutes }: NewSession,
  tickets: readonly { place: string; fileName: string }[],
): Promise<string> {
  const { tenantUuid } = tx;
  const [row] = await tx<[{ expiresAt: string }]>`
    insert into upload_sessions (tenant_uuid, owner, session_uuid, version_hint, expires_at)
    values (${tenantUuid}, ${owner}, ${sessionUuid}, ${versionHint},
            now() + ${minutes} * interval '1 minute')
    returning to_char(expires_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as expires_at`;
  const rows = tickets.map(({ place, fileName }) => ({ tenantUuid, sessionUuid, place, fileName }));
  await tx`insert into upload_tickets ${tx(rows)}`;
  return row.expiresAt;
}

/** Ends an owner's pending session, if there is one. */
export async function closePendingSession(tx: Tx, owner: string, outcome: Outcome): Promise<void> {
  await tx`
    update upload_sessions set outcome = ${outcome}
     where tenant_uuid = ${tx.tenantUuid} and owner = ${owner} and outcome is null`;
}

/** Lists the sessions, of all owners, whose uploads may still be confirmed. */
export async function listPending(tx: Tx): Promise<string[]> {
  const rows = await tx<{ sessionUuid: string }[]>`
    select session_uuid from upload_sessions
     where tenant_uuid = ${tx.tenantUuid} and outcome is null and expires_at > now()`;
  return rows.map(({ sessionUuid }) => sessionUuid);
}

/** Removes sessions so old that nobody will come back to them. */
export async function removeOldSessions(tx: Tx): Promise<void> {
  await tx`
    delete from upload_sessions
     where tenant_uuid = ${tx.tenantUuid} and expires_at < now() - interval '30 days'`;
}
