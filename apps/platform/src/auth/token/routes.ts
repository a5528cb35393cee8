import { formType, readForm } from '@atrium/kit/http/form-body.ts';
import { problems } from '@atrium/kit/schema.ts';
import type { Server } from '@atrium/kit/server.ts';
import type { FastifyRequest } from 'fastify';
import type { LoginMeans } from '../login.ts';
import { grants } from './grants.ts';
import { answerOAuthError, OAuthError } from './oauth-error.ts';
import { TokenAnswer, TokenFailure, TokenRequest } from './schemas.ts';

/** Serves OAuth's token endpoint, for machines and for the command line of people (RFC 6749). */
export async function tokenRoutes(app: Server, { signIn }: { signIn: LoginMeans }) {
  await app.register(async (scope: Server) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      formType,
      { parseAs: 'buffer', bodyLimit: 4_096 },
      async ({ headers }: FastifyRequest, body: string | Buffer) =>
        toObject(readForm(body as Buffer, headers['content-type'])),
    );
    scope.setErrorHandler(answerOAuthError);
    scope.post(
      '/api/auth/token',
      {
        config: { public: true },
        schema: {
          operationId: 'issueToken',
          tags: ['Authentication'],
          summary: 'An access token for a machine, or for a person’s command line (OAuth 2.0)',
          description:
            'Takes a form; the answer is as RFC 6749 has it, and so are its failures. A machine authenticates by HTTP Basic or in the form (client_credentials), and its calls need no x- headers. The command line brings the code of /authorize with its verifier (authorization_code), once within 60 seconds, and later the refresh token (refresh_token); calls with these tokens are a person’s.',
          consumes: [formType],
          body: TokenRequest,
          response: {
            200: TokenAnswer,
            400: TokenFailure,
            401: TokenFailure,
            ...problems(403, 413, 415, 429),
          },
        },
      },
      async (request, reply) => {
        const grant = grants.get(request.body.grant_type);
        if (!grant)
          throw new OAuthError(
            'unsupported_grant_type',
            'The grant type must be client_credentials, authorization_code or refresh_token',
          );
        const token = await grant(signIn, request);
        return reply.headers({ 'cache-control': 'no-store', pragma: 'no-cache' }).send(token);
      },
    );
  });
}

/** Reads a form; a name that comes twice has a list, which no schema takes. */
function toObject(form: Map<string, string[]>): Record<string, string | string[]> {
  const one = (values: string[]) => (values.length > 1 ? values : (values[0] ?? ''));
  return Object.fromEntries([...form].map(([name, values]) => [name, one(values)]));
}
