import type { ProviderName } from '../../calendar-providers.ts';
import type { Tx } from '../../database/transaction.ts';
import { hashOf } from './consent-state.ts';
import type { TokenCipher } from './token-cipher.ts';

/** A consent that came back: who began it, and what the exchange of the code needs. */
type Authorization = {
  tenantUuid: string;
  userUuid: string;
  redirectUri: string;
  verifier: string;
};

/** Returns who began a consent, whether it still can be finished or not. A platform transaction's query. */
export async function findBeginner(tx: Tx, provider: ProviderName, state: string) {
  const [row] = await tx<{ tenantUuid: string; userUuid: string }[]>`
    select tenant_uuid, user_uuid from calendar_authorizations
     where state_hash = ${hashOf(state)} and provider = ${provider}`;
  return row;
}

/** Uses up a state: undefined when it is unknown, used or expired, or its user is gone. */
export async function takeAuthorization(
  tx: Tx,
  cipher: TokenCipher,
  provider: ProviderName,
  state: string,
): Promise<Authorization | undefined> {
  const stateHash = hashOf(state);
  const [taken] = await tx<(Authorization & { sealedVerifier: string })[]>`
    update calendar_authorizations s set used_at = now()
      from accounts a join tenants t on t.tenant_uuid = a.tenant_uuid
     where s.state_hash = ${stateHash} and s.provider = ${provider} and s.used_at is null
       and s.expires_at > now() and a.tenant_uuid = s.tenant_uuid and a.user_uuid = s.user_uuid
       and a.is_active and a.deleted_at is null and t.is_active and t.deleted_at is null
       and partner_active(a.tenant_uuid, a.partner_uuid)
    returning s.tenant_uuid, s.user_uuid, s.redirect_uri, s.sealed_verifier`;
  if (!taken) return undefined;
  const { sealedVerifier, ...authorization } = taken;
  return { ...authorization, verifier: cipher.open(sealedVerifier, stateHash.toString('hex')) };
}
