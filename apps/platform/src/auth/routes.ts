import { type Caller, roles } from '@atrium/kit/auth/caller.ts';
import { problems } from '@atrium/kit/schema.ts';
import type { Server } from '@atrium/kit/server.ts';
import { Type } from 'typebox';
import type { Config } from '../config.ts';
import type { Db } from '../database/db.ts';
import type { Tx } from '../database/transaction.ts';
import { Problem } from '../problems.ts';
import { confirmPasswordReset } from './confirm-password-reset.ts';
import { logOut } from './log-out.ts';
import { type LoginMeans, login } from './login.ts';
import { isOtherThan } from './person.ts';
import { answerWithCookie, clearRefreshCookie, readRefreshCookie } from './refresh-cookie.ts';
import { refreshSession } from './refresh-session.ts';
import type { PasswordResets } from './request-password-reset.ts';
import {
  Login,
  Logout,
  PasswordLinkRenewal,
  PasswordReset,
  PasswordResetConfirm,
  Refresh,
  Tokens,
} from './schemas.ts';
import { findPasskeyHost, hostOrNone } from './second-factor/passkey-host.ts';
import { SecondFactorRequired } from './second-factor/schemas.ts';
import { isBackground, placeOf } from './sign-in-place.ts';
import type { TokenIssuer } from './token-issuer.ts';

const tags = ['Authentication'];

export async function authRoutes(
  app: Server,
  services: {
    db: Db;
    issuer: TokenIssuer;
    config: Config;
    passwordResets: PasswordResets;
    signIn: LoginMeans;
  },
) {
  const { db, issuer, config, passwordResets, signIn } = services;
  const { loginPerMinute } = config.rateLimits;
  const { refreshDays } = config.tokens;
  const byAddress = { public: true, rateLimit: { max: loginPerMinute } };

  app.post(
    '/api/auth/login',
    {
      config: { public: true },
      schema: {
        operationId: 'login',
        tags,
        summary: 'Sign in; who has a second factor gets a challenge for it instead of tokens',
        description:
          'Answers tokens and the user; or a challenge, for a person with a second factor. With cookie true the refresh token comes as an HttpOnly cookie and not in the body. Wrong attempts are limited by address and by account.',
        body: Login,
        response: {
          200: Type.Union([Tokens, SecondFactorRequired]),
          ...problems(400, 401, 403, 429, 503),
        },
      },
    },
    async (request, reply) => {
      const { cookie = false } = request.body;
      const host = hostOrNone(await findPasskeyHost(request));
      const answer = await login(signIn, request.body, {
        ...(await placeOf(request, cookie)),
        host,
      });
      if (!cookie || 'challenge' in answer) return answer;
      return answerWithCookie(request, reply, answer, refreshDays);
    },
  );

  app.post(
    '/api/auth/refresh',
    {
      config: { public: true, takesCookie: true },
      schema: {
        operationId: 'refreshSession',
        tags,
        summary: 'Rotate the refresh token of the body, or else of the cookie',
        description:
          'Answers a new pair of tokens. A token of a body works once: used again, it ends the session. One of a cookie is taken again within 30 seconds, and needs an Origin of the own host. Where userUuid or tenantUuid is stated, a session of anybody else is refused (OTHER_PERSON) and stays as it was.',
        body: Refresh,
        response: { 200: Tokens, ...problems(400, 401, 403, 409) },
      },
    },
    async (request, reply) => {
      const { refreshToken: inBody, cookie = false, ...stated } = request.body ?? {};
      const refreshToken = inBody ?? (await readRefreshCookie(request));
      if (refreshToken === undefined) throw new Problem('REFRESH_TOKEN_INVALID');
      const asCookie = inBody === undefined;
      const sent = {
        ...stated,
        refreshToken,
        asCookie,
        inBackground: isBackground(request),
        address: request.ip,
      };
      const tokens = await refreshSession({ ...signIn, db }, sent);
      return asCookie || cookie ? answerWithCookie(request, reply, tokens, refreshDays) : tokens;
    },
  );

  app.post(
    '/api/auth/logout',
    {
      config: {
        roles,
        bearerOnly: true,
        bearerOptional: true,
        takesCookie: true,
        setsUpFactor: true,
      },
      schema: {
        operationId: 'logout',
        tags,
        summary: 'End the session of the bearer and that of the refresh token in body or cookie',
        description:
          'Ends the session at once, on every replica, and clears the cookie. Access tokens of the session stop working. Where userUuid or tenantUuid is stated, the session of a token of anybody else goes on (OTHER_PERSON). A session that began at the firm’s identity provider answers the address where the browser ends its session there too, if there is one.',
        body: Logout,
        response: {
          200: Type.Object({ url: Type.String() }, { description: 'Where to send the browser' }),
          204: Type.Null(),
          ...problems(400, 401, 403, 409),
        },
      },
    },
    async (request, reply) => {
      const caller = request.caller as Caller | null;
      const { refreshToken: inBody, ...stated } = request.body ?? {};
      if (caller && isOtherThan(stated, { ...caller, tenantUuid: caller.homeTenantUuid }))
        throw new Problem('OTHER_PERSON');
      const refreshToken =
        inBody ?? (await readRefreshCookie(request, { hasBearer: caller !== null }));
      const leave = (tx: Tx) => logOut(tx, signIn.ssoSecrets, { caller, refreshToken, stated });
      if (!caller && refreshToken === undefined) throw new Problem('UNAUTHENTICATED');
      const { isTheirs, url } =
        caller && refreshToken === undefined
          ? await request.inTenant(leave, caller.homeTenantUuid)
          : await db.asPlatform(leave);
      if (!isTheirs) throw new Problem('OTHER_PERSON');
      await clearRefreshCookie(request, reply);
      if (url !== undefined) return { url };
      reply.code(204);
      return undefined;
    },
  );

  app.post(
    '/api/auth/password-reset',
    {
      config: { public: true },
      schema: {
        operationId: 'requestPasswordReset',
        tags,
        summary: 'Ask for a link to set a new password',
        description:
          'Mails a link if the address is known. The answer is the same either way, so that nobody learns which addresses are.',
        body: PasswordReset,
        response: {
          202: Type.Unsafe<undefined>({
            type: 'null',
            description: 'Taken, whether or not the account exists',
          }),
          ...problems(400, 429),
        },
      },
    },
    (request) => passwordResets.request(request.body.email, request.ip, signIn.limits),
  );

  app.post(
    '/api/auth/password-reset/renew',
    {
      config: byAddress,
      schema: {
        operationId: 'renewPasswordLink',
        tags,
        summary: 'Ask for a new link in place of an expired one',
        description:
          'Mails a new link to the same address while the account has never been signed in to, three times an hour at most. The answer is the same for any token.',
        body: PasswordLinkRenewal,
        response: {
          202: Type.Unsafe<undefined>({
            type: 'null',
            description: 'Taken, whether or not there is such a link',
          }),
          ...problems(400, 429),
        },
      },
    },
    (request) => passwordResets.renew(request.body.token),
  );

  app.post(
    '/api/auth/password-reset/confirm',
    {
      config: byAddress,
      schema: {
        operationId: 'confirmPasswordReset',
        tags,
        summary: 'Set a password by a mailed link',
        description:
          'A link works once: the first of an account for seven days, one that resets for an hour. Setting the password ends the person’s sessions. With cookie true it signs in as login does, with a cookie, unless a second factor has to follow: then, and without it, 204.',
        body: PasswordResetConfirm,
        response: { 200: Tokens, 204: Type.Null(), ...problems(400, 403, 429) },
      },
    },
    async (request, reply) => {
      const { cookie = false, ...body } = request.body;
      const place = cookie ? await placeOf(request, true) : undefined;
      const answer = await confirmPasswordReset(signIn, body, place);
      if (answer) return answerWithCookie(request, reply, answer, refreshDays);
      reply.code(204);
      return undefined;
    },
  );

  app.get(
    '/.well-known/jwks.json',
    {
      config: { public: true },
      schema: {
        operationId: 'getJwks',
        tags,
        summary: 'The keys that verify access tokens (RFC 7517)',
        description:
          'A JSON Web Key Set. Whoever gets an access token from a caller verifies it with these keys, which may be kept for five minutes.',
        response: { 200: Type.Object({ keys: Type.Array(Type.Any()) }) },
      },
    },
    async (_request, reply) =>
      reply.header('cache-control', 'public, max-age=300').send(issuer.jwks),
  );
}
