import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Tx } from '../../database/transaction.ts';
import { Problem } from '../../problems.ts';
import type { ProviderName, ProviderSettings } from '../providers/provider.ts';
import { newVerifier, toAuthorizationUrl } from './oauth.ts';
import type { TokenCipher } from './token-cipher.ts';

const lifetime = '10 minutes';

type Asked = { userUuid: string; settings: ProviderSettings; redirectUri: string };
type Keys = { cipher: TokenCipher; secretKey: string };

/** An authorization that came back: who asked for it, and what the exchange needs. */
export type Authorization = {
  tenantUuid: string;
  userUuid: string;
  redirectUri: string;
  verifier: string;
};

/**
 * Begins a consent at a provider and answers where to send the user. The state is signed, belongs
 * to this user and provider, and works once within ten minutes. Throws PROVIDER_NOT_CONFIGURED.
 */
export async function beginAuthorization(
  tx: Tx,
  { cipher, secretKey }: Keys,
  { userUuid, settings, redirectUri }: Asked,
): Promise<string> {
  const { name: provider, clientId } = settings;
  if (!clientId) throw new Problem('PROVIDER_NOT_CONFIGURED');
  const nonce = randomBytes(32).toString('base64url');
  const state = `${nonce}.${signature(secretKey, provider, nonce).toString('base64url')}`;
  const stateHash = hash(state);
  const verifier = newVerifier();
  const sealedVerifier = cipher.seal(verifier, stateHash.toString('hex'));
  await tx`
    insert into calendar_authorizations
      (tenant_uuid, state_hash, user_uuid, provider, redirect_uri, sealed_verifier, expires_at)
    values (${tx.tenantUuid}, ${stateHash}, ${userUuid}, ${provider}, ${redirectUri}, ${sealedVerifier},
            now() + ${lifetime}::interval)`;
  return toAuthorizationUrl(settings, { state, verifier, redirectUri });
}

/** Takes back a state, once: undefined when it is not ours, used, expired or somebody's who is gone. */
export async function takeAuthorization(
  tx: Tx,
  { cipher, secretKey }: Keys,
  provider: ProviderName,
  state: string,
): Promise<Authorization | undefined> {
  const [nonce = '', given = ''] = state.split('.');
  const ours = signature(secretKey, provider, nonce);
  const theirs = Buffer.from(given, 'base64url');
  if (theirs.length !== ours.length || !timingSafeEqual(theirs, ours)) return undefined;
  const stateHash = hash(state);
  const [taken] = await tx<(Authorization & { sealedVerifier: string })[]>`
    update calendar_authorizations s set used_at = now()
      from accounts a join tenants t on t.tenant_uuid = a.tenant_uuid
     where s.state_hash = ${stateHash} and s.provider = ${provider} and s.used_at is null
       and s.expires_at > now() and a.tenant_uuid = s.tenant_uuid and a.user_uuid = s.user_uuid
       and a.is_active and a.deleted_at is null and t.is_active and t.deleted_at is null
    returning s.tenant_uuid, s.user_uuid, s.redirect_uri, s.sealed_verifier`;
  if (!taken) return undefined;
  const { sealedVerifier, ...authorization } = taken;
  return { ...authorization, verifier: cipher.open(sealedVerifier, stateHash.toString('hex')) };
}

const hash = (text: string) => createHash('sha256').update(text).digest();

const signature = (secretKey: string, provider: string, nonce: string) =>
  createHmac('sha256', secretKey).update(`calendar state\n${provider}\n${nonce}`).digest();
