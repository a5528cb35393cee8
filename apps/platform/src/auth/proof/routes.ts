import { roles } from '@atrium/kit/auth/caller.ts';
import { problems } from '@atrium/kit/schema.ts';
import type { Server } from '@atrium/kit/server.ts';
import { Type } from 'typebox';
import { Problem } from '../../problems.ts';
import type { LoginMeans } from '../login.ts';
import { onlyOne } from '../second-factor/check-proof.ts';
import { findPasskeyHost, requireHost } from '../second-factor/passkey-host.ts';
import { proofOf, requestOptions } from '../second-factor/passkey-options.ts';
import { listCredentials } from '../second-factor/passkey-queries.ts';
import { OwnProof, PasskeyRequestOptions } from '../second-factor/schemas.ts';
import type { SecondFactorMeans } from '../second-factor/second-factor.ts';
import type { BeginProofAtProvider } from './at-provider.ts';
import { proofMethods, prove } from './prove.ts';
import { sessionToProve } from './session-to-prove.ts';

const tags = ['Authentication'];
const everyone = { roles, bearerOnly: true, setsUpFactor: true };

/** Serves the proof that a signed-in person gives before what needs one. */
export async function proofRoutes(
  app: Server,
  means: {
    signIn: LoginMeans;
    secondFactor: SecondFactorMeans;
    beginProofAtProvider: BeginProofAtProvider;
  },
) {
  app.post(
    '/api/auth/me/proof',
    {
      config: everyone,
      schema: {
        operationId: 'proveMe',
        tags,
        summary: 'Prove who one is, for what needs a proof of the last ten minutes',
        description:
          'Takes exactly one of password, code, recoveryCode, passkey and sso; who has a second factor proves by that. With sso it answers where to sign in anew at the firm’s identity provider, which proves the session when the browser comes back. Operations marked x-needs-proof answer 403 PROOF_REQUIRED when the session was neither begun nor proven in the last ten minutes. A wrong proof counts as a failed sign-in.',
        body: OwnProof,
        response: {
          200: Type.Object({ url: Type.String() }, { description: 'Where to send the browser' }),
          204: Type.Null(),
          ...problems(400, 401, 403, 409, 429),
        },
      },
    },
    async (request, reply) => {
      const { sso, ...body } = request.body;
      if (sso) {
        onlyOne(request.body, { ...proofMethods, sso: 'SSO' });
        const session = sessionToProve(request.caller);
        return { url: await means.beginProofAtProvider(request, reply, session) };
      }
      const found = body.passkey && (await findPasskeyHost(request));
      await prove(means, request, { proof: body, host: found && requireHost(found) });
      reply.code(204);
      return undefined;
    },
  );

  app.post(
    '/api/auth/me/proof/options',
    {
      config: everyone,
      schema: {
        operationId: 'beginProof',
        tags,
        summary: 'What an own passkey of the page’s host (Origin) signs as a proof',
        description:
          'Answers options as WebAuthn has them in JSON, good for one proof of this session within five minutes. Without a passkey for the host it is a conflict.',
        response: { 200: PasskeyRequestOptions, ...problems(401, 403, 409) },
      },
    },
    async (request) => {
      const found = await findPasskeyHost(request);
      // In the transaction, which refuses whose session has ended before.
      return request.readTenant(async (tx) => {
        const session = sessionToProve(request.caller);
        const host = requireHost(found);
        const { rpId } = host;
        const allowCredentials = await listCredentials(tx, session, host);
        if (allowCredentials.length === 0) throw new Problem('NO_PASSKEY');
        const purpose = proofOf(session, session.sessionUuid, rpId);
        const challenge = means.secondFactor.challenges.issue(purpose);
        return requestOptions({ challenge, rpId, allowCredentials, byItself: false });
      }, request.caller.homeTenantUuid);
    },
  );
}
