import type { Tx } from '../../database/transaction.ts';

/** Notes that the person of a session has proven who they are now. */
export async function markProved(
  tx: Tx,
  session: { tenantUuid: string; sessionUuid: string },
): Promise<void> {
  const { tenantUuid, sessionUuid } = session;
  await tx`
    update sessions set proved_at = now()
     where tenant_uuid = ${tenantUuid} and session_uuid = ${sessionUuid}`;
}
