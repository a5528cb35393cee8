import * as oidc from 'openid-client';
import type { AskProvider } from '../auth/sso/ask-provider.ts';
import type { Db } from '../database/db.ts';
import { createProviderClient, toUsable } from './provider-client.ts';
import { findConnection } from './queries.ts';
import type { SsoMeans } from './sso-means.ts';

/**
 * Makes what asks a provider by a refresh token whether a session may go on. Only `invalid_grant` says
 * no; whatever else goes wrong says nothing. A session of a connection that is no more is over.
 */
export function createAskProvider(db: Db, { providerFetch, secrets }: SsoMeans): AskProvider {
  return async ({ tenantUuid, connectionUuid }, refreshToken) => {
    const row = await db.asPlatform((tx) => findConnection(tx, tenantUuid));
    const connection = toUsable(row);
    if (connection?.connectionUuid !== connectionUuid) return { is: 'OVER' };
    const { sealedSecret } = connection;
    try {
      const secret = sealedSecret && secrets.open(sealedSecret, tenantUuid);
      const client = createProviderClient(providerFetch, connection, secret);
      const { refresh_token: next } = await oidc.refreshTokenGrant(client, refreshToken);
      return next === undefined ? { is: 'GOES_ON' } : { is: 'GOES_ON', refreshToken: next };
    } catch (error) {
      const isOver = error instanceof oidc.ResponseBodyError && error.error === 'invalid_grant';
      return { is: isOver ? 'OVER' : 'AWAY' };
    }
  };
}
