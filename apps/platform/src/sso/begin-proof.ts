import type { BeginProofAtProvider } from '../auth/proof/at-provider.ts';
import { Problem } from '../problems.ts';
import { toUsable } from './provider-client.ts';
import { beganAt, findConnection } from './queries.ts';
import { ssoCookie } from './sso-cookie.ts';
import type { SsoMeans } from './sso-means.ts';
import { startSignIn } from './start-sign-in.ts';

/**
 * Makes what begins a proof at the firm's provider, of a session that began there: the person signs in
 * there anew. Throws SSO_SIGN_IN_FIRST for any other session.
 */
export function createBeginProof(sso: SsoMeans): BeginProofAtProvider {
  return async (request, reply, { tenantUuid, userUuid, sessionUuid }) => {
    const connection = await request.readTenant(async (tx) => {
      const row = toUsable(await findConnection(tx));
      const began = row?.isActive && (await beganAt(tx, row.connectionUuid, sessionUuid));
      return began ? row : undefined;
    }, tenantUuid);
    if (!connection) throw new Problem('SSO_SIGN_IN_FIRST');
    const origin = await request.hostOrigin();
    const cookie = ssoCookie.of(request, origin);
    ssoCookie.send(reply, origin, cookie);
    const { email } = request.caller;
    const proof = { userUuid, sessionUuid };
    return startSignIn(sso, connection, { tenantUuid, origin, cookie, email, proof });
  };
}
