import type { Tx } from '../../database/transaction.ts';
import { openSealed, type SsoSecrets } from './sso-secrets.ts';

// A longer address is one that servers may refuse.
const longestHint = 4_000;

/**
 * Returns where a browser ends its session at the provider too (OpenID Connect RP-Initiated Logout 1.0);
 * undefined of a session that did not begin there, or whose provider has no such address.
 */
export async function findEndSessionUrl(
  tx: Tx,
  secrets: SsoSecrets,
  { tenantUuid, sessionUuid }: { tenantUuid: string; sessionUuid: string },
): Promise<string | undefined> {
  const [row] = await tx<{ address: string; clientId: string; sealedIdToken: string | null }[]>`
    select c.metadata ->> 'end_session_endpoint' as address, c.client_id, s.sealed_id_token
      from sso_sessions s join sso_connections c using (tenant_uuid, connection_uuid)
     where s.tenant_uuid = ${tenantUuid} and s.session_uuid = ${sessionUuid}
       and c.metadata ? 'end_session_endpoint'`;
  if (!row) return undefined;
  const url = new URL(row.address);
  url.searchParams.set('client_id', row.clientId);
  const idToken = row.sealedIdToken && openSealed(secrets, row.sealedIdToken, sessionUuid);
  if (idToken && idToken.length <= longestHint) url.searchParams.set('id_token_hint', idToken);
  return url.href;
}
