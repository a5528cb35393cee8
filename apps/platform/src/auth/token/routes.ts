import { formType, readForm } from '@atrium/kit/http/form-body.ts';
import { problems } from '@atrium/kit/schema.ts';
import type { Server } from '@atrium/kit/server.ts';
import type { FastifyRequest } from 'fastify';
import type { Db } from '../../database/db.ts';
import type { TokenIssuer } from '../token-issuer.ts';
import { readClient } from './client-authentication.ts';
import { issueToken } from './issue-token.ts';
import { answerOAuthError, OAuthError } from './oauth-error.ts';
import { TokenAnswer, TokenFailure, TokenRequest } from './schemas.ts';

/** Serves the token endpoint for machines: OAuth 2.0 client credentials (RFC 6749, section 4.4). */
export async function tokenRoutes(app: Server, services: { db: Db; issuer: TokenIssuer }) {
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
          summary: 'An access token for a machine (OAuth 2.0 client credentials)',
          description:
            'Takes a form. The client authenticates by HTTP Basic or in the form; the answer is as RFC 6749 has it, and so are its failures. Calls with the token need no x- headers.',
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
        const { grant_type: grantType, scope: wanted } = request.body;
        if (grantType !== 'client_credentials')
          throw new OAuthError(
            'unsupported_grant_type',
            'The grant type must be client_credentials',
          );
        const client = readClient(request.headers.authorization, request.body);
        const token = await issueToken(services, client, { scope: wanted, address: request.ip });
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
