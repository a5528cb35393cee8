import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose';

export type IdentityProvider = Awaited<ReturnType<typeof startIdentityProvider>>;

/** What a person is to the provider, and how an answer about the person goes wrong. */
export type Answer = {
  claims?: JWTPayload;
  /** Takes the place of the token that the provider would sign. */
  idToken?: (claims: JWTPayload) => Promise<string>;
  userinfo?: object;
  refreshToken?: string;
  /** Replaces parameters of the answer that the browser brings back. */
  brought?: Record<string, string | undefined>;
};

const seconds = () => Math.floor(Date.now() / 1_000);
const keys = new Map<string, ReturnType<typeof generateKeyPair>>();

/** Returns a pair of keys of this worker: making them is what takes time. */
function pairOf(alg: string, name: string) {
  const found = keys.get(`${alg} ${name}`) ?? generateKeyPair(alg, { extractable: true });
  keys.set(`${alg} ${name}`, found);
  return found;
}

/** Returns the hash of an access token that an ID token bears (OpenID Connect Core, section 3.1.3.6). */
export const accessTokenHash = (token: string) =>
  createHash('sha256').update(token).digest().subarray(0, 16).toString('base64url');

/**
 * Starts an identity provider of OpenID Connect that answers as it is told, rightly or not. `authorize`
 * is what a person does there: it takes the address that a browser was sent to and returns the one
 * that the browser is sent back to.
 */
export async function startIdentityProvider() {
  const state = {
    alg: 'RS256',
    keyName: 'first',
    /** What replaces parts of the discovery document. */
    metadata: {} as Record<string, unknown>,
    /** Answers instead of the provider, by path. */
    instead: new Map<string, { status: number; body?: string; headers?: Record<string, string> }>(),
    /** Answers to refresh tokens: an error, or what is handed out. */
    refreshes: new Map<string, { error?: string; refresh_token?: string; status?: number }>(),
    asked: [] as string[],
  };
  const codes = new Map<string, { params: URLSearchParams; answer: Answer }>();
  const userinfos = new Map<string, object>();
  let origin = '';

  const signing = () => pairOf(state.alg, state.keyName);
  const kidOf = () => `${state.alg} ${state.keyName}`;

  async function sign(claims: JWTPayload, header: object = {}) {
    const { privateKey } = await signing();
    return new SignJWT(claims)
      .setProtectedHeader({ alg: state.alg, kid: kidOf(), ...header })
      .sign(privateKey);
  }

  async function answerTo(path: string, body: URLSearchParams, request: IncomingMessage) {
    if (path === '/.well-known/openid-configuration')
      return {
        issuer: origin,
        authorization_endpoint: `${origin}/authorize`,
        token_endpoint: `${origin}/token`,
        jwks_uri: `${origin}/jwks`,
        userinfo_endpoint: `${origin}/userinfo`,
        end_session_endpoint: `${origin}/logout`,
        response_types_supported: ['code'],
        subject_types_supported: ['public'],
        id_token_signing_alg_values_supported: ['RS256'],
        ...state.metadata,
      };
    if (path === '/jwks') {
      const { publicKey } = await signing();
      return {
        keys: [{ ...(await exportJWK(publicKey)), kid: kidOf(), alg: state.alg, use: 'sig' }],
      };
    }
    if (path === '/userinfo')
      return userinfos.get(request.headers.authorization?.slice('Bearer '.length) ?? '');
    return body.get('grant_type') === 'refresh_token'
      ? refreshed(body.get('refresh_token') ?? '')
      : exchanged(body);
  }

  function refreshed(token: string) {
    const told = state.refreshes.get(token) ?? {};
    if (told.error) return { status: 400, error: told.error };
    return { access_token: randomUUID(), token_type: 'Bearer', ...told };
  }

  async function exchanged(body: URLSearchParams) {
    const found = codes.get(body.get('code') ?? '');
    codes.delete(body.get('code') ?? '');
    const { params, answer } = found ?? {};
    const challenge = createHash('sha256')
      .update(body.get('code_verifier') ?? '')
      .digest('base64url');
    const isRight =
      params?.get('code_challenge') === challenge &&
      params.get('redirect_uri') === body.get('redirect_uri');
    if (!params || !answer || !isRight) return { status: 400, error: 'invalid_grant' };
    const access = randomUUID();
    const sub = String(answer.claims?.sub ?? 'somebody');
    if (answer.userinfo) userinfos.set(access, { sub, ...answer.userinfo });
    const claims = {
      iss: origin,
      aud: params.get('client_id') ?? '',
      sub,
      iat: seconds(),
      exp: seconds() + 300,
      nonce: params.get('nonce'),
      at_hash: accessTokenHash(access),
      ...answer.claims,
    };
    const { idToken = sign, refreshToken } = answer;
    return {
      access_token: access,
      token_type: 'Bearer',
      expires_in: 300,
      id_token: await idToken(claims),
      ...(refreshToken ? { refresh_token: refreshToken } : {}),
    };
  }

  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? '', origin);
    state.asked.push(pathname);
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    if (pathname === '/authorize') {
      // A browser is signed in at once, as whom it was sent for.
      const url = new URL(request.url ?? '', origin);
      const email = url.searchParams.get('login_hint') ?? '';
      const location = authorize(url.href, { claims: { sub: email, email } });
      response.writeHead(302, { location }).end();
      return;
    }
    const instead = state.instead.get(pathname);
    if (instead) {
      response.writeHead(instead.status, instead.headers).end(instead.body);
      return;
    }
    const body = new URLSearchParams(Buffer.concat(parts).toString());
    const { status = 200, ...answer } = ((await answerTo(pathname, body, request)) ?? {
      status: 404,
    }) as { status?: number };
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  origin = `http://127.0.0.1:${port}`;

  function authorize(url: string, answer: Answer = {}): string {
    const params = new URL(url).searchParams;
    const code = randomUUID();
    codes.set(code, { params, answer });
    const back = new URL(params.get('redirect_uri') ?? '');
    const brought = { code, state: params.get('state') ?? '', iss: origin, ...answer.brought };
    for (const [name, value] of Object.entries(brought))
      if (value !== undefined) back.searchParams.set(name, value);
    return back.href;
  }

  return {
    issuer: origin,
    state,
    sign,
    authorize,
    stop: () => void server.close(),
  };
}
