import { listIdentifiers, totpContext } from './auth/second-factor/open-totp.ts';
import { createTotpSeal } from './auth/second-factor/second-factor.ts';
import { createSsoSecrets } from './auth/sso/sso-secrets.ts';
import { createTokenCipher, tokensContext } from './calendar/connections/token-cipher.ts';
import type { SealedColumn, SealingKeys } from './database/reseal.ts';
import { createSearchSeal, searchContext } from './personal-data/search-seal.ts';
import { createEndpointSeal } from './webhook-endpoints/secrets.ts';

/**
 * Lists every column that keeps sealed texts for longer than minutes. What waits for the end of a sign-in
 * or a consent (`second_factor_challenges`, `calendar_authorizations`) is opened by all keys until then.
 */
export function sealedColumns({ secretKeys, tokenKeys }: SealingKeys): SealedColumn[] {
  const totp = {
    table: 'totp_secrets',
    key: 'user_uuid',
    cipher: createTotpSeal(secretKeys),
    contextsOf: async (tx, { tenantUuid, uuid }) => {
      const identifiers = await listIdentifiers(tx, { tenantUuid, userUuid: uuid });
      return identifiers.map((userUuid) => totpContext({ tenantUuid, userUuid }));
    },
  } satisfies Omit<SealedColumn, 'column'>;
  const ofRow: Pick<SealedColumn, 'contextsOf'> = { contextsOf: (_, { uuid }) => [uuid] };
  const endpoints = {
    table: 'webhook_endpoints',
    key: 'endpoint_uuid',
    cipher: createEndpointSeal(secretKeys),
    ...ofRow,
  };
  const sessions = {
    table: 'sso_sessions',
    key: 'session_uuid',
    cipher: createSsoSecrets(secretKeys),
    ...ofRow,
  };
  return [
    { ...totp, column: 'secret' },
    { ...totp, column: 'pending_secret' },
    { ...endpoints, column: 'secret' },
    { ...endpoints, column: 'previous_secret' },
    {
      table: 'calendar_tokens',
      key: 'connection_uuid',
      column: 'sealed',
      keyId: 'key_id',
      cipher: createTokenCipher({ secretKeys, keys: tokenKeys }),
      contextsOf: (_, { tenantUuid, uuid }) => [
        tokensContext({ tenantUuid, connectionUuid: uuid }),
      ],
    },
    {
      table: 'sso_connections',
      key: 'connection_uuid',
      column: 'sealed_secret',
      cipher: createSsoSecrets(secretKeys),
      contextsOf: (_, { tenantUuid }) => [tenantUuid],
    },
    { ...sessions, column: 'sealed_refresh_token' },
    { ...sessions, column: 'sealed_id_token' },
    {
      table: 'contact_erasures',
      key: 'contact_uuid',
      column: 'search',
      cipher: createSearchSeal(secretKeys),
      contextsOf: (_, { tenantUuid, uuid }) => [searchContext(tenantUuid, uuid)],
    },
  ];
}
