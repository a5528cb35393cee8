import { roles } from '@atrium/kit/auth/caller.ts';
import { problems } from '@atrium/kit/schema.ts';
import type { Server } from '@atrium/kit/server.ts';
import { Type } from 'typebox';
import type { Config } from '../config.ts';
import type { Db } from '../database/db.ts';
import { notFound } from '../problems.ts';
import { confirmPasswordReset } from './confirm-password-reset.ts';
import { login } from './login.ts';
import { findAccount, revokeSession } from './queries.ts';
import { refreshSession } from './refresh-session.ts';
import type { PasswordResets } from './request-password-reset.ts';
import { Login, PasswordReset, PasswordResetConfirm, Refresh, Tokens, User } from './schemas.ts';
import { toUser } from './sign-in.ts';
import { createSignInLimits } from './sign-in-limits.ts';
import type { TokenIssuer } from './token-issuer.ts';

const tags = ['Authentication'];
const everyone = { roles, bearerOnly: true };

export async function authRoutes(
  app: Server,
  services: {
    db: Db;
    issuer: TokenIssuer;
    config: Config;
    passwordResets: PasswordResets;
  },
) {
  const { db, issuer, config, passwordResets } = services;
  const { loginPerMinute } = config.rateLimits;
  const byAddress = { public: true, rateLimit: { max: loginPerMinute } };
  const signIns = {
    db,
    issuer,
    limits: createSignInLimits(config.rateLimits),
    refreshDays: config.tokens.refreshDays,
    secretKey: config.secretKey,
  };
  const resetLimits = createSignInLimits(config.rateLimits);

  app.post(
    '/api/auth/login',
    {
      config: { public: true },
      schema: {
        operationId: 'login',
        tags,
        summary: 'Sign in',
        body: Login,
        response: { 200: Tokens, ...problems(400, 401, 403, 429, 503) },
      },
    },
    (request) => login(signIns, request.body, request.ip),
  );

  app.post(
    '/api/auth/refresh',
    {
      config: { public: true },
      schema: {
        operationId: 'refreshSession',
        tags,
        summary: 'Rotate the refresh token',
        body: Refresh,
        response: { 200: Tokens, ...problems(400, 401, 403) },
      },
    },
    (request) => refreshSession(db, issuer, request.body.refreshToken),
  );

  app.post(
    '/api/auth/logout',
    {
      config: everyone,
      schema: {
        operationId: 'logout',
        tags,
        summary: 'End the session',
        response: { 204: Type.Null(), ...problems(401) },
      },
    },
    async (request, reply) => {
      const { homeTenantUuid, sessionUuid } = request.caller;
      if (sessionUuid)
        await request.inTenant((tx) => revokeSession(tx, homeTenantUuid, sessionUuid));
      return reply.code(204).send(null);
    },
  );

  app.get(
    '/api/auth/me',
    {
      config: everyone,
      schema: {
        operationId: 'getMe',
        tags,
        summary: 'Who am I',
        response: { 200: User, ...problems(401, 403) },
      },
    },
    (request) =>
      request.readTenant(async (tx) => {
        const { homeTenantUuid, userUuid } = request.caller;
        const account = await findAccount(tx, homeTenantUuid, userUuid);
        if (!account) throw notFound('user');
        return toUser(account);
      }),
  );

  app.post(
    '/api/auth/password-reset',
    {
      config: { public: true },
      schema: {
        operationId: 'requestPasswordReset',
        tags,
        summary: 'Ask for a link to set a new password',
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
    async (request, reply) => {
      await passwordResets.request(request.body.email, request.ip, resetLimits);
      return reply.code(202).send(undefined);
    },
  );

  app.post(
    '/api/auth/password-reset/confirm',
    {
      config: byAddress,
      schema: {
        operationId: 'confirmPasswordReset',
        tags,
        summary: 'Set a password by a mailed link',
        body: PasswordResetConfirm,
        response: { 204: Type.Null(), ...problems(400, 429) },
      },
    },
    async (request, reply) => {
      await confirmPasswordReset(db, request.body);
      return reply.code(204).send(null);
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
        response: { 200: Type.Object({ keys: Type.Array(Type.Any()) }) },
      },
    },
    async (_request, reply) =>
      reply.header('cache-control', 'public, max-age=300').send(issuer.jwks),
  );
}
