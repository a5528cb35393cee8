import { Named, problems } from '@atrium/kit/schema.ts';
import type { Server } from '@atrium/kit/server.ts';
import { Type } from 'typebox';
import type { LoginMeans } from '../login.ts';
import { answerWithCookie } from '../refresh-cookie.ts';
import { Cookie, Tokens } from '../schemas.ts';
import { placeOf } from '../sign-in-place.ts';
import { finishLogin } from './finish-login.ts';
import { loginByPasskey } from './login-by-passkey.ts';
import { findPasskeyHost, requireHost } from './passkey-host.ts';
import { requestOptions, signInAt } from './passkey-options.ts';
import { PasskeyLogin, PasskeyRequestOptions, SecondFactorProof } from './schemas.ts';
import type { SecondFactorMeans } from './second-factor.ts';

const tags = ['Authentication'];

/** Serves the sign-in by a second factor: after the password or, by a passkey, instead of it. */
export async function loginFactorRoutes(
  app: Server,
  means: { signIn: LoginMeans; secondFactor: SecondFactorMeans },
) {
  const { signIn, secondFactor } = means;

  app.post(
    '/api/auth/login/second-factor',
    {
      config: { public: true },
      schema: {
        operationId: 'finishLogin',
        tags,
        summary: 'End a sign-in by a code, a recovery code or a passkey',
        description:
          'Takes the challenge of login with one of code, recoveryCode and passkey, and answers what login answers. A challenge lasts five minutes and five tries.',
        body: Named('SecondFactorProof', { ...SecondFactorProof.properties, cookie: Cookie }),
        response: { 200: Tokens, ...problems(400, 401, 403, 409, 429) },
      },
    },
    async (request, reply) => {
      const { cookie = false, ...proof } = request.body;
      const host = proof.passkey && requireHost(await findPasskeyHost(request));
      const place = await placeOf(request, cookie);
      const tokens = await finishLogin(means, { proof, host, place });
      return cookie ? answerWithCookie(request, reply, tokens, signIn.refreshDays) : tokens;
    },
  );

  app.post(
    '/api/auth/login/passkey/options',
    {
      config: { public: true },
      schema: {
        operationId: 'beginPasskeyLogin',
        tags,
        summary: 'What a passkey of the page’s host (Origin) signs to sign in by itself',
        description:
          'Answers options as WebAuthn has them in JSON. They are good for one sign-in within five minutes.',
        response: { 200: PasskeyRequestOptions, ...problems(403, 409) },
      },
    },
    async (request) => {
      const { rpId } = requireHost(await findPasskeyHost(request));
      const challenge = secondFactor.challenges.issue(signInAt(rpId));
      return requestOptions({ challenge, rpId, allowCredentials: [], byItself: true });
    },
  );

  app.post(
    '/api/auth/login/passkey',
    {
      config: { public: true },
      schema: {
        operationId: 'loginByPasskey',
        tags,
        summary: 'Sign in by a passkey alone, which has verified its user',
        description:
          'Takes what the browser answers to the options of beginPasskeyLogin. It counts as both factors and answers what login answers.',
        body: Type.Object({ ...PasskeyLogin.properties, cookie: Cookie }),
        response: { 200: Tokens, ...problems(400, 401, 403, 409, 429) },
      },
    },
    async (request, reply) => {
      const { cookie = false, response } = request.body;
      const host = requireHost(await findPasskeyHost(request));
      const place = await placeOf(request, cookie);
      const tokens = await loginByPasskey(means, { response, host, place });
      return cookie ? answerWithCookie(request, reply, tokens, signIn.refreshDays) : tokens;
    },
  );
}
