import type { FastifyRequest } from 'fastify';
import { redeemCode } from '../authorization/redeem-code.ts';
import { programId } from '../authorization/schemas.ts';
import type { LoginMeans } from '../login.ts';
import { refreshSession } from '../refresh-session.ts';
import type { TokensAnswer } from '../schemas.ts';
import { placeOf } from '../sign-in-place.ts';
import { readClient } from './client-authentication.ts';
import { issueToken } from './issue-token.ts';
import { OAuthError } from './oauth-error.ts';
import type { TokenAnswer, TokenRequest } from './schemas.ts';

type Asked = FastifyRequest<{ Body: TokenRequest }>;
type Grant = (means: LoginMeans, request: Asked) => Promise<TokenAnswer>;

const byClient: Grant = (means, { headers, body, ip }) =>
  issueToken(means, readClient(headers.authorization, body), { scope: body.scope, address: ip });

const byCode: Grant = async (means, request) => {
  const { client_id: client, code, code_verifier: verifier, redirect_uri } = request.body;
  if (client === undefined || code === undefined || verifier === undefined)
    throw new OAuthError('invalid_request', 'client_id, code and code_verifier are needed');
  requireProgram(client);
  const place = await placeOf(request, false);
  const tokens = await redeemCode(means, { code, verifier, redirectUri: redirect_uri }, place);
  if (tokens) return toToken(tokens);
  throw new OAuthError('invalid_grant', 'The code is not known, spent, late or of another program');
};

const byRefreshToken: Grant = async (means, { body, ip: address }) => {
  const { client_id: client = programId, refresh_token: refreshToken } = body;
  if (refreshToken === undefined)
    throw new OAuthError('invalid_request', 'refresh_token is needed');
  requireProgram(client);
  const sent = { refreshToken, asCookie: false, inBackground: false, address };
  return toToken(await refreshSession(means, sent));
};

/** What each type of grant answers (RFC 6749, sections 4.1.3, 4.4.2 and 6). */
export const grants: ReadonlyMap<string, Grant> = new Map([
  ['client_credentials', byClient],
  ['authorization_code', byCode],
  ['refresh_token', byRefreshToken],
]);

function requireProgram(client: string): void {
  if (client !== programId) throw new OAuthError('invalid_client', 'The client is not known');
}

const toToken = ({ accessToken, tokenType, expiresIn, refreshToken, user }: TokensAnswer) => ({
  access_token: accessToken,
  token_type: tokenType,
  expires_in: expiresIn,
  ...(refreshToken === undefined ? {} : { refresh_token: refreshToken }),
  scope: user.roles.join(' '),
});
