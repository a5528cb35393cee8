import { fieldError, invalid, ProblemError } from '@atrium/kit/problem.ts';
import { Enum, Nullable, problems } from '@atrium/kit/schema.ts';
import type { Server } from '@atrium/kit/server.ts';
import { plainEmail } from '@atrium/kit/texts/plain-forms.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { LoginMeans } from '../auth/login.ts';
import { answerWithCookie } from '../auth/refresh-cookie.ts';
import { hostAt } from '../auth/second-factor/passkey-host.ts';
import { recordFailure } from '../auth/sign-in-checks.ts';
import { placeOf } from '../auth/sign-in-place.ts';
import { daysWithoutAsking } from '../auth/sso/provider-sign-in.ts';
import { callbackPath } from './callback-path.ts';
import { finishSignIn, identify } from './finish-sign-in.ts';
import { proveSession } from './prove-session.ts';
import { toUsable } from './provider-client.ts';
import { RefusedSignIn } from './refused-sign-in.ts';
import { findConnectionOfCode, findConnectionOfDomain } from './sign-in-queries.ts';
import { ssoCookie } from './sso-cookie.ts';
import type { SsoMeans } from './sso-means.ts';
import { domainOf, startSignIn } from './start-sign-in.ts';
import { type BegunSignIn, hashOf } from './states.ts';
import { takeAnswer } from './take-answer.ts';

const tags = ['Authentication'];

const Start = Type.Object({
  email: Type.Optional(Type.String({ minLength: 1, maxLength: 320 })),
  tenantCode: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
});

const Started = Type.Object({
  url: Nullable(
    Type.String({ description: 'Where to send the browser; null: sign in with a password' }),
  ),
  signIn: Enum(['ANY', 'SSO_ONLY'], { description: 'ANY: a password does as well' }),
});

/** Serves the sign-in by firms’ identity providers. */
export async function ssoSignInRoutes(
  app: Server,
  services: { sso: SsoMeans; signIn: LoginMeans },
) {
  const { sso, signIn } = services;
  const { db, limits, refreshDays } = signIn;

  app.post(
    '/api/auth/sso/start',
    {
      config: { public: true },
      schema: {
        operationId: 'startSsoSignIn',
        tags,
        summary: 'Begin to sign in: where to send the browser, by the domain of the e-mail',
        description:
          'Takes an e-mail or a firm’s code, and answers the address of the firm’s identity provider, where it has one. Whether there is an account makes no difference. Sets a cookie that binds the sign-in to this browser for ten minutes.',
        body: Start,
        response: { 200: Started, ...problems(400, 429) },
      },
    },
    async (request, reply) => {
      const { email, tenantCode } = request.body;
      if (email === undefined && tenantCode === undefined)
        throw invalid(fieldError('email', 'REQUIRED', 'is needed, or tenantCode'));
      const firm = await request.hostFirm();
      const found = await db.asPlatform(async (tx) => {
        const account = email === undefined ? `code ${tenantCode}` : plainEmail(email.trim());
        await limits.attempt(tx, { address: request.ip, account }, 'SSO');
        return email === undefined
          ? findConnectionOfCode(tx, tenantCode ?? '')
          : findConnectionOfDomain(tx, domainOf(email));
      });
      const connection = found && toUsable(found);
      // At another firm’s host nobody can come back: its address is not registered with the provider.
      const isElsewhere = firm !== undefined && firm.tenantUuid !== found?.tenantUuid;
      if (!found || !connection || isElsewhere) return { url: null, signIn: 'ANY' as const };
      const origin = await request.hostOrigin();
      const cookie = ssoCookie.of(request, origin);
      ssoCookie.send(reply, origin, cookie);
      const { tenantUuid } = found;
      const url = await startSignIn(sso, connection, { tenantUuid, origin, cookie, email });
      return { url, signIn: connection.signIn };
    },
  );

  app.get(
    callbackPath,
    {
      config: { public: true },
      schema: {
        operationId: 'finishSsoSignIn',
        tags,
        summary:
          'Where an identity provider sends the browser back; signs in and leads to the console',
        description:
          'A sign-in counts once, within ten minutes and in the browser that began it. Sets the cookie of a session and leads to the console, or to /sign-in with the second factor to give behind the hash, or with the reason of a failure as error. Always a redirect within the host where it began.',
        response: { 302: Type.Null() },
      },
    },
    async (request, reply) => {
      reply.header('cache-control', 'no-store').header('referrer-policy', 'no-referrer');
      const here = await request.hostOrigin();
      const query = new URL(request.url, here).searchParams;
      const begun = sso.states.open(query.get('state') ?? '');
      const page = await finish(request, reply, query, begun).catch((error: unknown) =>
        refuse(request, begun, error),
      );
      const began = begun && begun.origin !== here && (await request.isOwnOrigin(begun.origin));
      return reply.redirect(began ? `${begun.origin}${page}` : page, 302);
    },
  );

  /** Signs in, and returns the page that comes next. Every attempt counts as a failure until it has succeeded. */
  async function finish(
    request: FastifyRequest,
    reply: FastifyReply,
    query: URLSearchParams,
    begun: BegunSignIn | undefined,
  ): Promise<string> {
    const here = await request.hostOrigin();
    const account = `sso ${hashOf(query.get('state') ?? '').toString('base64url')}`;
    const attempt = { address: request.ip, account, isKnown: false };
    const succeeded = await db.asPlatform((tx) => limits.begin(tx, attempt, 'SSO'));
    const cookie = ssoCookie.read(request, here);
    const { connection, person } = await takeAnswer(sso, signIn, { query, begun, cookie });
    if (!begun) throw new RefusedSignIn('SSO_STATE_INVALID');
    const signedIn = await identify(signIn, begun.tenantUuid, connection, person);
    if (begun.proof) {
      await proveSession(signIn, signedIn, begun.proof);
      await db.asPlatform(succeeded);
      return '/#proved';
    }
    const from = { place: await placeOf(request, true), host: await hostAt(request, here) };
    const answer = await finishSignIn(signIn, connection, signedIn, person, from);
    await db.asPlatform(succeeded);
    if ('challenge' in answer)
      return `/sign-in#second-factor=${Buffer.from(JSON.stringify(answer)).toString('base64url')}`;
    const days = person.refreshToken === null ? daysWithoutAsking : refreshDays;
    await answerWithCookie(request, reply, answer, days);
    return '/#signed-in';
  }

  /** Records why somebody is not signed in, and returns the page that says so. */
  async function refuse(
    request: FastifyRequest,
    begun: BegunSignIn | undefined,
    error: unknown,
  ): Promise<string> {
    const known =
      error instanceof RefusedSignIn
        ? error.reason
        : error instanceof ProblemError
          ? error.code
          : undefined;
    // By its code only: what a provider answered may hold whatever it likes.
    if (known) request.log.warn({ code: known }, 'sign-in at a provider');
    else request.log.error({ err: error }, 'sign-in at a provider');
    const reason = known ?? 'INTERNAL';
    if (reason !== 'RATE_LIMITED')
      await db.asPlatform((tx) =>
        recordFailure(tx, undefined, reason, { via: 'SSO', tenantUuid: begun?.tenantUuid }),
      );
    return `/sign-in?error=${reason}`;
  }
}
