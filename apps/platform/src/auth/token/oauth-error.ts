import { ProblemError } from '@atrium/kit/problem.ts';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';

/** The errors of RFC 6749, section 5.2, that this endpoint answers, with their statuses. */
const statuses = {
  invalid_request: 400,
  invalid_client: 401,
  invalid_grant: 400,
  invalid_scope: 400,
  unsupported_grant_type: 400,
} as const;

/** A failure that is answered as OAuth 2.0 has it, and not as a problem document. */
export class OAuthError extends Error {
  override name = 'OAuthError';
  readonly error: keyof typeof statuses;

  constructor(error: keyof typeof statuses, description: string) {
    super(description);
    this.error = error;
  }
}

/** Answers failures as RFC 6749 has them; what it has no word for goes on to the server's own handler. */
export function answerOAuthError(
  error: FastifyError | OAuthError | ProblemError,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const failure = toOAuthError(error);
  if (!failure) throw error;
  // A caller that tried Basic is told the scheme (section 5.2).
  if (failure.error === 'invalid_client' && request.headers.authorization !== undefined)
    reply.header('www-authenticate', 'Basic realm="atrium"');
  return reply
    .code(statuses[failure.error])
    .headers({ 'cache-control': 'no-store', pragma: 'no-cache' })
    .send({ error: failure.error, error_description: failure.message });
}

function toOAuthError(error: FastifyError | OAuthError | ProblemError): OAuthError | undefined {
  if (error instanceof OAuthError) return error;
  if (error instanceof ProblemError && error.code === 'REFRESH_TOKEN_INVALID')
    return new OAuthError('invalid_grant', error.message);
  if (error instanceof ProblemError && error.status === 400)
    return new OAuthError('invalid_request', error.message);
  if (!('validation' in error) || !error.validation) return undefined;
  const names = error.validation.map(
    ({ instancePath, params }) =>
      instancePath.slice(1) || String(params.missingProperty ?? 'the body'),
  );
  return new OAuthError('invalid_request', `Missing, repeated or too long: ${names.join(', ')}`);
}
