import { problems } from '@atrium/kit/schema.ts';
import type { Server } from '@atrium/kit/server.ts';
import type { Db } from '../../database/db.ts';
import type { TokenIssuer } from '../token-issuer.ts';
import { readClient } from './client-authentication.ts';
import { issueToken } from './issue-token.ts';
import { answerOAuthError, OAuthError } from './oauth-error.ts';
import { TokenAnswer, TokenFailure, TokenRequest } from './schemas.ts';

const formType = 'application/x-www-form-urlencoded';

/** Serves the token endpoint for machines: OAuth 2.0 client credentials (RFC 6749, section 4.4). */
export async function tokenRoutes(app: Server, services: { db: Db; issuer: TokenIssuer }) {
  await app.register(async (scope: Server) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      formType,
      { parseAs: 'string', bodyLimit: 4_096 },
      async (_request: unknown, body: string | Buffer) => readForm(body.toString()),
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
            ...problems(413, 415, 429),
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
        const token = await issueToken(services, client, wanted);
        return reply.headers({ 'cache-control': 'no-store', pragma: 'no-cache' }).send(token);
      },
    );
  });
}

/** Reads a form; a name that comes twice has a list, which no schema takes. */
function readForm(text: string): Record<string, string | string[]> {
  const form = new URLSearchParams(text);
  const entries = [...new Set(form.keys())].map((name) => {
    const values = form.getAll(name);
    return [name, values.length > 1 ? values : (values[0] ?? '')] as const;
  });
  return Object.fromEntries(entries);
}
